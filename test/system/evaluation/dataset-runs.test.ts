/** Runs whose cases are the rows of an evaluation dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { EvalBuiltInDatasetList } from '../../../api/evaluation/datasets/built-in.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { addRows, createEvalDataset } from '../../support/evaluation/client.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'runs', subject: 'ann' });

const ROWS = Array.from({ length: 120 }, (_row, index) => ({
  reply: index % 4 === 0 ? 'Lyon' : 'Paris',
  expected_output: 'Paris',
}));
const { dataset_id } = await createEvalDataset(client);
await addRows(client, dataset_id, ROWS);
const field_mapping = { actual_output: 'reply' };
const metrics = [{ metric_key: 'text.exact_match' }];
const requestOf = (input: object) => ({
  eval_type: 'custom',
  input: { type: 'dataset', dataset_id, ...input },
  metrics,
});

const evaluate = (input: object): Promise<EvalQualityResult> =>
  client.expect(200, 'POST', '/v1/eval/sync', { body: requestOf(input) });

test('columns are mapped to fields, and the others take the column of their own name', async () => {
  const { cases, metrics: found } = await evaluate({ field_mapping, limit: 40 });
  assert.deepEqual([cases, found[0]?.measured, found[0]?.mean], [40, 40, 30 / 40]);
});

test('a version is that of the request, whatever is added later', async () => {
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', {
    body: requestOf({ field_mapping }),
  });
  await addRows(client, dataset_id, [{ reply: 'Nice', expected_output: 'Paris' }]);
  await client.waitFor(job_id, 'succeeded');
  const first = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${job_id}/result`);
  assert.deepEqual([first.cases, first.metrics[0]?.mean], [120, 90 / 120]);
  const latest = await evaluate({ field_mapping });
  assert.deepEqual([latest.cases, latest.metrics[0]?.mean], [1, 0]);
  const named = await evaluate({ field_mapping, version: 1, limit: 4 });
  assert.equal(named.cases, 4);
});

test('a seed decides which rows a sample has', async () => {
  const scoresOf = async (seed: number): Promise<unknown[]> =>
    (await evaluate({ field_mapping, version: 1, limit: 20, seed })).case_results.map(({ scores }) => scores[0]?.score);
  const first = await scoresOf(1);
  assert.deepEqual(await scoresOf(1), first);
  assert.notDeepEqual(await scoresOf(2), first);
});

test('what is wrong with the input is named before anything is read', async () => {
  const issues = async (input: object): Promise<string[]> => {
    const { detail } = await client.expect<{ detail: { loc: unknown[] }[] }>(422, 'POST', '/v1/eval/jobs', {
      body: requestOf(input),
    });
    return detail.map(({ loc }) => loc.join('.'));
  };
  assert.deepEqual(await issues({ field_mapping: { actual_output: 'answer' } }), [
    'body.input.field_mapping.actual_output',
  ]);
  assert.deepEqual(await issues({ field_mapping, test_cases: [{}] }), ['body.input.test_cases']);
  assert.deepEqual(await issues({ dataset_id: undefined }), ['body.input.dataset_id']);
  await client.expect(404, 'POST', '/v1/eval/jobs', { body: requestOf({ version: 99 }) });
  const { detail } = await client.expect<{ detail: { loc: unknown[] }[] }>(422, 'POST', '/v1/eval/sync', {
    body: requestOf({ field_mapping, version: 1 }),
  });
  assert.deepEqual(detail[0]?.loc, ['body', 'input', 'limit']);
});

test('columns of which none is a field are named at submission', async () => {
  const { dataset_id: other } = await createEvalDataset(client);
  await addRows(client, other, [{ left: 'a', right: 'b' }]);
  const { detail } = await client.expect<{ detail: { msg: string }[] }>(422, 'POST', '/v1/eval/jobs', {
    body: requestOf({ dataset_id: other }),
  });
  assert.match(detail[0]?.msg ?? '', /left, right/);
});

test('a run takes its cases from a built-in dataset', async () => {
  const { items } = await client.expect<Static<typeof EvalBuiltInDatasetList>>(200, 'GET', '/v1/eval/builtin-datasets');
  const listed = items.find(({ builtin_dataset_key }) => builtin_dataset_key === 'short_answers');
  assert.deepEqual([listed?.rows, listed?.columns[0]], [40, { name: 'user_input', type: 'string', filled: 1 }]);
  const meanOf = async (actual_output: string): Promise<unknown> => {
    const builtIn = { type: 'builtin_dataset', builtin_dataset_key: 'short_answers', field_mapping: { actual_output } };
    const { cases, metrics: found } = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', {
      body: {
        eval_type: 'custom',
        input: { ...builtIn, limit: 20, seed: 1 },
        metrics: [{ metric_key: 'text.contains' }],
      },
    });
    return [cases, found[0]?.mean];
  };
  assert.deepEqual(await meanOf('right_output'), [20, 1]);
  assert.deepEqual(await meanOf('wrong_output'), [20, 0]);
});

test('results and comparisons of a run follow the policy of its dataset, as it is when they are read', async () => {
  const open = { access_level: 'tenant_shared', purpose_tags: ['audit'] };
  const { dataset_id: guarded } = await createEvalDataset(client, { access_policy: open });
  const rows = [{ user_input: 'Where is the vault?', actual_output: 'Under the mill', expected_output: 'In the mill' }];
  await addRows(client, guarded, rows);
  const { job_id } = await evaluate({ dataset_id: guarded });
  const { job_id: other } = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', {
    body: { ...requestOf({}), input: { type: 'inline_test_cases', test_cases: rows } },
  });
  const ben = await api.client({ tenant: 'runs', subject: 'ben' });
  const read = (status: number, by = ben, headers = {}): Promise<object[]> =>
    Promise.all([
      by.expect<object>(status, 'GET', `/v1/eval/jobs/${job_id}/result`, { headers }),
      ...[
        [job_id, other],
        [other, job_id],
      ].map(([baseline, candidate]) =>
        by.expect<object>(status, 'POST', '/v1/eval/compare', { headers, body: { baseline, candidate } }),
      ),
    ]);
  for (const refused of await read(403))
    assert.partialDeepStrictEqual(refused, { code: 'access_denied', decision: 'purpose_required' });
  await read(200, ben, { 'X-Access-Purpose': 'audit' });
  await read(200, client);
  await client.expect(204, 'DELETE', `/v1/eval/datasets/${guarded}`);
  for (const gone of await read(404, client)) assert.partialDeepStrictEqual(gone, { code: 'not_found' });
});

test('another tenant finds no such dataset', async () => {
  const other = await api.client({ tenant: 'elsewhere', subject: 'ann' });
  await other.expect(404, 'POST', '/v1/eval/jobs', { body: requestOf({ field_mapping }) });
});
