/** Comparisons of runs, and what another tenant sees of a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalComparison } from '../../../api/evaluation/compare.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { newId } from '../../../domain/ids.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client();
const stranger = await api.client();

type Answers = Readonly<Record<string, string>>;

/** A run over one case for each question, all of which expect "Paris". */
async function run(answers: Answers, metric_key = 'text.exact_match', caller = client): Promise<string> {
  const test_cases = Object.entries(answers).map(([user_input, actual_output]) => ({
    user_input,
    actual_output,
    expected_output: 'Paris',
  }));
  const body = { eval_type: 'custom', input: { type: 'inline_test_cases', test_cases }, metrics: [{ metric_key }] };
  return (await caller.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', { body })).job_id;
}

const questions = (answer: (index: number) => string): Answers =>
  Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Question ${index}`, answer(index)]));

const compare = (baseline: string, candidate: string, status = 200, caller = client) =>
  caller.expect<EvalComparison>(status, 'POST', '/v1/eval/compare', { body: { baseline, candidate } });

test('runs are compared by the cases that both have, in whatever order', async () => {
  const baseline = await run(questions((index) => (index < 12 ? 'Paris' : 'Lyon')));
  const better = { ...questions((index) => (index === 3 ? 'Lyon' : 'Paris')), 'Question 20': 'Paris' };
  const candidate = await run(Object.fromEntries(Object.entries(better).toReversed()));
  const { metrics, ...found } = await compare(baseline, candidate);
  assert.deepEqual(found, {
    baseline,
    candidate,
    pairs: 20,
    only_in_baseline: 0,
    only_in_candidate: 1,
    passed: true,
  });
  const { interval, p_value, ...metric } = metrics[0] ?? assert.fail();
  assert.deepEqual(metric, {
    metric_key: 'text.exact_match',
    judge: null,
    pairs: 20,
    groups: 20,
    baseline_mean: 0.6,
    candidate_mean: 0.95,
    difference: 0.35,
    wins: 8,
    losses: 1,
    ties: 11,
    outcome: 'better',
    regressions: [{ baseline_index: 3, candidate_index: 17, baseline_score: 1, candidate_score: 0 }],
  });
  // Of the 2^9 signs of the nine cases that differ, 20 are as extreme: p = .039.
  assert.ok(p_value > 0.03 && p_value < 0.05);
  assert.ok(interval && interval.low > 0 && interval.high < 0.7);
  const answer = await fetch(`${api.url}/v1/eval/compare`, {
    method: 'POST',
    headers: { authorization: client.authorization, accept: 'text/html', 'content-type': 'application/json' },
    body: JSON.stringify({ baseline, candidate }),
  });
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
  const page = await answer.text();
  assert.match(page, /<th scope="row" >Exact match<\/th>\s+<td><span class="verdict good">better/);
  assert.match(page, /Regressions of Exact match[^]*Question 3/);
  const back = await compare(candidate, baseline);
  assert.deepEqual([back.passed, back.metrics[0]?.outcome, back.metrics[0]?.losses], [false, 'worse', 8]);
});

test('a run equals itself', async () => {
  const same = await run(questions(() => 'Paris'));
  const [metric] = (await compare(same, same)).metrics;
  assert.deepEqual([metric?.p_value, metric?.ties, metric?.outcome], [1, 20, 'undecided']);
});

test('runs without a common case or metric cannot be compared', async () => {
  const [some, other, others] = await Promise.all([
    run({ 'Question A': 'Paris' }),
    run({ 'Question B': 'Paris' }),
    run({ 'Question A': 'Paris' }, 'text.token_f1'),
  ]);
  for (const candidate of [other, others]) {
    const problem: object = await compare(some, candidate, 409);
    assert.partialDeepStrictEqual(problem, { code: 'runs_not_comparable' });
  }
});

test('no route shows a run, its reports or a comparison to another tenant', async () => {
  const [own, foreign] = await Promise.all([
    run({ 'Question A': 'Paris' }),
    run({ 'Question A': 'Paris' }, 'text.exact_match', stranger),
  ]);
  for (const job of [own, newId('job')]) {
    const problem: object = await stranger.expect(404, 'GET', `/v1/eval/jobs/${job}/result`);
    assert.partialDeepStrictEqual(problem, { code: 'not_found' });
    for (const [baseline, candidate] of [
      [job, foreign],
      [foreign, job],
    ] as const) {
      const refused: object = await compare(baseline, candidate, 404, stranger);
      assert.partialDeepStrictEqual(refused, { code: 'not_found' });
    }
  }
  await compare(foreign, foreign, 200, stranger);
  const result = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${own}/result`);
  for (const { url } of result.reports) {
    // The signature is for one object of one job.
    const moved = await fetch(url.replace(own, foreign));
    assert.equal(moved.status, 403);
  }
});
