/** Knowledge workers that die while a language model is silent, and the model. */
import assert from 'node:assert/strict';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import { sharedDatabase } from '../servers/shared-database.ts';
import type { Client } from '../service/client.ts';
import { resultOf, submitJob } from './client.ts';
import { startMortal } from '../service/mortal-workers.ts';
import { jsonReply, modelSettings, plainReply, serveModel } from '../servers/scripted-model.ts';
import { openSystem } from '../service/system.ts';
import { until } from '../until.ts';

/** How often the worker dies while a job runs, and how many calls are answered before each time. */
export interface Deaths {
  readonly times: number;
  readonly answers: number;
}

/**
 * A system of its own for the calling file. The model answers the last message of a call; `answered` has these
 * messages. Its embeddings never fail.
 */
export async function openSilentModel(answer: (asked: string) => object) {
  /** Calls that the model still answers; it is silent after them. */
  let patience = Infinity;
  const answered: string[] = [];
  const server = await serveModel((call) => {
    if (call.body.messages === undefined) return plainReply(call);
    if (--patience < 0) return { hang: null };
    const asked = call.body.messages.at(-1)?.content ?? '';
    answered.push(asked);
    return jsonReply(answer(asked));
  });
  const system = openSystem({
    ...modelSettings('vectors', server, { DIMENSIONS: '8' }),
    ...modelSettings('main', server),
  });
  const { api, worker, startWorker } = await startMortal(system, 'knowledge');
  const database = sharedDatabase();

  /** Runs a job of a client that no other job has run for, whose workers die. Returns its result. */
  async function runDying(
    client: Client,
    kind: 'cognify' | 'memify',
    body: object,
    { times, answers }: Deaths,
  ): Promise<KnowledgeJobResult> {
    answered.length = 0;
    patience = answers;
    const jobId = await submitJob(client, 'POST', `${kind}/jobs`, body);
    let living = worker;
    for (let life = 1; life <= times; life++) {
      await until(`the model is silent and its answers are kept in life ${life}`, async () => {
        const kept = await database.db.modelCall.count({ where: { tenantId: client.tenant } });
        return patience < 0 && kept === answered.length ? true : undefined;
      });
      await living.kill();
      assert.equal(answered.length, answers * life);
      patience = life < times ? answers : Infinity;
      living = await startWorker();
    }
    return resultOf(client, jobId);
  }

  return { api, database, answered, runDying };
}
