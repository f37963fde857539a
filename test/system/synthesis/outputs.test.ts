/** What was made is the input of other jobs: an evaluation dataset, and inputs of Add. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalDataset } from '../../../api/evaluation/datasets/schemas.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { findOrCreateDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { documentIdOfJob } from '../../../domain/ids.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { createDataset, runKnowledge } from '../../support/knowledge/client.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'outputs', subject: 'ann' });

const database = sharedDatabase();

const TEXT = 'Carrow Mill was built in 1783. Carrow Mill is located in Norwich.';
const INPUT = { type: 'contexts', contexts: [{ title: 'Carrow Mill', text: TEXT }] };
const QUESTION = 'When was Carrow Mill built?';

function synthesize(more: object): Promise<SynthesisResult> {
  const body = { count: 1, input: INPUT, options: { kinds: { temporal: 1 } }, ...more };
  return client.expect(200, 'POST', '/v1/synthesis/sync', { body });
}

const datasetOf = (id: string | undefined): Promise<EvalDataset> =>
  client.expect(200, 'GET', `/v1/eval/datasets/${id}`);

test('questions become versions of an evaluation dataset, which an evaluation takes its cases from', async () => {
  const first = await synthesize({ dataset: { dataset_key: 'mills', display_name: 'Mills' } });
  const dataset_id = first.dataset?.dataset_id;
  assert.deepEqual(first.dataset, { dataset_id, version: 1, rows: 1 });
  const { items } = await client.expect<{ items: { values: object }[] }>(
    200,
    'GET',
    `/v1/eval/datasets/${dataset_id}/rows`,
  );
  assert.deepEqual(items[0]?.values, {
    user_input: QUESTION,
    expected_output: '1783',
    reference_contexts: [`Carrow Mill\n\n${TEXT}`],
    kind: 'temporal',
    group: 'contexts/0',
    provenance: first.items[0]?.provenance,
  });
  const { display_name, access_policy } = await datasetOf(dataset_id);
  assert.deepEqual([display_name, access_policy.access_level], ['Mills', 'tenant_shared']);

  const second = await synthesize({ dataset: { dataset_key: 'mills' } });
  assert.deepEqual(second.dataset, { dataset_id, version: 2, rows: 1 });

  const body = {
    eval_type: 'custom',
    metrics: [{ metric_key: 'text.exact_match' }],
    input: { type: 'dataset', dataset_id, field_mapping: { actual_output: 'expected_output' } },
  };
  const result = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', { body });
  assert.deepEqual([result.cases, result.metrics[0]?.mean], [1, 1]);
});

test('a dataset of questions on documents is private, and so are evaluations with it, unless its policy is given', async () => {
  const { object_id } = await client.upload(Buffer.from(TEXT), 'mill.txt');
  const jobId = await client.submitOne(`service://objects/${object_id}`);
  await client.waitFor(jobId, 'succeeded');
  const input = { type: 'documents', document_ids: [documentIdOfJob(jobId)] };
  const write = async (dataset: object): Promise<EvalDataset> => {
    const { dataset: written } = await synthesize({ input, dataset });
    return datasetOf(written?.dataset_id);
  };
  const open = await write({ dataset_key: 'open', access_policy: { access_level: 'tenant_shared' } });
  assert.equal(open.access_policy.access_level, 'tenant_shared');
  const { dataset_id, access_policy } = await write({ dataset_key: 'private' });
  assert.equal(access_policy.access_level, 'private');

  const ben = await api.client({ tenant: 'outputs', subject: 'ben' });
  const evaluation = {
    eval_type: 'custom',
    metrics: [{ metric_key: 'text.exact_match' }],
    input: {
      type: 'dataset',
      dataset_id,
      field_mapping: { actual_output: 'expected_output' },
    },
  };
  const sent = { body: evaluation };
  const { job_id, cases, metrics } = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', sent);
  assert.deepEqual([cases, metrics[0]?.mean], [1, 1]);
  for (const [method, path, refused] of [
    ['POST', '/v1/eval/jobs', sent],
    ['GET', `/v1/eval/jobs/${job_id}/result`, {}],
    ['GET', `/v1/eval/datasets/${dataset_id}/rows`, {}],
  ] as const) {
    const { code } = await ben.expect<{ code: string }>(403, method, path, refused);
    assert.equal(code, 'access_denied', path);
  }
  const body = { count: 1, input: INPUT, dataset: { dataset_key: 'private' } };
  await ben.expect(403, 'POST', '/v1/synthesis/jobs', { body });
  const scopes = ['synthesis:write'];
  const limited = await api.client({ tenant: 'outputs', subject: 'ann', scopes });
  const { scope } = await limited.expect<{ scope: string }>(403, 'POST', '/v1/synthesis/jobs', { body });
  assert.equal(scope, 'eval:write');
});

test('rows stay readable when their source is closed, unlike the items of the job', async () => {
  const ann = await api.client({ tenant: 'closed', subject: 'ann' });
  const ben = await api.client({ tenant: 'closed', subject: 'ben' });
  const { object_id } = await ann.upload(Buffer.from(TEXT), 'mill.txt');
  const parsed = await ann.submitOne(`service://objects/${object_id}`);
  await ann.waitFor(parsed, 'succeeded');
  const { job_id, dataset } = await ann.expect<SynthesisResult>(200, 'POST', '/v1/synthesis/sync', {
    body: {
      count: 1,
      options: { kinds: { temporal: 1 } },
      input: { type: 'documents', document_ids: [documentIdOfJob(parsed)] },
      dataset: { dataset_key: 'mills', access_policy: { access_level: 'tenant_shared' } },
    },
  });
  const read = async () => {
    const { items } = await ben.expect<SynthesisResult>(200, 'GET', `/v1/synthesis/jobs/${job_id}/result`);
    const rows = await ben.expect<{ items: object[] }>(200, 'GET', `/v1/eval/datasets/${dataset?.dataset_id}/rows`);
    return { items: items.length, rows: rows.items.length };
  };
  assert.deepEqual(await read(), { items: 1, rows: 1 });
  const body = { access_policy: { access_level: 'private' } };
  await ann.expect(200, 'PATCH', `/v1/storage/objects/${object_id}`, { body });
  assert.deepEqual(await read(), { items: 0, rows: 1 });
});

test('without items, no dataset is made', async () => {
  const none = await synthesize({ options: { kinds: { comparison: 1 } }, dataset: { dataset_key: 'none' } });
  assert.deepEqual([none.accepted, none.dataset], [0, null]);
});

test('of those who create the same dataset at once, all get it', async () => {
  const owner = { tenantId: 'outputs', subject: 'ann', roles: [], purpose: null };
  const dataset = {
    datasetKey: 'contended',
    displayName: 'Contended',
    description: null,
    retentionClass: 'standard' as const,
    accessPolicy: DEFAULT_ACCESS_POLICY,
  };
  const found = await Promise.all(Array.from({ length: 6 }, () => findOrCreateDataset(database, owner, dataset, 1)));
  assert.equal(new Set(found.map(({ id }) => id)).size, 1);
});

test('items that cannot become a version are not lost', async () => {
  const dataset = { dataset_key: 'full' };
  const first = await synthesize({ dataset });
  const { dataset_id = '' } = first.dataset ?? {};
  await database.db.evaluationDatasetVersion.updateMany({ where: { datasetId: dataset_id }, data: { version: 1000 } });
  const second = await synthesize({ dataset });
  assert.deepEqual([second.state, second.dataset, second.dataset_error?.code], ['succeeded', null, 'too_large']);
  assert.deepEqual(second.items, first.items);
  assert.equal(second.outputs.length, first.outputs.length);
  assert.equal(first.dataset_error, null);
});

const columns = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, { type: 'integer' }]));
const table = (name: string, properties: object) => ({ name, count: 1, schema: { type: 'object', properties } });
for (const [what, tables, message] of [
  ['more columns than a dataset has', [table('one', columns(150)), table('wide', columns(201))], /wide/],
  ['a column of the name that tables have there', [table('one', {}), table('wide', { table: {} })], /wide/],
] as const) {
  test(`${what} are refused before rows are made for it`, async () => {
    const body = { options: { tables }, dataset: { dataset_key: 'rows' } };
    const { detail } = await client.expect<{ detail: { loc: string[]; msg: string }[] }>(
      422,
      'POST',
      '/v1/synthesis/jobs',
      { body },
    );
    assert.equal(detail[0]?.loc.join('.'), 'body.options.tables.1.schema');
    assert.match(detail[0]?.msg ?? '', message);
  });
}

test('answered questions can be added to a dataset of knowledge', async () => {
  const result = await synthesize({ formats: ['knowledge_inputs'] });
  const url = result.outputs.find(({ name }) => name === 'knowledge-inputs.jsonl')?.url ?? '';
  const lines = (await (await fetch(url)).text()).trimEnd().split('\n');
  const inputs = lines.map((line): unknown => JSON.parse(line));
  assert.deepEqual(inputs, [
    {
      input_type: 'text',
      text: `# ${QUESTION}\n\n1783`,
      metadata: { kind: 'temporal', synthetic: true, sources: ['contexts/0'] },
    },
  ]);
  await createDataset(client, 'answers');
  const added = await runKnowledge(client, 'add', { dataset_key: 'answers', inputs });
  assert.equal(added.inputs[0]?.outcome, 'added');
});
