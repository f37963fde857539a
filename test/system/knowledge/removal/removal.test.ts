/** Documents are forgotten one by one, by object and by node set, with all that they alone support. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { KnowledgeDataset } from '../../../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import { newId } from '../../../../domain/ids.ts';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import {
  createDataset,
  readGraph,
  removeDocument,
  runJob,
  runKnowledge,
  search,
  submitJob,
} from '../../../support/knowledge/client.ts';
import { ownDatabase } from '../../../support/servers/own-database.ts';
import { runNpmScript } from '../../../support/service/npm-script.ts';
import { modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';
import { keysIn, openStore } from '../../../support/store.ts';
import { sweep } from '../../../support/sweep.ts';
import { openSystem } from '../../../support/service/system.ts';

const bucket = `forget-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const system = openSystem({
  ...modelSettings('vectors', await serveModel(), { DIMENSIONS: '8' }),
  DATABASE_URL: url,
  S3_BUCKET: bucket,
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);
const DAY_MS = 86_400_000;

async function fill(dataset_id: string, inputs: readonly object[]): Promise<KnowledgeJobResult['inputs']> {
  const added = await runKnowledge(client, 'add', { dataset_id, inputs });
  await runKnowledge(client, 'cognify', { dataset_id });
  return added.inputs;
}

/** Labels of the documents whose chunks have these words. */
async function found(dataset_key: string, query_text: string): Promise<string[]> {
  const { results } = await search(client, dataset_key, query_text, { search_type: 'CHUNKS_LEXICAL' });
  return results.map(({ provenance }) => provenance?.label ?? '').sort();
}

const factsOf = async (datasetId: string): Promise<string[]> => (await readGraph(client, datasetId)).facts;

const GREW_UP = 'mary somerville · grew up in · burntisland';
const LIVES = [
  {
    input_type: 'text',
    label: 'one',
    node_set: ['lives'],
    text: 'Mary Somerville grew up in Burntisland. She sailed.',
  },
  { input_type: 'text', label: 'two', node_set: ['lives', 'towns'], text: 'Mary Somerville grew up in Burntisland.' },
  { input_type: 'text', label: 'three', node_set: ['towns'], text: 'Charles Babbage grew up in Totnes. He sailed.' },
];

test('a fact stays as long as a document supports it', async () => {
  const id = await createDataset(client, 'facts');
  await fill(id, LIVES);
  assert.ok((await factsOf(id)).includes(GREW_UP));
  const { counts } = await removeDocument(client, id, 'one');
  assert.deepEqual(counts, { documents_removed: 1 });
  assert.deepEqual(await found('facts', 'sailed'), ['three']);
  assert.ok((await factsOf(id)).includes(GREW_UP));
  await removeDocument(client, id, 'two');
  assert.ok(!(await factsOf(id)).includes(GREW_UP));
  assert.equal(await database.db.knowledgeDocument.count({ where: { datasetId: id } }), 1);
  assert.equal((await keysIn(store, `knowledge/${id}/`)).length, 1);
});

/** The names of the entities that have others, with these. */
async function merged(datasetId: string): Promise<string[]> {
  const { nodes } = await readGraph(client, datasetId);
  return nodes.flatMap(({ name, aliases }) =>
    aliases.map(({ name: alias, rule, scope }) => `${alias} is ${name}: ${rule}, ${scope}`),
  );
}

const BOARD = {
  input_type: 'text',
  label: 'board',
  text: 'The Eling Tide Mill Board (ETMB) met in Lyon. John Robert Hallam, known as Robin, led it.',
};
const MEETING = {
  input_type: 'text',
  label: 'meeting',
  text: 'The ETMB was founded by Ada Lovelace. She taught J. R. Hallam.',
};

test('names are merged as long as a document shows that they are one', async () => {
  const id = await createDataset(client, 'aliases');
  await fill(id, [MEETING]);
  assert.deepEqual(await merged(id), []);
  assert.ok((await factsOf(id)).includes('etmb · was founded by · ada lovelace'));
  await runKnowledge(client, 'add', { dataset_id: id, inputs: [BOARD] });
  const { counts } = await runKnowledge(client, 'cognify', { dataset_id: id });
  assert.equal(counts.aliases, 2);
  assert.deepEqual(await merged(id), [
    'etmb is eling tide mill board: abbreviation, dataset',
    'j r hallam is john robert hallam: initials, dataset',
    'robin is john robert hallam: other_name, document',
  ]);
  const { nodes } = await readGraph(client, id);
  const board = nodes.find(({ name }) => name === 'eling tide mill board');
  const [start, end] = board?.aliases[0]?.span ?? [];
  assert.deepEqual([board?.chunks, BOARD.text.slice(start, end)], [2, 'Eling Tide Mill Board (ETMB']);
  assert.ok(!nodes.some(({ name }) => name === 'etmb' || name === 'robin'));
  assert.ok((await factsOf(id)).includes('eling tide mill board · was founded by · ada lovelace'));
  assert.deepEqual(await verifyRows(database.db, id), []);

  await removeDocument(client, id, 'board');
  assert.deepEqual(await merged(id), []);
  assert.ok((await factsOf(id)).includes('etmb · was founded by · ada lovelace'));
});

test('a repeated deletion returns the job of the first one, and what never was is not found', async () => {
  const id = await createDataset(client, 'repeats');
  const [one, two] = await fill(id, LIVES);
  const first = await removeDocument(client, id, 'one');
  const path = `/v1/knowledge/datasets/${id}/documents/${one?.document_id}`;
  const again = await client.send<{ job_id: string }>('DELETE', path);
  assert.deepEqual([again.status, again.body.job_id], [202, first.job_id]);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await client.send('DELETE', `/v1/knowledge/datasets/${id}/documents/doc_unknown`)).status, 404);
  const stranger = await api.client();
  assert.equal((await stranger.send('DELETE', path)).status, 404);

  // The same text is the same document: it can be added and deleted again.
  await fill(id, LIVES.slice(0, 1));
  assert.deepEqual(await found('repeats', 'sailed'), ['one', 'three']);
  assert.notEqual((await removeDocument(client, id, 'one')).job_id, first.job_id);

  const whole = await runJob(client, 'DELETE', `datasets/${id}`);
  assert.deepEqual(whole.counts, { documents_removed: 2 });
  assert.equal(await submitJob(client, 'DELETE', `datasets/${id}`), whole.job_id);
  assert.equal((await stranger.send('DELETE', `/v1/knowledge/datasets/${id}`)).status, 404);
  const within = `/v1/knowledge/datasets/${id}/documents/${two?.document_id}`;
  assert.equal((await client.send('DELETE', within)).status, 404);
});

test('a node set and the documents of an object are deleted together', async () => {
  const id = await createDataset(client, 'sets');
  const stored = await client.upload(Buffer.from('# Quay\n\nThe quay was dredged.'), 'quay.md');
  const object = { input_type: 'object_id', object_id: stored.object_id, label: 'quay' };
  await fill(id, [...LIVES, object]);
  const { counts } = await runJob(client, 'DELETE', `datasets/${id}/documents?node_set=lives`);
  assert.deepEqual(counts, { documents_removed: 2 });
  assert.deepEqual(await found('sets', 'sailed dredged'), ['quay', 'three']);
  const none = await runJob(client, 'DELETE', `datasets/${id}/documents?node_set=lives`);
  assert.deepEqual(none.counts, { documents_removed: 0 });

  await client.send('DELETE', `/v1/storage/objects/${stored.object_id}`);
  assert.deepEqual(await found('sets', 'dredged'), []);
  const ofObject = await runJob(client, 'DELETE', `datasets/${id}/documents?object_id=${stored.object_id}`);
  assert.deepEqual(ofObject.counts, { documents_removed: 1 });

  for (const query of ['', `?node_set=lives&object_id=${stored.object_id}`]) {
    const { status } = await client.send('DELETE', `/v1/knowledge/datasets/${id}/documents${query}`);
    assert.equal(status, 422);
  }
});

test('the sweep removes what lost its object, and what lost the job that deletes it', async () => {
  const id = await createDataset(client, 'swept');
  const stored = await client.upload(Buffer.from('# Quay\n\nThe quay was dredged.'), 'quay.md');
  await fill(id, [...LIVES, { input_type: 'object_id', object_id: stored.object_id, label: 'quay' }]);
  await client.send('DELETE', `/v1/storage/objects/${stored.object_id}`);
  const { db } = database;
  const hidden = (label: string, age: number) =>
    db.knowledgeDocument.updateMany({
      where: { datasetId: id, label },
      data: { deletedAt: new Date(Date.now() - age) },
    });
  await Promise.all([hidden('one', 2 * DAY_MS), hidden('two', DAY_MS / 2)]);
  await sweep(system, DAY_MS);
  const left = await db.knowledgeDocument.findMany({ where: { datasetId: id }, orderBy: { label: 'asc' } });
  assert.deepEqual(
    left.map(({ label }) => label),
    ['three', 'two'],
  );
  assert.equal((await keysIn(store, `knowledge/${id}/`)).length, 2);
});

test('npm run verify:dataset finds nothing after deletions, and what was lost or left in the object store', async () => {
  const id = await createDataset(client, 'verified');
  await fill(id, LIVES);
  await runJob(client, 'DELETE', `datasets/${id}/documents?node_set=lives`);
  const { env } = system;
  const whole = await runNpmScript('verify:dataset', [id], env);
  assert.equal(whole.code, 0, whole.output);
  const [key = ''] = await keysIn(store, `knowledge/${id}/`);
  await store.copy(key, `knowledge/${id}/left.md`);
  await store.remove(key);
  const { code, output } = await runNpmScript('verify:dataset', [id], env);
  assert.equal(code, 1, output);
  assert.match(output, /1 objects that no row refers to: .*left\.md/);
  assert.match(output, /1 objects that are missing/);
  assert.equal((await runNpmScript('verify:dataset', ['x'], env)).code, 2);
  const absent = await runNpmScript('verify:dataset', [newId('dset')], env);
  assert.equal(absent.code, 0, absent.output);
  assert.match(absent.output, /There is no dataset dset_\w+, and nothing of one is left\./);
});

test('the sweep removes temporary datasets when their time is over, and no others', async () => {
  const { db } = database;
  const retained = async (dataset_key: string, retention_class: string): Promise<string> => {
    const id = await createDataset(client, dataset_key);
    const body = { retention_class };
    const changed = await client.expect<KnowledgeDataset>(200, 'PATCH', `/v1/knowledge/datasets/${id}`, { body });
    assert.equal(changed.expires_at !== null, retention_class === 'temporary');
    await fill(id, LIVES);
    return id;
  };
  const over = await retained('over', 'temporary');
  const young = await retained('young', 'temporary');
  const saved = await retained('saved', 'temporary');
  const standard = await retained('standard', 'standard');
  await db.knowledgeDataset.updateMany({ where: { id: { in: [over, saved] } }, data: { expiresAt: new Date(0) } });
  const kept = { retention_class: 'permanent' };
  await client.expect(200, 'PATCH', `/v1/knowledge/datasets/${saved}`, { body: kept });
  await sweep(system, DAY_MS);
  await sweep(system, DAY_MS);
  const left = await db.knowledgeDataset.findMany({
    where: { id: { in: [over, young, saved, standard] } },
    orderBy: { createdAt: 'asc' },
  });
  assert.deepEqual(
    left.map(({ id }) => id),
    [young, saved, standard],
  );
  assert.deepEqual(await verifyRows(db, over), []);
  assert.deepEqual(await keysIn(store, `knowledge/${over}/`), []);
  assert.equal((await client.send('GET', `/v1/knowledge/datasets/${over}`)).status, 404);
  assert.deepEqual(await found('saved', 'sailed'), ['one', 'three']);

  assert.equal((await client.send('DELETE', `/v1/knowledge/datasets/${saved}`)).status, 409);
  assert.deepEqual((await runJob(client, 'DELETE', `datasets/${saved}?force=true`)).counts, { documents_removed: 3 });
});
