#!/usr/bin/env node
/**
 * A gate for CI: evaluates the answers of a file, and says by its exit code whether they are good enough.
 *
 *   TIDEMILL_URL=http://localhost:8080 TIDEMILL_TOKEN=… node gate.mjs CASES [BASELINE]
 *
 * CASES has a case per line, as JSON. BASELINE is the job_id of an earlier run, which this one must not be worse than.
 * Needs Node.js 20 or newer, and no packages. The last line of the output is the job_id of the run: keep it as the next
 * baseline.
 *
 * Exit code: 0 the gate is open, 1 it is closed, 2 nothing was decided, such as for a run that failed.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const { TIDEMILL_URL = 'http://localhost:8080', TIDEMILL_TOKEN = '' } = process.env;
process.on('uncaughtException', ({ message, cause }) => undecided(`${message} ${cause?.message ?? ''}`));
const [casesFile, baseline] = process.argv.slice(2);

/** Calls the API; an answer other than success ends the program. */
async function call(method, path, body) {
  const response = await fetch(`${TIDEMILL_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${TIDEMILL_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) undecided(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

function undecided(message) {
  console.error(message);
  process.exit(2);
}

if (casesFile === undefined) undecided('Usage: node gate.mjs CASES [BASELINE]');
const lines = readFileSync(casesFile, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
const run = JSON.parse(readFileSync(new URL('run.json', import.meta.url), 'utf8'));
const input = { type: 'inline_test_cases', test_cases: lines.map((line) => JSON.parse(line)) };
const { job_id: jobId } = await call('POST', '/v1/eval/jobs', { ...run, input });

for (;;) {
  const { state, error } = await call('GET', `/v1/jobs/${jobId}`);
  if (state === 'succeeded') break;
  if (state === 'failed' || state === 'cancelled') undecided(`${jobId} is ${state}: ${error?.message ?? ''}`);
  await setTimeout(1000);
}

const { passed, metrics, reports } = await call('GET', `/v1/eval/jobs/${jobId}/result`);
for (const { metric_key, mean, threshold, measured, passed: verdict } of metrics) {
  console.log(
    `${verdict === false ? 'FAILED' : 'ok'}  ${metric_key} ${mean} ` +
      `(${threshold === null ? 'no threshold' : `threshold ${threshold}`}, ${measured} cases)`,
  );
}
let isOpen = passed;
if (baseline !== undefined) {
  const comparison = await call('POST', '/v1/eval/compare', { baseline, candidate: jobId });
  for (const { metric_key, difference, p_value, outcome } of comparison.metrics) {
    console.log(
      `${outcome === 'worse' ? 'FAILED' : 'ok'}  ${metric_key} is ${outcome}: ${difference} (p = ${p_value})`,
    );
  }
  if (comparison.passed === false) isOpen = false;
  else if (comparison.passed === null) isOpen &&= null;
}
console.log(`Report: ${reports.find(({ name }) => name === 'report.html').url}`);
console.log(jobId);
if (isOpen === null) undecided('Nothing was measured, or the comparison has too few groups of cases.');
process.exit(isOpen ? 0 : 1);
