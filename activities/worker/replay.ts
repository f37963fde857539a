/**
 * `npm run replay -- --from-server [--query QUERY] [--limit N]`: replays the runs on the configured Temporal server,
 * latest first, with the current workflow code. Run it before a deploy. It prints one line for each run that fails to
 * replay, then the count. It exits with 1 if a run failed or nothing was replayed.
 */
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { readOptions } from '../../platform/command-line.ts';
import { ConfigError, readSettings } from '../../platform/config.ts';
import { readTemporal } from '../../platform/config/temporal.ts';
import { findEnvironment } from '../../platform/config/env-file.ts';
import { openTemporal } from '../../platform/temporal/client.ts';
import { loadWorkflowBundle } from './workflow-bundle.ts';

const USAGE = 'npm run replay -- --from-server [--query QUERY] [--limit N]';

/** Prints a progress line after this many runs. */
const PROGRESS_EVERY = 100;

const HISTORIES_AT_A_TIME = 4;

async function main(): Promise<number> {
  const values = readOptions(USAGE, {
    'from-server': { type: 'boolean' },
    query: { type: 'string', default: '' },
    limit: { type: 'string', default: '1000' },
  });
  const limit = Number(values.limit);
  if (!values['from-server'] || !Number.isSafeInteger(limit) || limit < 1) {
    process.stderr.write(`usage: ${USAGE}\n`);
    return 2;
  }
  // Failed replays are reported here; the SDK would log them again, at length.
  const logger = new DefaultLogger('ERROR', () => undefined);
  Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
  const { env, message } = findEnvironment();
  console.log(message);
  const temporal = openTemporal(readSettings(env, readTemporal));
  try {
    const workflowBundle = await loadWorkflowBundle('index', new DefaultLogger('WARN'));
    // Open and closed runs, latest first.
    const runs = temporal.client.workflow.list({ query: values.query });
    const histories = take(limit, runs.intoHistories({ concurrency: HISTORIES_AT_A_TIME }));
    let replayed = 0;
    let failed = 0;
    for await (const { workflowId, runId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      replayed++;
      if (error) {
        failed++;
        console.log(`✖ ${workflowId} (run ${runId}): ${error.message}`);
      }
      if (replayed % PROGRESS_EVERY === 0) console.log(`${replayed} replayed, ${failed} failed …`);
    }
    console.log(`${replayed} replayed, ${failed} failed`);
    return failed > 0 || replayed === 0 ? 1 : 0;
  } finally {
    await temporal.close();
  }
}

/** The first `count` items. */
async function* take<T>(count: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  let left = count;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
