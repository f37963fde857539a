/**
 * A deleted document leaves nothing behind: not in tables, objects or Temporal's histories, and not in what others
 * support.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { TABLES } from '../../../../domain/manifests/index.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { createDataset, removeDocument, runJob, runKnowledge, submitJob } from '../../../support/knowledge/client.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { ownDatabase } from '../../../support/servers/own-database.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';
import { keysIn, openStore } from '../../../support/store.ts';
import { openSystem } from '../../../support/service/system.ts';
import { until } from '../../../support/until.ts';

/** What the embedding model waits for. */
let gate: Promise<unknown> = Promise.resolve();
const model = await serveModel(({ body }) => embeddingsReply([body.input ?? []].flat(), 8, gate));
const bucket = `residue-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const { db } = database;
const system = openSystem({
  ...modelSettings('vectors', model, { DIMENSIONS: '8' }),
  DATABASE_URL: url,
  S3_BUCKET: bucket,
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);
const connection = await Connection.connect({ address: system.address });
const { workflow } = new TemporalClient({ connection, namespace: system.namespace });
after(() => connection.close());

/** One word for each place of a document that a user may write in. */
const MARKERS = {
  title: 'Zarkonfels',
  body: 'quillixbrook',
  label: 'vombarlabel',
  metadata: 'jurrapmeta',
  node_set: 'wexlorset',
};
type Marker = keyof typeof MARKERS;

const markersIn = (content: string): Marker[] =>
  (Object.keys(MARKERS) as Marker[]).filter((name) => content.toLowerCase().includes(MARKERS[name].toLowerCase()));

/** Where there are markers: `table knowledge_chunk: body`. */
async function scan(): Promise<string[]> {
  const found: string[] = [];
  let readable = false;
  const look = (place: string, content: string): void => {
    for (const marker of markersIn(content)) found.push(`${place}: ${marker}`);
  };
  for (const table of Object.keys(TABLES)) {
    const rows = await db.$queryRaw<{ row: string }[]>`SELECT row::text FROM ${Prisma.raw(table)} AS row`;
    look(`table ${table}`, rows.map(({ row }) => row).join('\n'));
  }
  for (const key of await keysIn(store, '')) look(`object ${key}`, key + (await text(await store.getStream(key))));
  for await (const { workflowId, runId } of workflow.list()) {
    const handle = workflow.getHandle(workflowId, runId);
    const [history, { raw }] = await Promise.all([handle.fetchHistory(), handle.describe()]);
    const content = textsOf(history) + textsOf(raw);
    look(`workflow ${workflowId}`, content);
    readable ||= content.includes('"dataset_id"');
  }
  assert.ok(readable, 'the scan sees the payloads of histories');
  return found;
}

/** All texts of a message of Temporal, those within its payloads too. */
function textsOf(value: unknown): string {
  if (value instanceof Uint8Array) return `${Buffer.from(value).toString('utf8')}\n`;
  if (typeof value === 'string') return `${value}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsOf).join('');
}

test('a scan of all tables, objects and histories finds nothing of a deleted document', async () => {
  const id = await createDataset(client, 'scanned');
  const edited =
    `# ${MARKERS.title}\n\nThe ${MARKERS.body} flows through ${MARKERS.title} (formerly ${MARKERS.title} Hill), ` +
    'where Ada Lovelace grew up in Burntisland.';
  const common = { label: MARKERS.label, metadata: { note: MARKERS.metadata }, node_set: [MARKERS.node_set] };
  const others = { input_type: 'text', label: 'other', text: 'Ada Lovelace grew up in Burntisland.' };
  const earlier = `# ${MARKERS.title}\n\nAn earlier ${MARKERS.body}.`;
  const options = { persist_source_copy: true };
  for (const inputs of [
    [{ input_type: 'text', text: earlier, ...common }],
    [{ input_type: 'text', text: edited, ...common }, others],
  ]) {
    await runKnowledge(client, 'add', { dataset_id: id, inputs, options });
  }
  // Markdown and source of two documents; those of the earlier text are gone.
  assert.equal((await keysIn(store, `knowledge/${id}/`)).length, 4);
  await runKnowledge(client, 'cognify', { dataset_id: id });
  const before = await scan();
  for (const table of ['document', 'chunk', 'term', 'entity', 'mention', 'alias', 'input']) {
    assert.ok(
      before.some((place) => place.startsWith(`table knowledge_${table}:`)),
      `the scan sees knowledge_${table}: ${before.join('\n')}`,
    );
  }
  for (const prefix of ['knowledge/', 'jobs/']) {
    assert.ok(
      before.some((place) => place.startsWith(`object ${prefix}`)),
      `the scan sees ${prefix}`,
    );
  }
  await removeDocument(client, id, MARKERS.label);
  assert.deepEqual(await scan(), []);
  assert.deepEqual(await verifyRows(db, id), []);
});

const PLACES = ['Lyon', 'Totnes', 'Burntisland', 'Marseille', 'Dundee'];
const PEOPLE = [
  'Ada Lovelace',
  'Mary Somerville',
  'Charles Babbage',
  'Joseph Jacquard',
  'Grace Hopper',
  'Sophie Germain',
];

test('85 of 170 documents that are deleted take only what they alone supported', async () => {
  const inputs = Array.from({ length: 170 }, (_, at) => {
    const [person, place] = [PEOPLE[at % PEOPLE.length], PLACES[at % PLACES.length]];
    const friend = PEOPLE[(at * 7 + 1) % PEOPLE.length];
    const content =
      `# Life ${at}\n\n${person} grew up in ${place}. ${friend} visited House ${at % 40} of Life ` +
      `${(at * 3) % 170}.`;
    return { input_type: 'text', label: `life-${at}`, text: content, node_set: [at % 2 === 0 ? 'kept' : 'doomed'] };
  });
  const [changed, fresh] = [await createDataset(client, 'all'), await createDataset(client, 'half')];
  await runKnowledge(client, 'add', { dataset_id: changed, inputs });
  await runKnowledge(client, 'cognify', { dataset_id: changed });
  await runJob(client, 'DELETE', `datasets/${changed}/documents?node_set=doomed`);
  assert.deepEqual(await verifyRows(db, changed), []);
  await runKnowledge(client, 'cognify', { dataset_id: changed });
  await runKnowledge(client, 'add', {
    dataset_id: fresh,
    inputs: inputs.filter(({ node_set }) => node_set[0] === 'kept'),
  });
  await runKnowledge(client, 'cognify', { dataset_id: fresh });
  const left = await derivedRows(database, changed);
  assert.deepEqual(left, await derivedRows(database, fresh));
  assert.equal(await db.knowledgeChunk.count({ where: { datasetId: changed } }), 85);
  assert.equal((await keysIn(store, `knowledge/${changed}/`)).length, 85);
});

test('a document that is deleted while Cognify works on its range does not stop the job', async () => {
  const id = await createDataset(client, 'meanwhile');
  const sentence = 'Ada Lovelace grew up in Burntisland, and wrote about the planets, the engine and the sea.';
  const part = (at: number) => `# Part ${at}\n\n${sentence} ${sentence}\n`;
  const long = Array.from({ length: 150 }, (_, at) => part(at)).join('\n');
  const inputs = [
    { input_type: 'text', label: 'long', text: long },
    { input_type: 'text', label: 'short', text: 'Mary Somerville grew up in Dundee.', node_set: ['doomed'] },
  ];
  await runKnowledge(client, 'add', { dataset_id: id, inputs });
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const calls = model.calls.length;
  const cognify = { dataset_id: id, chunking: { target_tokens: 32 } };
  const jobId = await submitJob(client, 'POST', 'cognify/jobs', cognify);
  await until('the model is asked', () => Promise.resolve(model.calls.length > calls || undefined));
  await runJob(client, 'DELETE', `datasets/${id}/documents?node_set=doomed`);
  resolve();
  await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(await verifyRows(db, id), []);
  assert.equal(await db.knowledgeDocument.count({ where: { datasetId: id } }), 1);
});
