/** Quality evaluations over HTTP: cases in a request are judged without a model, and what comes out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { EvalMetricCatalog } from '../../../api/evaluation/catalog.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'evaluation', subject: 'ann' });

const CONTEXTS = ['Expenses above 500 euros are approved by the finance board. The board meets on Mondays.'];
const QUESTION = 'Who approves expenses above 500 euros?';
const RIGHT = { user_input: QUESTION, actual_output: 'The finance board approves them.', retrieval_contexts: CONTEXTS };
const WRONG = { ...RIGHT, actual_output: 'Zoological gardens in Reykjavik approve them every leap year.' };
const EMPTY = { ...RIGHT, actual_output: ' ' };

function evaluate(body: object): Promise<EvalQualityResult> {
  return client.expect(200, 'POST', '/v1/eval/sync', { body });
}

const inline = (...test_cases: object[]) => ({ type: 'inline_test_cases', test_cases });

test(
  'a synchronous evaluation gives each case a score with its evidence, and leaves out of the mean what cannot be ' +
    'measured',
  async () => {
    const result = await evaluate({
      eval_type: 'rag',
      input: inline(RIGHT, WRONG, EMPTY),
      metrics: [{ metric_key: 'rag.faithfulness', threshold: 0.9 }],
    });
    const [metric] = result.metrics;
    assert.deepEqual(
      [metric?.judge, metric?.measured, metric?.unmeasured, metric?.passed, result.passed],
      ['built_in', 2, { empty_answer: 1 }, false, false],
    );
    const [right, wrong, empty] = result.case_results.map(({ scores }) => scores[0]);
    assert.ok((right?.score ?? 0) > (wrong?.score ?? 1));
    assert.equal(metric?.mean, ((right?.score ?? 0) + (wrong?.score ?? 0)) / 2);
    assert.deepEqual([empty?.score, empty?.unmeasured], [null, 'empty_answer']);
    assert.match(JSON.stringify(right?.evidence['claims']), /finance board/);
  },
);

test('the order of the cases changes nothing but the order of the results', async () => {
  const subjects = [RIGHT, WRONG, EMPTY, { ...RIGHT, actual_output: 'The board meets on Mondays.' }];
  const metrics = [{ metric_key: 'rag.faithfulness' }, { metric_key: 'rag.hallucination' }];
  const [given, reversed] = await Promise.all(
    [subjects, subjects.toReversed()].map((cases) => evaluate({ eval_type: 'rag', input: inline(...cases), metrics })),
  );
  assert.ok(given?.metrics[0]?.interval);
  assert.deepEqual(reversed?.metrics, given.metrics);
  const scoresOf = ({ case_results }: EvalQualityResult) => case_results.map(({ scores }) => scores);
  assert.deepEqual(reversed && scoresOf(reversed).toReversed(), scoresOf(given));
});

test('a job judges all cases once, in order, and its result is read when it has ended', async () => {
  const cases = Array.from({ length: 120 }, (_, index) => ({
    actual_output: index % 3 === 0 ? 'Ly\u2028on' : 'Paris',
    expected_output: 'The city of Paris',
    accepted_outputs: ['Paris'],
  }));
  const body = {
    name: 'capitals',
    eval_type: 'custom',
    input: inline(...cases),
    metrics: [{ metric_key: 'text.exact_match' }],
  };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  const { progress } = await client.waitFor(job_id, 'succeeded');
  // The cases of all steps together: none was judged by two of them.
  assert.deepEqual([progress?.completed, progress?.unit], [120, 'cases']);
  const result = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${job_id}/result`);
  assert.deepEqual(
    [result.name, result.cases, result.metrics[0]?.mean, result.metrics[0]?.judge],
    ['capitals', 120, 80 / 120, null],
  );
  assert.deepEqual(
    result.case_results.map(({ index, scores }) => [index, scores[0]?.score]),
    cases.map(({ actual_output }, index) => [index, actual_output === 'Paris' ? 1 : 0]),
  );
});

test('the catalog lists the metrics of an evaluation type with what they need', async () => {
  const { items } = await client.expect<Static<typeof EvalMetricCatalog>>(
    200,
    'GET',
    '/v1/eval/metrics?evalType=agentic',
  );
  const found = items.find(({ metric_key }) => metric_key === 'agent.tool_correctness');
  assert.deepEqual([found?.fields, found?.judges], [['tool_calls', 'expected_tool_calls'], []]);
  assert.ok(items.every(({ eval_types }) => eval_types.includes('agentic')));
  assert.deepEqual(new Set(found?.agreement.map(({ judge }) => judge)), new Set([null]));
  const all = await client.expect<Static<typeof EvalMetricCatalog>>(200, 'GET', '/v1/eval/metrics?evalType=rag');
  const judged = all.items.find(({ metric_key }) => metric_key === 'rag.faithfulness');
  assert.deepEqual(judged?.judges, ['built_in', 'model']);
  assert.deepEqual(new Set(judged?.agreement.map(({ judge }) => judge)), new Set(['built_in']));
});

test('an answer that no process survives, or that is nested too deeply, costs only its own measurement', async () => {
  const deep = '['.repeat(49_000) + ']'.repeat(49_000);
  const schema = { type: 'array', items: { $ref: '#' } };
  const { metrics, case_results } = await evaluate({
    eval_type: 'custom',
    input: inline({ actual_output: deep, expected_output: 'x' }, { actual_output: '[]', expected_output: '[]' }),
    metrics: [{ metric_key: 'text.json_schema', params: { schema } }, { metric_key: 'text.exact_match' }],
  });
  assert.deepEqual(
    metrics.map(({ measured, unmeasured }) => [measured, unmeasured]),
    [
      [1, { too_complex: 1 }],
      [2, {}],
    ],
  );
  assert.deepEqual(
    case_results[0]?.scores.map(({ score }) => score),
    [null, 0],
  );
});

test('a schema that is none, or whose verdict would be a promise, is refused with its place', async () => {
  for (const schema of [{ type: 'nonsense' }, { $ref: 'http://127.0.0.1/x' }, { $async: true, type: 'number' }]) {
    const body = {
      eval_type: 'custom',
      input: inline({ actual_output: '1' }),
      metrics: [{ metric_key: 'text.json_schema', params: { schema } }],
    };
    const { detail } = await client.expect<{ detail: { loc: unknown[] }[] }>(422, 'POST', '/v1/eval/sync', { body });
    assert.deepEqual(detail[0]?.loc, ['body', 'metrics', 0, 'params', 'schema']);
  }
});
