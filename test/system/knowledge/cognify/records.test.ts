/**
 * Rows of CSV, workbooks and JSON become records: found by a cell, linked by keys, replaced one by one, and removed.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import { createDataset, readGraph, runJob, runKnowledge, search } from '../../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';
import { completeObject, openUpload, putWhole } from '../../../support/service/uploads.ts';
import { makeXlsx, rows } from '../../../support/documents/xlsx.ts';

/** What a language model was asked to read. */
const passages: string[] = [];
const server = await serveModel((call) => {
  if (call.body.messages === undefined) return plainReply(call);
  passages.push(call.body.messages[1]?.content ?? '');
  return jsonReply({ entities: [], relations: [] });
});
const database = sharedDatabase();
const { db } = database;
const { api } = await borrowSystem('knowledge', { vectors: server.url, main: server.url });
const client = await api.client();

/** Stores a file, or a new version of the object. */
async function store(filename: string, content: string | Uint8Array, object_id?: string): Promise<string> {
  const bytes = Buffer.from(content);
  const about = { filename, content_type: 'application/octet-stream', size_bytes: bytes.byteLength, object_id };
  const session = await openUpload(client, about);
  await putWhole(session, bytes);
  return (await completeObject(client, session.upload_id)).object_id;
}

async function add(
  dataset_id: string,
  inputs: readonly object[],
  structured_ingest = true,
): Promise<KnowledgeJobResult['inputs']> {
  return (await runKnowledge(client, 'add', { dataset_id, inputs, options: { structured_ingest } })).inputs;
}

const object = (object_id: string) => ({ input_type: 'object_id', object_id });

const CUSTOMERS = 'id,name,city\n17,Ada Ltd,Leeds\n18,"Hallam, Sons",York\n';
/** One of its cells is merged over two rows. */
const ORDERS = makeXlsx([
  {
    name: 'Orders',
    content: `${rows(
      ['id', 'customer_id', 'wood'],
      ['1001', '17', 'Bog oak'],
      ['1002', '17', ''],
      ['1003', '18', 'Elm'],
    )}<mergeCells><mergeCell ref="C2:C3"/></mergeCells>`,
  },
]);
const SHIPS = JSON.stringify([
  { code: 'S-1', type: 'Barge', crew: ['Ruth Byron', 'Ben King'], owner: { company: 'Ada Ltd' }, tons: 40 },
  { code: 'S-2', type: 'Ketch', crew: [], owner: { company: 'Hallam, Sons' }, tons: 9 },
]);

const dataset = await createDataset(client, 'trade');
const files = [
  await store('customers.csv', CUSTOMERS),
  await store('trade.xlsx', ORDERS),
  await store('ships.json', SHIPS),
];
const [customers = ''] = files;

/** The chunk that a search for these words finds first. */
async function find(query_text: string) {
  const more = { search_type: 'CHUNKS_LEXICAL', include_provenance: true };
  const { results } = await search(client, 'trade', query_text, more);
  const { heading, text, provenance } = results[0] ?? assert.fail(`${query_text} is not found`);
  return { heading, text, record: provenance?.record };
}

test('the outcome of each input says what its records are', async () => {
  const text = { input_type: 'text', label: 'Sallow Quay', text: 'The quay belongs to Ada Ltd.' };
  const inputs = await add(dataset, [...files.map(object), text]);
  assert.deepEqual(
    inputs.map(({ outcome, records, note }) => [outcome, records, note]),
    [
      ['added', 2, '2 of type customer, named by name.'],
      ['added', 3, '3 of type order, named by id.'],
      ['added', 2, '2 of type ship, named by code.'],
      ['added', 0, 'No records: there is no table with a header and rows.'],
    ],
  );
});

test('records are found by a cell, and a language model reads only the text', async () => {
  const estimated = await runKnowledge(client, 'cognify', { dataset_id: dataset, dry_run: true });
  assert.deepEqual([estimated.estimate?.chunks, estimated.estimate?.extraction?.calls], [8, 1]);
  const { counts, extraction } = await runKnowledge(client, 'cognify', { dataset_id: dataset });
  assert.equal(counts['chunks_added'], 8);
  assert.equal(extraction?.chunks, 1);
  assert.ok(passages.length === 1 && passages[0]?.includes('belongs to'), passages.join());
  assert.deepEqual(await find('York'), {
    heading: 'customers › Hallam, Sons',
    text: 'id: 18\nname: Hallam, Sons\ncity: York',
    record: { type: 'customer', row: 2 },
  });
  const { text, record } = await find('1002 bog oak');
  assert.deepEqual([text, record], ['id: 1002\ncustomer_id: 17\nwood: Bog oak', { type: 'order', row: 2 }]);
  assert.equal((await find('quay')).record, null);
});

test('the graph has typed nodes, and links that cite the line of a chunk', async () => {
  const { nodes, links, facts } = await readGraph(client, dataset);
  const types = new Map(nodes.map(({ name, type }) => [name, type]));
  const [key] = nodes.find(({ name }) => name === 'ada ltd')?.aliases ?? [];
  assert.deepEqual([key?.name, key?.rule, key?.scope], ['customer 17', 'record_key', 'dataset']);
  assert.deepEqual(
    ['ada ltd', 'customer 17', 'order 1001', 's 1', 's 2', 'leeds'].map((name) => types.get(name)),
    ['customer', undefined, 'order', 'barge', 'ketch', null],
  );
  assert.deepEqual(facts.toSorted(), [
    'ada ltd · city · leeds',
    'hallam sons · city · york',
    'order 1001 · customer_id · ada ltd',
    'order 1001 · wood · bog oak',
    'order 1002 · customer_id · ada ltd',
    'order 1002 · wood · bog oak',
    'order 1003 · customer_id · hallam sons',
    'order 1003 · wood · elm',
    's 1 · crew · ben king',
    's 1 · crew · ruth byron',
    's 1 · owner.company · ada ltd',
    's 1 · type · barge',
    's 2 · owner.company · hallam sons',
    's 2 · type · ketch',
  ]);
  for (const { predicate, evidence } of links) {
    const [{ chunk_id, span, extractor } = assert.fail('no evidence')] = evidence;
    const { body } = await db.knowledgeChunk.findUniqueOrThrow({ where: { id: BigInt(chunk_id) } });
    assert.equal(extractor, 'record');
    assert.ok(body.slice(span[0], span[1]).startsWith(`${predicate}: `));
  }
});

test('an edited row replaces its own chunk, and a removed one takes its links along', async () => {
  await store('customers.csv', `id,name,city\n19,Carew,Bath\n17,Ada Ltd,Bristol\n`, customers);
  const [edited] = await add(dataset, [object(customers)]);
  assert.equal(edited?.outcome, 'updated');
  const { counts } = await runKnowledge(client, 'cognify', { dataset_id: dataset });
  assert.deepEqual([counts['chunks_added'], counts['chunks_removed']], [2, 2]);
  assert.deepEqual((await find('Bristol')).record, { type: 'customer', row: 2 });
  const { facts } = await readGraph(client, dataset);
  assert.ok(facts.includes('order 1001 · customer_id · ada ltd'));
  assert.ok(
    !facts.some((fact) => /hallam|customer 18|leeds/.test(fact) && !fact.includes('company')),
    facts.join('\n'),
  );

  await store('customers.csv', `id,name,city\n17,Ada Ltd,Bristol\n`, customers);
  await add(dataset, [object(customers)]);
  const shifted = await runKnowledge(client, 'cognify', { dataset_id: dataset });
  assert.deepEqual([shifted.counts['chunks_added'], shifted.counts['chunks_removed']], [0, 1]);
  assert.deepEqual((await find('Bristol')).record, { type: 'customer', row: 1 });
  assert.deepEqual(await verifyRows(db, dataset), []);
});

test('without the option the same content is text again, and with it records again', async () => {
  const [plain] = await add(dataset, [object(customers)], false);
  assert.deepEqual([plain?.outcome, plain?.records, plain?.note], ['updated', null, null]);
  await runKnowledge(client, 'cognify', { dataset_id: dataset });
  assert.equal((await find('Bristol')).record, null);
  const [again] = await add(dataset, [object(customers)]);
  assert.deepEqual([again?.outcome, again?.records], ['updated', 1]);
  await runKnowledge(client, 'cognify', { dataset_id: dataset });
  assert.deepEqual((await find('Bristol')).record, { type: 'customer', row: 1 });
  assert.equal((await add(dataset, [object(customers)]))[0]?.outcome, 'unchanged');
});

test('tables of other sources stay text', async () => {
  const page = '<html><body><h1>Mills</h1><table><tr><th>name</th></tr><tr><td>Eling</td></tr></table></body></html>';
  const other = await createDataset(client, 'pages');
  const [added] = await add(other, [object(await store('mills.html', page))]);
  assert.deepEqual(
    [added?.outcome, added?.records, added?.note],
    ['added', 0, 'No records: the tables of text/html stay text.'],
  );
});

test('deleted documents take their records, nodes and links along', async () => {
  for (const object_id of files) {
    await runJob(client, 'DELETE', `datasets/${dataset}/documents?object_id=${object_id}`);
  }
  const { nodes, links } = await readGraph(client, dataset);
  assert.deepEqual([nodes.map(({ type }) => type), links], [nodes.map(() => null), []]);
  assert.equal(await db.knowledgeChunk.count({ where: { datasetId: dataset, recordType: { not: null } } }), 0);
  assert.deepEqual(await verifyRows(db, dataset), []);
});

test('records of one name with different keys are kept apart where their files share other keys, and else are not', async () => {
  const nodesOf = async (...files: readonly string[]) => {
    const dataset_id = await createDataset(client, `keys-${randomBytes(4).toString('hex')}`);
    await add(dataset_id, await Promise.all(files.map(async (file) => object(await store('customers.csv', file)))));
    await runKnowledge(client, 'cognify', { dataset_id });
    const { nodes } = await readGraph(client, dataset_id);
    return nodes.flatMap(({ name, aliases }) =>
      aliases.length === 0 ? [] : [`${name}: ${aliases.map((one) => one.name).join(', ')}`],
    );
  };
  const first = 'id,name\n17,Ada Ltd\n18,Jon Marsh\n';
  assert.deepEqual(await nodesOf(first, 'id,name\n17,Ada Ltd\n42,Jon Marsh\n'), [
    'ada ltd: customer 17',
    'customer 18: jon marsh',
    'customer 42: jon marsh',
  ]);
  assert.deepEqual(await nodesOf(first, 'id,name\n41,Bo Ltd\n42,Jon Marsh\n'), [
    'ada ltd: customer 17',
    'bo ltd: customer 41',
    'jon marsh: customer 18, customer 42',
  ]);
});
