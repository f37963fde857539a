/**
 * A synthesis whose workers die while a language model writes ends as one that nothing disturbs. The model is scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import type { Client } from '../../support/service/client.ts';
import { openGate } from '../../support/servers/gate.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { startMortal } from '../../support/service/mortal-workers.ts';
import { writeQuestions } from '../../support/servers/question-writer.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

/** Calls that the model still answers; it is silent after them. */
let patience = Infinity;
const answered: string[] = [];
const server = await serveModel((call) => {
  if (--patience < 0) return { hang: null };
  answered.push(JSON.stringify(call.body.messages));
  return writeQuestions(call);
});
const system = openSystem(modelSettings('writer', server));
const { api, worker, startWorker } = await startMortal(system, 'synthesis');
const database = sharedDatabase();

const TOWNS = ['Norwich', 'Totton', 'Ripon', 'Hexham', 'Lewes', 'Bodmin', 'Oakham', 'Wells', 'Truro', 'Kelso'];
const THINGS = ['mill', 'bridge', 'school', 'market', 'tower', 'harbour'];
const contexts = TOWNS.flatMap((town, at) =>
  THINGS.map((thing, of) => ({ text: `The ${town} ${thing} opened in ${1100 + 60 * at + 7 * of}.` })),
);
const body = {
  engine_id: 'grounded_qa',
  count: 55,
  input: { type: 'contexts', contexts },
  options: { kinds: { temporal: 1 } },
};

const submit = async (client: Client): Promise<string> =>
  (await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body })).job_id;

async function resultOf(client: Client, jobId: string): Promise<SynthesisResult> {
  await client.waitFor(jobId, 'succeeded');
  return client.expect(200, 'GET', `/v1/synthesis/jobs/${jobId}/result`);
}

async function textOf({ outputs }: SynthesisResult, file: string): Promise<string> {
  return (await fetch(outputs.find(({ name }) => name === file)?.url ?? '')).text();
}

/**
 * Starts a worker that loses the database when it sends this statement, and resolves with what kills it once that has
 * happened.
 */
async function startUntil(statement: string): Promise<() => Promise<void>> {
  const url = new URL(setting('DATABASE_URL'));
  const gate = await openGate(url.host, [statement]);
  url.host = gate.address;
  const synthesis = await startWorker({ DATABASE_URL: url.href });
  return async () => {
    await gate.shut;
    await synthesis.kill();
  };
}

const ANSWERS = 11;

test('killed while it reads, generates, checks and writes, it has the same items, and repeats no finished call', async () => {
  // Each client has a tenant of its own: finished calls of a tenant are found again by all of its jobs.
  const calm = await api.client();
  const expected = await resultOf(calm, await submit(calm));
  assert.equal(expected.accepted, 55);
  const calls = answered.length;
  await worker.kill();

  const client = await api.client();
  const keptCalls = () => database.db.modelCall.count({ where: { tenantId: client.tenant } });
  answered.length = 0;
  const killReading = await startUntil('INSERT INTO "public"."synthesis_source"');
  const jobId = await submit(client);
  await killReading();
  assert.equal(answered.length, 0);

  patience = ANSWERS;
  const generating = await startWorker();
  await until('the model is silent and its answers are kept', async () =>
    patience < 0 && (await keptCalls()) === ANSWERS ? true : undefined,
  );
  await generating.kill();
  assert.equal(answered.length, ANSWERS);
  patience = Infinity;

  await (
    await startUntil('UPDATE synthesis_item')
  )();
  assert.ok(answered.length > ANSWERS && answered.length < calls);
  await (
    await startUntil('DELETE FROM "public"."synthesis_item"')
  )();
  await startWorker();

  const result = await resultOf(client, jobId);
  assert.deepEqual([answered.length, new Set(answered).size], [calls, calls]);
  assert.deepEqual([result.items, result.rejected], [expected.items, expected.rejected]);
  assert.equal(await textOf(result, 'items.jsonl'), await textOf(expected, 'items.jsonl'));

  assert.equal(await keptCalls(), calls);
  await database.db.synthesisSource.deleteMany({ where: { jobId } });
  assert.equal(await keptCalls(), 0, 'calls go with their sources');
});
