/** The example of a gate for CI, as a pipeline runs it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sharedSystem } from '../../support/service/system.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/evaluation-gate', import.meta.url));
const { api } = await sharedSystem();
const client = await api.client();
const directory = mkdtempSync(join(tmpdir(), 'tidemill-gate-'));
after(() => rmSync(directory, { recursive: true }));

const CASES = join(EXAMPLE, 'cases.jsonl');

/** The file of cases with this many wrong answers. */
function withWrong(count: number): string {
  const path = join(directory, `${count}.jsonl`);
  const cases = readFileSync(CASES, 'utf8').trim().split('\n');
  const altered = cases.map((line, index) => {
    const subject = JSON.parse(line) as object;
    return JSON.stringify(index < count ? { ...subject, actual_output: 'Penguins' } : subject);
  });
  writeFileSync(path, altered.join('\n'));
  return path;
}

async function gate(...given: string[]): Promise<{ code: number; output: string; jobId: string }> {
  const env = { ...process.env, TIDEMILL_URL: api.url, TIDEMILL_TOKEN: client.authorization.replace('Bearer ', '') };
  const gate = spawn(process.execPath, [join(EXAMPLE, 'gate.mjs'), ...given], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number>((resolve) => gate.once('close', (code) => resolve(code ?? -1)));
  const output = await text(gate.stdout);
  return { code: await ended, output, jobId: output.trim().split('\n').at(-1) ?? '' };
}

test('the gate is open for right answers, and closed for wrong ones or a run that is worse than its baseline', async () => {
  const good = await gate(CASES);
  assert.deepEqual([good.code, good.jobId.startsWith('job_')], [0, true], good.output);
  const bad = await gate(withWrong(12));
  assert.equal(bad.code, 1, bad.output);
  assert.match(bad.output, /FAILED {2}quality\.correctness/);

  // Its mean is above the threshold.
  const worse = await gate(withWrong(6), good.jobId);
  assert.equal(worse.code, 1, worse.output);
  assert.match(worse.output, /ok {2}quality\.correctness 0\.[^]*FAILED {2}quality\.correctness is worse/);
  const same = await gate(CASES, good.jobId);
  assert.equal(same.code, 0, same.output);
});

test('a run that cannot be made decides nothing', async () => {
  const path = join(directory, 'empty.jsonl');
  writeFileSync(path, '\n');
  assert.equal((await gate(path)).code, 2);
  assert.equal((await gate()).code, 2);
});
