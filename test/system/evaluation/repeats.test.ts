/**
 * Repeats and several judges in everything that shows a run: its result, its reports and its comparisons. The judges
 * are scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvalComparison } from '../../../api/evaluation/compare.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { jsonReply, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall } from '../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../support/service/system.ts';

const ANSWER = /<answer>\n(.*)\n<\/answer>/s;
const answerIn = ({ body }: ModelCall): string => ANSWER.exec(body.messages?.[1]?.content ?? '')?.[1] ?? '';
const verdict = (isCorrect: boolean) => jsonReply({ reason: 'It says so.', verdict: isCorrect ? 'correct' : 'wrong' });

/** Of three verdicts on an unsteady answer, one is that it is wrong. */
let unsteady = 0;
const one = await serveModel((call) =>
  verdict(answerIn(call) === 'unsteady' ? unsteady++ % 3 !== 1 : answerIn(call) === 'right'),
);
const two = await serveModel((call) => verdict(answerIn(call) === 'right'));
const { api } = await borrowSystem('judges', { one: one.url, two: two.url });
const client = await api.client();

const run = (answers: readonly string[], more: object) =>
  client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', {
    body: {
      eval_type: 'custom',
      input: {
        type: 'inline_test_cases',
        test_cases: answers.map((actual_output, index) => ({
          user_input: `Question ${index}`,
          actual_output,
          expected_output: 'right',
        })),
      },
      metrics: [{ metric_key: 'quality.correctness', threshold: 0.5 }],
      ...more,
    },
  });

const repeated = await run(['right', 'unsteady', 'wrong', ' '], { judges: ['one', 'two'], repeats: 3 });

async function download(name: string): Promise<string> {
  const { url } = repeated.reports.find((report) => report.name === name) ?? assert.fail(name);
  return (await fetch(url)).text();
}

test('a score is the mean of its repeats in every report, with their spread', async () => {
  const [, first, second, , fourth] = (await download('cases.csv')).split('\r\n').map((line) => line.split(','));
  assert.deepEqual(first?.slice(5), ['1', '0', '', '1', '0', '', 'true']);
  const [mean, spread, ...rest] = second?.slice(5) ?? [];
  assert.deepEqual(
    [mean, Number(spread).toFixed(9), ...rest],
    [String(2 / 3), '0.577350269', '', '0', '0', '', 'false'],
  );
  assert.deepEqual(fourth?.slice(5), ['', '', 'empty_answer', '', '', 'empty_answer', '']);

  const lines = (await download('cases.jsonl')).trim().split('\n');
  const cases = lines.map((line) => JSON.parse(line) as { index: number; scores: unknown; agreement: unknown });
  assert.deepEqual(
    cases.map(({ index, scores }) => ({ index, scores })),
    repeated.case_results.map(({ index, scores }) => ({ index, scores })),
  );
  assert.deepEqual(
    cases.map(({ agreement }) => agreement),
    [true, false, true, null].map((agree) => [{ metric_key: 'quality.correctness', judges: ['one', 'two'], agree }]),
  );

  const page = await download('report.html');
  assert.match(page, /<details class="fold case failed disputed" id="case-1">/);
  assert.match(page, /Correctness: 0\.667 ± 0\.577/);
  assert.match(page, /± 0\.333 over 3/);
});

test('the page and the result say how far the judges agree', async () => {
  const [pair] = repeated.agreement;
  assert.deepEqual([pair?.cases, pair?.judges], [3, ['one', 'two']]);
  // Verdicts (1, 1, 0) and (1, 0, 0): two of three agree, and chance would give 4 of 9.
  assert.ok(Math.abs((pair?.kappa ?? 0) - (2 / 3 - 4 / 9) / (1 - 4 / 9)) < 1e-9, String(pair?.kappa));
  assert.match(await download('report.html'), /<h2>Agreement of the judges<\/h2>[^]*<td class="number">0\.4<\/td>/);
});

test('a comparison takes the means of the repeats', async () => {
  const other = await run(['right', 'right', 'wrong', ' '], { judges: ['one'] });
  const body = { baseline: repeated.job_id, candidate: other.job_id };
  const { metrics } = await client.expect<EvalComparison>(200, 'POST', '/v1/eval/compare', { body });
  const [metric] = metrics;
  assert.deepEqual([metrics.length, metric?.judge, metric?.pairs], [1, 'one', 3]);
  assert.ok(Math.abs((metric?.difference ?? 0) - 1 / 9) < 1e-9, String(metric?.difference));
});
