/**
 * `npm test [-- FILE ...]`: runs the tests, all of them or the files given, beside one Temporal, Postgres and S3 of their
 * own. Its last line is `N passed, N failed`; it ends with 1 when a test failed or none ran.
 */
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { finished } from 'node:stream/promises';
import { readWords } from '../platform/command-line.ts';
import { documentAiDirectory } from '../domain/parse/document-ai.ts';
import { DefaultLogger } from '@temporalio/worker';
import { buildWorkflowBundle } from '../activities/worker/workflow-bundle.ts';
import { obtainBrowser } from '../embedded/setup/browser.ts';
import { obtainDocumentAi } from '../embedded/setup/document-ai.ts';
import { startInfrastructure } from '../embedded/stack.ts';
import { choosePort } from '../platform/ports.ts';
import { INFRASTRUCTURE_VARIABLE } from './support/service/infrastructure.ts';
import type { TestInfrastructure } from './support/service/infrastructure.ts';

/** Test files at a time. */
const CONCURRENCY = 2;
/** A test that takes longer hangs. */
const TEST_TIMEOUT_MS = 10 * 60_000;
/** Everything, on a slow machine. */
const RUN_TIMEOUT_MS = 60 * 60_000;

/** How many files the closing table has. */
const SLOWEST = 10;

/**
 * Temporal deletes a workflow once its queues have reported that its end is processed, by default every 30 s. Tests that have it forget
 * a job would wait for it. Its services reload namespaces every 2 s by default, and each system test waits for one of its own.
 */
const TEMPORAL_SETTINGS = {
  'system.namespaceCacheRefreshInterval': [{ value: '500ms' }],
  'history.transferProcessorUpdateAckInterval': [{ value: '1s' }],
  'history.visibilityProcessorUpdateAckInterval': [{ value: '1s' }],
};

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** How long each file's tests took, by its path. */
const durations = new Map<string, number>();

const root = fileURLToPath(new URL('..', import.meta.url));
const isSystemTest = (file: string): boolean => relative(root, file).startsWith(join('test', 'system') + sep);

/** They run in a copy of the tree. */
const NO_TESTS = ['test/support/sixth-domain/files/**'];

const words = readWords('npm test [-- FILE ...]');

/** What fails quickly comes first. */
function groups(): string[][] {
  const given = words.map((file) => resolve(file));
  const files =
    given.length > 0
      ? given
      : globSync('test/**/*.test.ts', { cwd: root, exclude: NO_TESTS }).map((file) => join(root, file));
  files.sort();
  return [files.filter((file) => !isSystemTest(file)), files.filter(isSystemTest)].filter(({ length }) => length > 0);
}

/** A file counts only with its own closing summary: one that reported half of its tests, or none, has failed. */
async function runGroup(files: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Count> {
  const count = { passed: 0, failed: 0 };
  const before = processorTimes();
  const tests = run({ files, env, signal, cwd: root, concurrency: CONCURRENCY, timeout: TEST_TIMEOUT_MS });
  const unreported = new Set(files);
  tests.on('test:summary', ({ file, counts, duration_ms }) => {
    if (file !== undefined) {
      durations.set(relative(root, file), duration_ms);
      if (counts.tests > 0) unreported.delete(file);
      return;
    }
    count.passed = counts.passed;
    count.failed = counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  const after = processorTimes();
  const busy = (after.busy - before.busy) / (after.all - before.all);
  // With time to spare, more files at a time would take less of it.
  console.log(`The processors were busy for ${Math.round(100 * busy)} % of the time.`);
  for (const file of unreported) console.log(`✖ ${relative(root, file)} did not report its tests`);
  count.failed += unreported.size;
  return count;
}

async function freeAddress(purpose: string): Promise<string> {
  return `http://127.0.0.1:${await choosePort(0, purpose, 'PORT')}`;
}

/** The closing table: what to look at when the run takes long. */
function reportSlowest(): void {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
  console.log('\nThe slowest files:');
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

/** Milliseconds that the machine's processors have worked, and in all. */
function processorTimes(): { readonly busy: number; readonly all: number } {
  const sums = cpus().map(({ times }) => Object.values(times).reduce((sum, ms) => sum + ms));
  const all = sums.reduce((sum, ms) => sum + ms);
  return { all, busy: all - cpus().reduce((idle, { times }) => idle + times.idle, 0) };
}

async function main(signal: AbortSignal): Promise<Count> {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-test-'));
  const total = { passed: 0, failed: 0 };
  await buildWorkflowBundle('index', new DefaultLogger('WARN'));
  await obtainBrowser(process.env, console.log);
  await obtainDocumentAi(documentAiDirectory(process.env), console.log);
  const infrastructure = await startInfrastructure({
    home,
    say: console.log,
    signal,
    temporalSettings: TEMPORAL_SETTINGS,
  });
  try {
    const [databases, sharedSystem] = [await freeAddress('the databases'), await freeAddress('the shared system')];
    const [logs, made] = [join(home, 'logs'), join(home, 'made')];
    mkdirSync(made);
    const given: TestInfrastructure = { env: infrastructure.env, logs, made, databases, sharedSystem };
    const added = {
      [INFRASTRUCTURE_VARIABLE]: JSON.stringify(given),
      // Processes start hundreds of times, and take a third less processor time when they need not compile.
      NODE_COMPILE_CACHE: join(home, 'compiled'),
    };
    const startHelper = (name: string, script: string, address: string): Promise<unknown> =>
      infrastructure.supervisor.start({
        name,
        command: process.execPath,
        env: added,
        args: [join(root, 'test/support', script), new URL(address).port],
        isReady: async () => (await fetch(address, { method: 'HEAD' })).ok,
      });
    await startHelper('databases', 'servers/database-server.ts', databases);
    await startHelper('shared-system', 'service/shared-system.ts', sharedSystem);
    const env = { ...process.env, ...added };
    for (const files of groups()) {
      const { passed, failed } = await runGroup(files, env, signal);
      total.passed += passed;
      total.failed += failed;
    }
  } finally {
    await infrastructure.stop();
    const isKept = (name: string): boolean => total.failed > 0 && name === 'logs';
    for (const name of readdirSync(home)) if (!isKept(name)) rmSync(join(home, name), { recursive: true, force: true });
    if (total.failed > 0) console.log(`\nThe logs are in ${join(home, 'logs')}`);
    else rmdirSync(home);
  }
  return total;
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

const stop = AbortSignal.any([interrupted.signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]);
const { passed, failed } = await main(stop);
reportSlowest();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 || stop.aborted ? 1 : 0);
