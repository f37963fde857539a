/**
 * Documents in, a question, passages with their sources out: the knowledge domain over HTTP, with a real embedding
 * model.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeGraph } from '../../../api/knowledge/graph/graph.ts';
import {
  addTexts,
  cognifiedTexts,
  createDataset,
  documentLabelled,
  documentsOf,
  removeDocument,
  runKnowledge,
  search,
  submitJob,
} from '../../support/knowledge/client.ts';
import { startEmbedder } from '../../support/servers/embedder.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { openSystem } from '../../support/service/system.ts';

const bucket = `knowledge-${randomBytes(4).toString('hex')}`;
const [embedder, { url, database }] = await Promise.all([startEmbedder(), ownDatabase()]);
const system = openSystem({ ...embedder.settings, DATABASE_URL: url, S3_BUCKET: bucket });
const pages = await servePages({
  'loom.html': articlePage('The Loom', 'The Jacquard loom was shown in Lyon in 1804 and used punched cards.'),
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);

const TEXTS = [
  {
    label: 'Ada Lovelace',
    text: 'Ada Lovelace wrote the first program, for the Analytical Engine. She was a friend of Mary Somerville.',
  },
  { label: 'Analytical Engine', text: 'The Analytical Engine was a design of Charles Babbage and was never built.' },
  { label: 'Mary Somerville', text: 'Mary Somerville grew up in Burntisland and wrote about the planets.' },
  { label: 'Cooking', text: 'Bread is made of flour, water, salt and yeast.' },
  {
    label: 'Assembly language',
    text: 'The first programmer of a new machine writes its assembler. It was born of need.',
  },
  {
    label: 'Friendship',
    text: 'A friend is somebody whom one likes. Friends of the first years of school often stay.',
  },
  { label: 'Programming', text: 'A program is a list of instructions. The first programs were written on paper.' },
];
const COUNT = TEXTS.length;

test('texts become documents whose passages answer questions, over two hops', async () => {
  const dataset_id = await createDataset(client, 'history');
  const ask = (query_text: string, more: object = {}) => search(client, 'history', query_text, more);
  const add = await addTexts(client, 'history', TEXTS);
  assert.deepEqual(add.counts, { added: COUNT, updated: 0, unchanged: 0, failed: 0 });
  const early = await ask('Who wrote the first program?');
  const waiting =
    `${COUNT} documents of these datasets wait for a Cognify job. Until then, searches do not find what is new ` +
    'in them.';
  assert.deepEqual([early.results, early.warnings], [[], [{ code: 'not_cognified', message: waiting }]]);
  const cognify = await runKnowledge(client, 'cognify', { dataset_id });
  assert.equal(cognify.counts['chunks_added'], COUNT);
  const filters = { node_sets: ['no-such-set'] };
  const { results: ordered } = await ask('Who was a friend of the first programmer?');
  assert.deepEqual(
    ordered.map(({ score }) => score),
    ordered.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  const mistyped = await ask('Who wrote the first program?', { filters });
  assert.deepEqual(
    mistyped.warnings.map(({ code }) => code),
    ['filter_matches_nothing'],
  );
  assert.equal(cognify.counts['chunks_read'], COUNT);

  const path = `/v1/knowledge/datasets/${dataset_id}`;
  const { counters } = await client.expect<KnowledgeDataset>(200, 'GET', path);
  assert.equal(counters.documents, COUNT);
  assert.equal(counters.chunks, COUNT);
  assert.ok(counters.entities >= 4);
  assert.ok(counters.relations >= 1);

  const found = await ask('Where did the friend of Ada Lovelace grow up?', { include_graph_paths: true });
  assert.deepEqual(
    found.results.slice(0, 2).map(({ heading }) => heading),
    ['Ada Lovelace', 'Mary Somerville'],
  );
  assert.equal(found.partial, false);
  const [first] = found.results;
  assert.equal(first?.provenance?.dataset_key, 'history');
  assert.deepEqual(first.provenance.span, [0, first.text.length]);

  const { answer } = await ask('What was a design of Charles Babbage?');
  assert.equal(answer?.method, 'extractive');
  assert.equal(answer.holds_answer, true);
  assert.match(answer.text, /^The Analytical Engine was a design of Charles Babbage and was never built\. \[1\]/);
  const unknown = await ask('How tall is the Eiffel Tower in Paris?');
  assert.equal(unknown.answer?.holds_answer, false);
  assert.match(unknown.answer.text, /^Nothing states this for certain; the closest passages say: .+ \[1\]/);
  for (const query_text of ['the', '  ', 'Who is it?']) {
    const { status, body } = await client.send<{ detail: { loc: unknown }[] }>('POST', '/v1/knowledge/search', {
      body: { query_text },
    });
    assert.deepEqual([status, body.detail[0]?.loc], [422, ['body', 'query_text']]);
  }
  for (const search_type of ['CHUNKS', 'CHUNKS_LEXICAL', 'HYBRID']) {
    const { results } = await ask('What is bread made of?', { search_type });
    assert.equal(results[0]?.heading, 'Cooking', search_type);
  }
});

test('the graph has the entities and facts of a dataset, in pages, with their evidence', async () => {
  const dataset_id = await cognifiedTexts(client, 'graph', TEXTS);
  const nodes: KnowledgeGraph['nodes'] = [];
  const links: KnowledgeGraph['links'] = [];
  const first = `/v1/knowledge/datasets/${dataset_id}/graph?limit=3`;
  for (let path: string | null = first; path !== null;) {
    const page: KnowledgeGraph = await client.expect<KnowledgeGraph>(200, 'GET', path);
    assert.ok(page.nodes.length <= 3);
    nodes.push(...page.nodes);
    links.push(...page.links);
    path = page.next_cursor === null ? null : `${first}&cursor=${page.next_cursor}`;
  }
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  assert.ok([...names.values()].includes('mary somerville'));
  const stated = links.map(({ source, predicate, target }) => `${names.get(source)} ${predicate} ${names.get(target)}`);
  assert.ok(stated.includes('mary somerville grew up in burntisland'), stated.join('\n'));
  for (const { evidence } of links) assert.ok(evidence.length > 0);

  const file = `/v1/knowledge/datasets/${dataset_id}/graph`;
  const graphml = await client.send<string>('GET', `${file}.graphml`);
  assert.equal(graphml.headers.get('content-type'), 'application/graphml+xml; charset=utf-8');
  assert.equal(graphml.body.match(/<node /g)?.length, nodes.length);
  assert.equal(graphml.body.match(/<edge /g)?.length, links.length);
  const jsonld = await client.expect<{ '@graph': object[] }>(200, 'GET', `${file}.jsonld?limit=2`);
  assert.equal(jsonld['@graph'].filter((one) => 'chunks' in one).length, 2);
});

test('what has not changed costs nothing, and an edit replaces its own chunks', async () => {
  const dataset_id = await createDataset(client, 'edits');
  /** Whether a document is cognified, and what a search for its words finds and warns about. */
  const cooking = async () => {
    const { cognified } = await documentLabelled(client, dataset_id, 'Cooking');
    const found = await search(client, 'edits', 'flour and yeast', { search_type: 'CHUNKS_LEXICAL' });
    return [cognified, found.results.length, ...found.warnings.map(({ message }) => message.replace(/\..*/, ''))];
  };
  await addTexts(client, 'edits', TEXTS);
  assert.deepEqual(await cooking(), [false, 0, `${COUNT} documents of these datasets wait for a Cognify job`]);
  await runKnowledge(client, 'cognify', { dataset_key: 'edits' });
  assert.deepEqual(await cooking(), [true, 1]);
  const again = await addTexts(client, 'edits', TEXTS);
  assert.equal(again.counts['unchanged'], COUNT);
  const idle = await runKnowledge(client, 'cognify', { dataset_key: 'edits' });
  assert.deepEqual([idle.counts['documents'], idle.counts['chunks_added']], [0, 0]);

  const { inputs } = await addTexts(client, 'edits', [{ label: 'Cooking', text: 'Rice is boiled in water.' }]);
  assert.equal(inputs[0]?.outcome, 'updated');
  assert.deepEqual(await cooking(), [false, 1, '1 document of these datasets waits for a Cognify job']);
  const { counts } = await runKnowledge(client, 'cognify', { dataset_key: 'edits' });
  assert.deepEqual([counts['documents'], counts['chunks_added'], counts['chunks_removed']], [1, 1, 1]);
  assert.deepEqual(await cooking(), [true, 0]);
});

test('a document that is removed takes what it alone supports along, and nothing else', async () => {
  const dataset_id = await cognifiedTexts(client, 'forgetting', TEXTS);
  const items = await documentsOf(client, dataset_id);
  assert.deepEqual(new Set(items.map(({ label }) => label)), new Set(TEXTS.map(({ label }) => label)));
  assert.ok(items.every(({ cognified }) => cognified));
  const before = await keysIn(store, `knowledge/${dataset_id}/`);
  await removeDocument(client, dataset_id, 'Mary Somerville');
  assert.equal((await keysIn(store, `knowledge/${dataset_id}/`)).length, before.length - 1);
  const { results } = await search(client, 'forgetting', 'Burntisland', { search_type: 'CHUNKS_LEXICAL' });
  assert.deepEqual(results, []);
  const names = await database.db.knowledgeEntity.findMany({
    where: { datasetId: dataset_id },
    select: { name: true },
  });
  // Another document names her; nobody else names the place.
  assert.ok(names.some(({ name }) => name === 'mary somerville'));
  assert.ok(!names.some(({ name }) => name === 'burntisland'));
});

test('pages and stored objects are parsed by child jobs, and one bad input does not lose the others', async () => {
  await createDataset(client, 'sources');
  const stored = await client.upload(
    Buffer.from('# Difference Engine\n\nThe Difference Engine computed polynomials.'),
    'engine.md',
  );
  const { counts, inputs } = await runKnowledge(client, 'add', {
    dataset_key: 'sources',
    inputs: [
      { input_type: 'uri', uri: pages.url('loom.html') },
      { input_type: 'object_id', object_id: stored.object_id, metadata: { year: 1822 }, node_set: ['machines'] },
      { input_type: 'uri', uri: pages.url('missing.html') },
    ],
  });
  assert.deepEqual(counts, { added: 2, updated: 0, unchanged: 0, failed: 1 });
  assert.equal(inputs[2]?.outcome, 'failed');
  assert.ok(inputs[2].error?.code);
  assert.ok(inputs[0]?.parse_job_id);
  await runKnowledge(client, 'cognify', { dataset_key: 'sources' });
  const filters = { metadata: { year: 1822 }, node_sets: ['machines'] };
  const machines = await search(client, 'sources', 'punched cards', { filters });
  assert.deepEqual(
    machines.results.map(({ provenance }) => provenance?.object_id),
    [stored.object_id],
  );

  await client.send('DELETE', `/v1/storage/objects/${stored.object_id}`);
  const gone = await search(client, 'sources', 'polynomials', { filters });
  assert.deepEqual(gone.results, []);
});

test('a deleted dataset is gone at once, and its job leaves no row and no object', async () => {
  const dataset_id = await cognifiedTexts(client, 'doomed', TEXTS);
  assert.equal((await keysIn(store, `knowledge/${dataset_id}/`)).length, COUNT);
  const jobId = await submitJob(client, 'DELETE', `datasets/${dataset_id}`);
  assert.equal((await client.send('GET', `/v1/knowledge/datasets/${dataset_id}`)).status, 404);
  await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(await keysIn(store, `knowledge/${dataset_id}/`), []);
  const { db } = database;
  const where = { where: { datasetId: dataset_id } };
  const left = await Promise.all([
    db.knowledgeDocument.count(where),
    db.knowledgeChunk.count(where),
    db.knowledgeEntity.count(where),
    db.knowledgeTerm.count(where),
  ]);
  assert.deepEqual(left, [0, 0, 0, 0]);
  await createDataset(client, 'doomed');
});

test('requests that cannot be met say which member is wrong', async () => {
  const dataset_id = await createDataset(client, 'faults');
  const taken = await client.send<{ dataset_id: string }>('POST', '/v1/knowledge/datasets', {
    body: { dataset_key: 'faults', display_name: 'x' },
  });
  assert.equal(taken.status, 409);
  assert.equal(taken.body.dataset_id, dataset_id);
  const wrong = { dataset_key: 'faults', inputs: [{ input_type: 'text', uri: 'https://example.com' }] };
  const answer = await client.send<{ detail: { loc: unknown }[] }>('POST', '/v1/knowledge/add/jobs', { body: wrong });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.detail[0]?.loc, ['body', 'inputs', 0, 'text']);
  const unknown = await client.send('POST', '/v1/knowledge/search', {
    body: { query_text: 'x', dataset_keys: ['nowhere'] },
  });
  assert.equal(unknown.status, 404);
});
