/**
 * A Cognify job whose workers die while a language model reads the chunks ends as one that nothing disturbs, and repeats no finished
 * call. The model is scripted.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import { REQUIRED_PROFILES } from '../../../domain/workers.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Client } from '../../support/client.ts';
import { derivedRows } from '../../support/derived-rows.ts';
import { setting } from '../../support/infrastructure.ts';
import { addTexts, createDataset, runKnowledge } from '../../support/knowledge-client.ts';
import { jsonReply, modelSettings, plainReply, serveModel } from '../../support/scripted-model.ts';
import { openSystem } from '../../support/system.ts';
import { until } from '../../support/until.ts';

/** Passages that the language model still answers; it is silent after them. */
let patience = Infinity;
const answered: string[] = [];
const PASSAGE = /<passage>\n(.*)\n<\/passage>/s;
const LESSON = /(\w+ \w+) taught (\w+ \w+)/;

const server = await serveModel((call) => {
  if (call.body.messages === undefined) return plainReply(call);
  if (--patience < 0) return { hang: null };
  const passage = PASSAGE.exec(call.body.messages[1]?.content ?? '')?.[1] ?? '';
  answered.push(passage);
  const [evidence = '', subject = '', object = ''] = LESSON.exec(passage) ?? [];
  return jsonReply({
    entities: [subject, object].map((name) => ({ name, type: 'person' })),
    relations: [{ subject, predicate: 'taught', object, evidence }],
  });
});
const system = openSystem({
  ...modelSettings('vectors', server, { DIMENSIONS: '8' }),
  ...modelSettings('main', server),
});
const others = REQUIRED_PROFILES.map(({ name }) => name).filter((name) => name !== 'knowledge');
const startKnowledge = () => system.startWorker({ WORKER_PROFILES: 'knowledge' });
const [api, worker] = await Promise.all([
  system.startApi(),
  startKnowledge(),
  system.startWorker({ WORKER_PROFILES: others.join(',') }),
]);
const database = openDatabase(setting('DATABASE_URL'));
after(() => database.close());

const FIRST = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fanny', 'Gero', 'Hanna'];
const LAST = ['Ahrens', 'Becker', 'Conrad', 'Decker', 'Ernst', 'Fischer'];
const PEOPLE = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`));
const TEXTS = PEOPLE.map((label, index) => ({
  label,
  text: `${label} taught ${PEOPLE[(7 * index + 1) % PEOPLE.length]}.`,
}));

async function filledDataset(client: Client): Promise<string> {
  const id = await createDataset(client, 'lessons');
  await addTexts(client, 'lessons', TEXTS);
  return id;
}

/** How often the worker dies, and how many passages are answered before each time. */
const DEATHS = 2;
const PER_LIFE = 13;

test('killed twice while a model reads chunks, it ends with the same rows, and no finished call is repeated', async () => {
  // Each client has a tenant of its own: finished calls of a tenant are found again by all of its jobs.
  const calm = await api.client();
  const undisturbed = await filledDataset(calm);
  const expected = await runKnowledge(calm, 'cognify', { dataset_id: undisturbed });
  assert.equal(answered.length, TEXTS.length);

  const client = await api.client();
  const id = await filledDataset(client);
  answered.length = 0;
  patience = PER_LIFE;
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/knowledge/cognify/jobs', {
    body: { dataset_id: id },
  });
  let knowledge = worker;
  for (let life = 1; life <= DEATHS; life++) {
    await until(`the model is silent and its answers are kept in life ${life}`, async () => {
      const kept = await database.db.modelCall.count({ where: { tenantId: client.tenant } });
      return patience < 0 && kept === answered.length ? true : undefined;
    });
    await knowledge.kill();
    assert.equal(answered.length, PER_LIFE * life);
    patience = life < DEATHS ? PER_LIFE : Infinity;
    knowledge = await startKnowledge();
  }
  await client.waitFor(job_id, 'succeeded');

  assert.deepEqual([answered.length, new Set(answered).size], [TEXTS.length, TEXTS.length]);
  const result = await client.expect<KnowledgeJobResult>(200, 'GET', `/v1/knowledge/jobs/${job_id}/result`);
  assert.deepEqual([result.extraction, result.counts], [expected.extraction, expected.counts]);
  assert.deepEqual(await derivedRows(database, id), await derivedRows(database, undisturbed));
});
