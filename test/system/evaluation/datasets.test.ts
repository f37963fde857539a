/**
 * Evaluation datasets over HTTP: versions out of requests and files, their pages, who may read them, and what removes
 * them.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Static } from 'typebox';
import type {
  EvalDataset,
  EvalDatasetRowList,
  EvalDatasetVersionList,
} from '../../../api/evaluation/datasets/schemas.ts';
import type { ValidationIssue } from '../../../api/contract/validation.ts';
import type { Client } from '../../support/service/client.ts';
import { addRows, createEvalDataset, importFile, submitImport } from '../../support/evaluation/client.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { sweep } from '../../support/sweep.ts';
import { openSystem } from '../../support/service/system.ts';

const bucket = `evaluation-datasets-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const system = openSystem({ S3_BUCKET: bucket, DATABASE_URL: url });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client({ tenant: 'rows', subject: 'ann' });
const store = openStore(bucket);
after(() => store.close());

type RowPage = Static<typeof EvalDatasetRowList>;

const readRows = (reader: Client, datasetId: string, query = ''): Promise<RowPage> =>
  reader.expect(200, 'GET', `/v1/eval/datasets/${datasetId}/rows${query}`);

/** All rows of a version, page by page. */
async function allRows(datasetId: string, query: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let cursor = ''; ;) {
    const page = await readRows(client, datasetId, `?${query}${cursor}`);
    for (const { index, values } of page.items) {
      assert.equal(index, rows.length);
      rows.push(values);
    }
    if (page.next_cursor === null) return rows;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

async function issuesOf(path: string, body: object): Promise<readonly ValidationIssue[]> {
  const { detail } = await client.expect<{ detail: ValidationIssue[] }>(422, 'POST', path, { body });
  return detail;
}

test('versions are numbered, never change, and are read page by page', async () => {
  const { dataset_id, latest_version } = await createEvalDataset(client);
  assert.equal(latest_version, null);
  await client.expect(404, 'GET', `/v1/eval/datasets/${dataset_id}/rows`);
  const rows = Array.from({ length: 120 }, (_, at) => ({
    question: `Ü\u2028${at}`,
    ...(at % 2 === 0 && { answer: at }),
  }));
  const first = await addRows(client, dataset_id, rows);
  const second = await addRows(client, dataset_id, [{ other: [1] }]);
  assert.deepEqual([first.version, first.rows, second.version, second.rows], [1, 120, 2, 1]);
  assert.deepEqual(first.columns, [
    { name: 'question', type: 'string', filled: 1 },
    { name: 'answer', type: 'number', filled: 0.5 },
  ]);
  assert.deepEqual(await allRows(dataset_id, 'version=1&limit=50'), rows);
  assert.deepEqual(await readRows(client, dataset_id), {
    version: 2,
    next_cursor: null,
    items: [{ index: 0, values: { other: [1] } }],
  });
  const path = `/v1/eval/datasets/${dataset_id}`;
  const { items } = await client.expect<Static<typeof EvalDatasetVersionList>>(200, 'GET', `${path}/versions`);
  assert.deepEqual(items, [second, first]);
  assert.deepEqual((await client.expect<EvalDataset>(200, 'GET', path)).latest_version, second);
  for (const cursor of ['0.7', '0.99999999', '1.1']) {
    await client.expect(422, 'GET', `${path}/rows?version=1&cursor=${cursor}`);
  }
  await client.expect(404, 'GET', `${path}/rows?version=3`);
});

test('a file becomes a version: JSONL, CSV and tabs, larger than a request', async () => {
  const { dataset_id } = await createEvalDataset(client);
  const many = Array.from({ length: 20_000 }, (_, at) => ({ question: `What is ${at} times 7?`, answer: at * 7 }));
  const lines = many.map((row) => JSON.stringify(row)).join('\n');
  const large = await importFile(client, dataset_id, 'many.jsonl', Buffer.from(lines));
  assert.deepEqual([large.version, large.rows, large.created_by], [1, 20_000, 'ann']);
  assert.deepEqual(large.columns[1], { name: 'answer', type: 'number', filled: 1 });
  const table = await importFile(client, dataset_id, 'table.CSV', Buffer.from('q,a\n"x, y",1\nz,\n'));
  assert.deepEqual(await allRows(dataset_id, `version=${table.version}`), [{ q: 'x, y', a: '1' }, { q: 'z' }]);
  const tabs = await importFile(client, dataset_id, 'table.tsv', Buffer.from('q\ta\n1,2\t3\n'));
  assert.deepEqual(await allRows(dataset_id, `version=${tabs.version}`), [{ q: '1,2', a: '3' }]);
});

test('a Parquet file becomes a version', async () => {
  const { dataset_id } = await createEvalDataset(client);
  const rows = Array.from({ length: 3000 }, (_, at) => ({ question: `What is ${at}?`, answer: at, labels: { at } }));
  const columnData = [
    { name: 'question', data: rows.map(({ question }) => question) },
    { name: 'answer', data: rows.map(({ answer }) => answer) },
    { name: 'labels', data: rows.map(({ labels }) => labels), type: 'JSON' as const },
  ];
  const file = new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1000 }));
  const { version, columns } = await importFile(client, dataset_id, 'rows.parquet', file);
  assert.deepEqual(
    columns.map(({ name, type }) => [name, type]),
    [
      ['question', 'string'],
      ['answer', 'number'],
      ['labels', 'object'],
    ],
  );
  assert.deepEqual(await allRows(dataset_id, `version=${version}&limit=500`), rows);
});

test('a file that cannot be read fails its job with the line, and leaves no version and no bytes', async () => {
  const { dataset_id } = await createEvalDataset(client);
  const files = [
    ['broken.jsonl', '{"a": 1}\n{"a": }\n', 'rows_invalid', { reason: 'json', line: 2, column: 8 }],
    ['broken.csv', 'a,b\n1,2\n3\n', 'rows_invalid', { reason: 'cells', line: 3, column: 1 }],
    ['broken.parquet', 'PAR1 and nothing else PAR1', 'rows_invalid', { reason: 'parquet' }],
    ['blank.jsonl', '\n \n', 'empty', {}],
  ] as const;
  for (const [name, content, code, details] of files) {
    const { object_id } = await client.upload(Buffer.from(content), name);
    const locator = `service://objects/${object_id}`;
    const jobId = await submitImport(client, dataset_id, { type: 'object', locator });
    const { error } = await client.waitFor(jobId, 'failed');
    assert.equal(error?.code, code, name);
    assert.deepEqual(error.details, details);
  }
  assert.deepEqual(await keysIn(store, `evaluation-datasets/${dataset_id}/`), []);
});

test('a request that can only fail is refused at once', async () => {
  const { dataset_id, dataset_key } = await createEvalDataset(client);
  const path = `/v1/eval/datasets/${dataset_id}`;
  const taken = await client.expect<{ dataset_id: string }>(409, 'POST', '/v1/eval/datasets', {
    body: { dataset_key, display_name: 'Again' },
  });
  assert.equal(taken.dataset_id, dataset_id);
  const { object_id } = await client.upload(Buffer.from('a\n1\n'), 'rows.dat');
  const hidden = await (await api.client()).upload(Buffer.from('a\n1\n'), 'rows.csv');
  const large = await client.upload(Buffer.from('PAR1'), 'large.parquet');
  const sizeBytes = 64 * 1024 ** 2 + 1;
  await database.db.storageObjectVersion.updateMany({ where: { objectId: large.object_id }, data: { sizeBytes } });
  const refused = [
    [{ type: 'object', locator: `service://objects/${large.object_id}` }, 'locator'],
    [{ type: 'object' }, 'locator'],
    [{ type: 'object', locator: `service://objects/${object_id}` }, 'format'],
    [{ type: 'object', locator: `service://objects/${hidden.object_id}` }, 'locator'],
    [{ type: 'object', locator: 'https://example.com/rows.csv' }, 'locator'],
    [{ type: 'knowledge_dataset' }, 'dataset_id'],
    [{ type: 'knowledge_dataset', locator: 'x' }, 'locator'],
    [{ type: 'object', locator: 'x', unit: 'documents' }, 'unit'],
  ] as const;
  for (const [body, member] of refused) {
    const [issue] = await issuesOf(`${path}/imports`, body);
    assert.deepEqual(issue?.loc, ['body', member], JSON.stringify(issue));
  }
  const wide = (from: number) => Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`c${from + at}`, 1]));
  const [columns] = await issuesOf(`${path}/versions`, { rows: [wide(0), wide(100)] });
  assert.deepEqual([columns?.loc, columns?.type], [['body', 'rows', 1], 'too_many_columns']);
  await issuesOf(`${path}/versions`, { rows: [] });
});

test('the policy of a dataset decides who reads it, and another tenant sees nothing', async () => {
  const own = await createEvalDataset(client, { access_policy: { access_level: 'private' } });
  await addRows(client, own.dataset_id, [{ a: 1 }]);
  const colleague = await api.client({ tenant: 'rows', subject: 'bob' });
  const stranger = await api.client();
  for (const [reader, status] of [
    [colleague, 403],
    [stranger, 404],
  ] as const) {
    for (const path of ['', '/versions', '/rows']) {
      await reader.expect(status, 'GET', `/v1/eval/datasets/${own.dataset_id}${path}`);
    }
    await reader.expect(status, 'DELETE', `/v1/eval/datasets/${own.dataset_id}`);
    await reader.expect(status, 'POST', `/v1/eval/datasets/${own.dataset_id}/versions`, { body: { rows: [{}] } });
    const { items } = await reader.expect<{ items: EvalDataset[] }>(200, 'GET', '/v1/eval/datasets?limit=500');
    assert.ok(items.every(({ dataset_id }) => dataset_id !== own.dataset_id));
  }
});

test('a dataset takes its rows and bytes along: when it is deleted, and when it expires', async () => {
  const [deleted, expired, kept] = await Promise.all([
    createEvalDataset(client),
    createEvalDataset(client, { retention_class: 'temporary' }),
    createEvalDataset(client),
  ]);
  for (const { dataset_id } of [deleted, expired, kept]) {
    await addRows(client, dataset_id, [{ a: 1 }]);
    await addRows(client, dataset_id, [{ a: 2 }]);
    assert.equal((await keysIn(store, `evaluation-datasets/${dataset_id}/`)).length, 2);
  }
  assert.ok(expired.expires_at);
  await client.expect(204, 'DELETE', `/v1/eval/datasets/${deleted.dataset_id}`);
  await database.db.evaluationDataset.update({
    where: { id: expired.dataset_id },
    data: { expiresAt: new Date(0) },
  });
  // As of an import whose process died before its commit.
  await store.put(`evaluation-datasets/${kept.dataset_id}/lost.jsonl`, '{}', 'application/jsonl');
  await sweep(system, 0);
  for (const { dataset_id } of [deleted, expired]) {
    await client.expect(404, 'GET', `/v1/eval/datasets/${dataset_id}`);
    assert.deepEqual(await keysIn(store, `evaluation-datasets/${dataset_id}/`), []);
    assert.equal(await database.db.evaluationDatasetVersion.count({ where: { datasetId: dataset_id } }), 0);
  }
  assert.equal((await readRows(client, kept.dataset_id)).version, 2);
  assert.equal((await keysIn(store, `evaluation-datasets/${kept.dataset_id}/`)).length, 2);
});
