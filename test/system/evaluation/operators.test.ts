/** What operators see of evaluations in Temporal's Web UI: summaries, the phase of a run, and how far it came. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { startLoadServer } from '../../support/evaluation/load-server.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';
import { openTemporalUi } from '../../support/service/temporal-ui.ts';
import { until } from '../../support/until.ts';

const endpoint = await startLoadServer();
after(() => endpoint[Symbol.asyncDispose]());
const { origin, host } = new URL(endpoint.url);
let mayAnswer: Promise<unknown> = Promise.resolve();
const judge = await serveModel(() => ({ ...jsonReply({ reason: 'So.', verdict: 'correct' }), after: mayAnswer }));
const system = openSystem({
  ...modelSettings('judge', judge, { OUTPUT_USD_PER_MILLION: '10' }),
  EXTRACT_MODEL: 'judge',
  ANSWER_MODEL: 'judge',
  GENERATE_MODEL: 'judge',
  JUDGE_MODEL: 'judge',
});
const [api] = await Promise.all([
  system.startApi(),
  system.startWorker({ WORKER_PROFILES: 'default,evaluation,performance' }),
]);
const client = await api.client();
const { shows, summaryOf, activitySummaries } = await openTemporalUi(system);

async function submit(body: object): Promise<string> {
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/eval/jobs', { body });
  return job_id;
}

test('a performance run shows its endpoint, its level and the load, and how far the level came', async () => {
  // All but the first request hang.
  const faults = Array.from({ length: 20 }, (_, index) => ({ every: 1000, at: index + 1, by: 'hang' as const }));
  await endpoint.play({ ttftMs: [1, 1], gapMs: 1, tokens: 2, faults });
  const target = { type: 'api', protocol: 'openai_compatible', endpoint_url: `${origin}/v1`, model: 'm' };
  const input = { type: 'synthetic_prompts', prompt_tokens: 5 };
  const engine_options = { parallel: [1, 3], number: [1, 8], warmup: 0 };
  const jobId = await submit({ eval_type: 'perf', input, target, engine_options });
  assert.equal(await summaryOf(jobId), `performance · ${host} · 2 levels`);
  await shows(jobId, /^running: 0 of 8 requests: level 2: 3 users$/);
  assert.deepEqual(await activitySummaries(jobId), ['level 1 of 2: 1 user', 'level 2 of 2: 3 users']);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
});

test('a quality run shows what it evaluates, its phase, and how far it came with what the judges took', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  const test_cases = ['a', 'b', 'c'].map((actual_output) => ({ actual_output, expected_output: 'right' }));
  const jobId = await submit({
    name: 'nightly',
    eval_type: 'custom',
    input: { type: 'inline_test_cases', test_cases },
    metrics: [{ metric_key: 'quality.correctness' }],
  });
  assert.equal(await summaryOf(jobId), 'evaluate · nightly · 1 metrics');
  await until('the judge is asked', async () => (judge.calls.length > 0 ? true : undefined));
  await shows(jobId, /^running: .*(judgeCases|judges)/);
  resolve();
  await client.waitFor(jobId, 'succeeded');
  const counts = (await client.events(jobId)).flatMap(({ type, message }) =>
    type === 'job.progress' ? [message] : [],
  );
  assert.match(counts.at(-1) ?? '', /^3 of 3 cases: \d+ tokens, \$0\.\d{4}$/);
  const result = await client.expect<EvalQualityResult>(200, 'GET', `/v1/eval/jobs/${jobId}/result`);
  assert.equal(result.metrics[0]?.measured, 3);
});
