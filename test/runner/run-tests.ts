/**
 * Runs the tests, all of them or the files given, beside one Temporal, Postgres and S3 of their own. Its last line is
 * `N passed, N failed`; it ends with 1 when a test failed or none ran.
 */
import { randomInt } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../platform/command-line.ts';
import { DEPTH_VARIABLE, SEED_VARIABLE } from '../support/depth.ts';
import type { Depth } from '../support/depth.ts';
import { SLOWNESS_VARIABLE, measureSlowness } from '../support/patience.ts';
import { runFiles } from './run-files.ts';
import type { Outcome } from './run-files.ts';
import { startStack } from './stack.ts';

/** Everything, on a machine that is not slow. */
const RUN_TIMEOUT_MS = { shallow: 60 * 60_000, deep: 180 * 60_000 } as const satisfies Record<Depth, number>;
const MOST_SEEDS = 2 ** 31;
/** How many files the closing table has. */
const SLOWEST = 10;

const root = fileURLToPath(new URL('../..', import.meta.url));
const isSystemTest = (file: string): boolean => relative(root, file).startsWith(join('test', 'system') + sep);

/** They run in a copy of the tree. */
const NO_TESTS = ['test/support/sixth-domain/files/**'];

export async function runTests(usage: string, depth: Depth): Promise<never> {
  const { words, seed = String(randomInt(MOST_SEEDS)) } = readArguments(usage, { seed: { type: 'string' } });
  console.log(`Random cases are those of --seed ${seed}`);
  const slowness = measureSlowness();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  const stop = AbortSignal.any([interrupted.signal, AbortSignal.timeout(slowness * RUN_TIMEOUT_MS[depth])]);
  const env = { ...process.env, [SEED_VARIABLE]: seed, [DEPTH_VARIABLE]: depth };
  const { passed, failed, durations } = await runBesideStack(groups(words), env, slowness, stop);
  reportSlowest(durations);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 || stop.aborted ? 1 : 0);
}

/** What fails quickly comes first. */
function groups(words: readonly string[]): string[][] {
  const given = words.map((file) => resolve(file));
  const files =
    given.length > 0
      ? given
      : globSync('test/**/*.test.ts', { cwd: root, exclude: NO_TESTS }).map((file) => join(root, file));
  files.sort();
  return [files.filter((file) => !isSystemTest(file)), files.filter(isSystemTest)].filter(({ length }) => length > 0);
}

async function runBesideStack(
  groupsOfFiles: readonly (readonly string[])[],
  ownEnv: NodeJS.ProcessEnv,
  slowness: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-test-'));
  const total = { passed: 0, failed: 0, durations: new Map<string, number>() };
  try {
    const stack = await startStack(home, { [SLOWNESS_VARIABLE]: String(slowness) }, signal);
    try {
      const env = { ...ownEnv, ...stack.env };
      for (const files of groupsOfFiles) {
        const { passed, failed, durations } = await runFiles(files, { env, signal, slowness, root, scripts: home });
        total.passed += passed;
        total.failed += failed;
        for (const [file, ms] of durations) total.durations.set(file, ms);
      }
    } finally {
      await stack.stop();
    }
  } finally {
    const isKept = (name: string): boolean => total.failed > 0 && name === 'logs';
    // Processes that are about to end still write to the compile cache.
    const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 10 });
    for (const name of readdirSync(home)) if (!isKept(name)) remove(join(home, name));
    if (total.failed > 0) console.log(`\nThe logs are in ${join(home, 'logs')}`);
    else remove(home);
  }
  return total;
}

/** The closing table: what to look at when the run takes long. */
function reportSlowest(durations: ReadonlyMap<string, number>): void {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
  console.log('\nThe slowest files:');
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}`);
}
