/** Texts that an embedding model refuses: they cost their own vectors, and neither a job nor a search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import { addTexts, createDataset, runJob, runKnowledge, search } from '../../../support/knowledge/client.ts';
import { embeddingsReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';

/** What each model refuses. */
const refuses: Record<'first' | 'second', (text: string) => boolean> = { first: () => false, second: () => false };
const serve = (name: keyof typeof refuses, dimensions: number) =>
  serveModel(({ body }) => {
    const texts = [body.input ?? []].flat();
    return texts.some((text) => refuses[name](text)) ? { status: 400 } : embeddingsReply(texts, dimensions);
  });
const [first, second] = await Promise.all([serve('first', 8), serve('second', 16)]);
const database = sharedDatabase();
const { db } = database;
const { api } = await borrowSystem('embeddings', { first: first.url, second: second.url });
const client = await api.client({ tenant: 'refusals', subject: 'ann' });

const TEXTS = [
  { label: 'Harlow Mill', text: 'Harlow Mill was founded by Ruth Hallam and Tom Oakes.' },
  { label: 'Ruth Hallam', text: 'Ruth Hallam was born in Burntisland.' },
  { label: 'Tom Oakes', text: 'Tom Oakes was born in Kinghorn.' },
];
/** Of facts, in normal form. */
const BORN = 'ruth hallam was born in burntisland';

async function cognified(dataset_key: string): Promise<{ id: string; documents: (string | null)[] }> {
  const id = await createDataset(client, dataset_key);
  const { inputs } = await addTexts(client, dataset_key, TEXTS);
  await runKnowledge(client, 'cognify', { dataset_key });
  return { id, documents: inputs.map(({ document_id }) => document_id) };
}

const memify = (dataset_key: string) => runKnowledge(client, 'memify', { dataset_key, pipeline: 'triplet_embeddings' });
const changeModel = (id: string) => runJob(client, 'POST', `datasets/${id}/embedding/jobs`, { model: 'second' });

test(
  'a fact that the model refuses has no vector; it is counted, its documents are named, and it is not asked for ' +
    'again',
  async () => {
    const { id, documents } = await cognified('facts');
    refuses.first = (text) => text === BORN;
    const facts = await db.knowledgeFact.count({ where: { datasetId: id } });
    const { counts, refused } = await memify('facts');
    assert.deepEqual(counts, { facts_embedded: facts - 1, facts_refused: 1 });
    assert.deepEqual(refused, [{ document_id: documents[1], chunks: 0, facts: 1 }]);
    const calls = first.calls.length;
    assert.deepEqual((await memify('facts')).counts, { facts_embedded: 0, facts_refused: 0 });
    assert.equal(first.calls.length, calls);
    const found = await search(client, 'facts', 'Where was Tom Oakes born?', { search_type: 'TRIPLETS' });
    assert.deepEqual(found.warnings, []);
    assert.ok(found.facts.some(({ subject }) => subject.name === 'tom oakes'));
    assert.ok(!found.facts.some(({ subject }) => subject.name === 'ruth hallam'));
    refuses.first = () => false;
  },
);

test(
  'a change of the model goes on without the texts that the new model refuses, and embeds the facts that had ' +
    'vectors',
  async () => {
    const { id, documents } = await cognified('changed');
    const { counts: before } = await memify('changed');
    refuses.second = (text) => text === BORN || text.includes('Kinghorn');
    const { counts, refused } = await changeModel(id);
    const facts = before['facts_embedded'] ?? 0;
    assert.deepEqual(counts, {
      chunks_embedded: 2,
      chunks_refused: 1,
      facts_embedded: facts - 1,
      facts_refused: 1,
      vectors_removed: 3 + facts,
    });
    const named = new Map(refused.map(({ document_id, ...counts }) => [document_id, counts]));
    assert.deepEqual(named.get(documents[1] ?? ''), { chunks: 0, facts: 1 });
    assert.deepEqual(named.get(documents[2] ?? ''), { chunks: 1, facts: 0 });
    assert.equal(named.size, 2);
    assert.deepEqual(await verifyRows(db, id), []);
    const found = await search(client, 'changed', 'Where was Tom Oakes born?', { search_type: 'TRIPLETS' });
    assert.deepEqual(found.warnings, []);
    assert.ok(
      found.facts.some(({ subject }) => subject.name === 'tom oakes'),
      'without another Memify',
    );
    const { results } = await search(client, 'changed', 'Where was Tom Oakes born?', { search_type: 'HYBRID' });
    assert.ok(results.some(({ heading }) => heading === 'Tom Oakes'));
    const calls = second.calls.length;
    await runKnowledge(client, 'cognify', { dataset_id: id });
    assert.equal(second.calls.length, calls, 'what was refused is not asked for again');
    refuses.second = () => false;
  },
);

test('facts without vectors get none by a change of the model', async () => {
  const { id } = await cognified('plain');
  const { counts } = await changeModel(id);
  assert.deepEqual([counts['chunks_embedded'], counts['facts_embedded']], [3, 0]);
});

test('a question of the second hop that the model refuses is left out', async () => {
  await cognified('hops');
  // A passage ends with a full stop.
  refuses.first = (text) => text.endsWith('Ruth Hallam');
  const question = 'Where was the founder of Harlow Mill born?';
  const { graph_paths, answer } = await search(client, 'hops', question, { include_graph_paths: true });
  const entities = new Set(graph_paths.map(({ entity }) => entity));
  assert.ok(entities.has('tom oakes') && !entities.has('ruth hallam'), JSON.stringify(graph_paths));
  assert.equal(answer?.method, 'extractive');
  refuses.first = () => false;
});

test('a question that the model refuses is answered with 422, unless no model is needed', async () => {
  await cognified('questions');
  refuses.first = (text) => text.includes('unspeakable');
  const body = { query_text: 'Who is unspeakable in Kinghorn?', dataset_keys: ['questions'] };
  const { detail } = await client.expect<{ detail: { loc: unknown; type: string }[] }>(
    422,
    'POST',
    '/v1/knowledge/search',
    { body },
  );
  assert.deepEqual(
    detail.map(({ loc, type }) => ({ loc, type })),
    [{ loc: ['body', 'query_text'], type: 'question_refused' }],
  );
  const { results } = await search(client, 'questions', body.query_text, { search_type: 'CHUNKS_LEXICAL' });
  assert.equal(results[0]?.heading, 'Tom Oakes');
  refuses.first = () => true;
  const { code } = await client.expect<{ code: string }>(502, 'POST', '/v1/knowledge/search', { body });
  assert.equal(code, 'model_refused', 'it is not the question');
  refuses.first = () => false;
});
