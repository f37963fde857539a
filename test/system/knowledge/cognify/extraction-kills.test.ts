/**
 * A Cognify job whose workers die while a language model reads the chunks ends as one that nothing disturbs, and
 * repeats no finished call. The model is scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../support/service/client.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { addTexts, createDataset, runKnowledge } from '../../../support/knowledge/client.ts';
import { peopleNamed } from '../../../support/knowledge/people.ts';
import { openSilentModel } from '../../../support/knowledge/dying-workers.ts';

const PASSAGE = /<passage>\n(.*)\n<\/passage>/s;
const LESSON = /(\w+ \w+) taught (\w+ \w+)/;

const { api, database, answered, runDying } = await openSilentModel((asked) => {
  const passage = PASSAGE.exec(asked)?.[1] ?? '';
  const [evidence = '', subject = '', object = ''] = LESSON.exec(passage) ?? [];
  return {
    entities: [subject, object].map((name) => ({ name, type: 'person' })),
    relations: [{ subject, predicate: 'taught', object, evidence }],
  };
});

const PEOPLE = peopleNamed(8, 6);
const TEXTS = PEOPLE.map((label, index) => ({
  label,
  text: `${label} taught ${PEOPLE[(7 * index + 1) % PEOPLE.length]}.`,
}));

async function filledDataset(client: Client): Promise<string> {
  const id = await createDataset(client, 'lessons');
  await addTexts(client, 'lessons', TEXTS);
  return id;
}

const DEATHS = { times: 2, answers: 13 };

test('killed twice while a model reads chunks, it ends with the same rows, and no finished call is repeated', async () => {
  // Each client has a tenant of its own: finished calls of a tenant are found again by all of its jobs.
  const calm = await api.client();
  const undisturbed = await filledDataset(calm);
  const expected = await runKnowledge(calm, 'cognify', { dataset_id: undisturbed });
  assert.equal(answered.length, TEXTS.length);

  const client = await api.client();
  const id = await filledDataset(client);
  const result = await runDying(client, 'cognify', { dataset_id: id }, DEATHS);

  assert.deepEqual([answered.length, new Set(answered).size], [TEXTS.length, TEXTS.length]);
  assert.deepEqual([result.extraction, result.counts], [expected.extraction, expected.counts]);
  assert.deepEqual(await derivedRows(database, id), await derivedRows(database, undisturbed));
});
