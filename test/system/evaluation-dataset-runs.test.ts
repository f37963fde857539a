/** Runs whose cases are the rows of an evaluation dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalQualityResult } from '../../api/evaluation/schemas.ts';
import { addRows, createEvalDataset } from '../support/evaluation-client.ts';
import { openSystem } from '../support/system.ts';

const system = openSystem();
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
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

test('another tenant finds no such dataset', async () => {
  const other = await api.client({ tenant: 'elsewhere', subject: 'ann' });
  await other.expect(404, 'POST', '/v1/eval/jobs', { body: requestOf({ field_mapping }) });
});
