/** Runs files of tests and counts what they report. */
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ownProcesses, shareProcesses } from './processes.ts';

/** Processes at a time. */
const CONCURRENCY = 3;
/** Characters that are kept of what a process wrote last to its standard error: they say why it did not report. */
const LAST_WORDS = 4_000;
/** Limit of a process; a slow machine gets a multiple of it. */
const TEST_TIMEOUT_MS = 10 * 60_000;

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** How long the tests of each file took, by its path. */
  readonly durations: ReadonlyMap<string, number>;
}

interface Options {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly slowness: number;
  readonly root: string;
  /** Directory for the scripts of processes with several files. */
  readonly scripts: string;
}

export async function runFiles(files: readonly string[], options: Options): Promise<Outcome> {
  const first = await runProcesses(shareProcesses(files, options.root, options.scripts), options);
  if (first.cutOff.length === 0) return first;
  console.log('What a shared process did not report runs again, each file in a process of its own.');
  const again = await runProcesses(ownProcesses(first.cutOff), options);
  return {
    passed: first.passed + again.passed,
    failed: first.failed + again.failed,
    durations: new Map([...first.durations, ...again.durations]),
  };
}

/**
 * Runs the files of each script. A file counts only with the closing summary of its process: one that reported half of
 * its tests, or none, has failed. In a process that it shares, it may have been cut off by another.
 */
async function runProcesses(filesOf: ReadonlyMap<string, readonly string[]>, { env, signal, slowness, root }: Options) {
  const before = processorTimes();
  const tests = run({
    files: [...filesOf.keys()],
    env,
    signal,
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: slowness * TEST_TIMEOUT_MS,
  });
  const durations = new Map<string, number>();
  const ended = new Set<string>();
  const lastWords = new Map<string, string>();
  let [passed, failed] = [0, 0];
  for (const type of ['test:pass', 'test:fail'] as const) {
    tests.on(type, ({ file, nesting, details }) => {
      if (file !== undefined && nesting === 0) durations.set(file, (durations.get(file) ?? 0) + details.duration_ms);
    });
  }
  tests.on('test:summary', ({ file, counts, duration_ms }) => {
    if (file === undefined) failed = counts.tests - counts.passed - counts.skipped - counts.todo;
    else {
      passed += counts.passed;
      ended.add(file);
      if (filesOf.get(file)?.includes(file) && counts.tests > 0) durations.set(file, duration_ms);
    }
  });
  tests.on('test:stderr', ({ file, message }) => {
    lastWords.set(file, `${lastWords.get(file) ?? ''}${message}`.slice(-LAST_WORDS));
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  const after = processorTimes();
  const busy = (after.busy - before.busy) / (after.all - before.all);
  // With time to spare, more files at a time would take less of it.
  console.log(`The processors were busy for ${Math.round(100 * busy)} % of the time.`);
  const cutOff: string[] = [];
  for (const [script, files] of filesOf) {
    const unreported = files.filter((file) => !ended.has(script) || !durations.has(file));
    if (files.length > 1) cutOff.push(...unreported);
    else {
      for (const file of unreported) {
        console.log(`✖ ${relative(root, file)} did not report its tests\n${lastWords.get(file) ?? ''}`);
      }
      failed += unreported.length;
    }
  }
  return { passed, failed, durations, cutOff };
}

/** Milliseconds that the machine's processors have worked, and in all. */
function processorTimes(): { readonly busy: number; readonly all: number } {
  const sums = cpus().map(({ times }) => Object.values(times).reduce((sum, ms) => sum + ms));
  const all = sums.reduce((sum, ms) => sum + ms);
  return { all, busy: all - cpus().reduce((idle, { times }) => idle + times.idle, 0) };
}
