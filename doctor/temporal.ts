/** Checks Temporal and its workers. */
import { status } from '@grpc/grpc-js';
import { isGrpcServiceError } from '@temporalio/client';
import { knowsSearchAttributes } from '../temporal-config/apply.ts';
import { RETENTION_DAYS, SEARCH_ATTRIBUTE_TYPES } from '../temporal-config/namespace.ts';
import { WORKER_PROFILES } from '../domain/workers.ts';
import type { Config } from '../domain/settings.ts';
import { openTemporal } from '../platform/temporal/client.ts';
import type { Temporal } from '../platform/temporal/client.ts';
import { hasPoller } from '../platform/temporal/workers.ts';
import { fail, ok, warn } from './report.ts';
import type { Report } from './report.ts';

const SECONDS_A_DAY = 24 * 60 * 60;

const REACH = 'start Temporal, or correct TEMPORAL_ADDRESS (host:port of its frontend).';
const CREATE = 'start the API once, which creates them, or ask an administrator to create them.';

/** Checks the server, the namespace with its search attributes, and a worker for every task queue. */
export async function checkTemporal(report: Report, config: Config['temporal']): Promise<void> {
  const temporal = openTemporal(config);
  const isThere = await report.check('temporal', REACH, async () => {
    const began = performance.now();
    const { serverVersion } = await temporal.connection.workflowService.getSystemInfo({});
    return ok(`${serverVersion} at ${config.address}, ${Math.round(performance.now() - began)} ms`);
  });
  // The call may still be pending. It ends with the process.
  if (!isThere) return;
  try {
    if (await report.check('temporal namespace', REACH, () => checkNamespace(temporal))) {
      await report.check('temporal search attributes', CREATE, async () => {
        const names = Object.keys(SEARCH_ATTRIBUTE_TYPES).join(', ');
        const isKnown = await knowsSearchAttributes(temporal.connection, temporal.namespace);
        return isKnown ? ok(names) : fail(`not all of ${names} are registered`, CREATE);
      });
      await checkWorkers(report, temporal);
    }
  } finally {
    await temporal.close();
  }
}

async function checkNamespace({ connection, namespace }: Temporal) {
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / SECONDS_A_DAY;
    const text = `"${namespace}" keeps closed workflows for ${days} days`;
    return days >= RETENTION_DAYS ? ok(text) : warn(text, `raise its retention to ${RETENTION_DAYS} days.`);
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== status.NOT_FOUND) throw error;
    return fail(
      `there is no namespace "${namespace}"`,
      'correct TEMPORAL_NAMESPACE, or start the API once, which creates it.',
    );
  }
}

/** Workers may start later, so a missing one is not a failure. */
async function checkWorkers(report: Report, temporal: Temporal): Promise<void> {
  for (const [profile, queue] of Object.entries(WORKER_PROFILES)) {
    const fix = `start a worker: npm run worker, with WORKER_PROFILES=${profile} or more.`;
    await report.check(`workers of queue "${queue.taskQueue}"`, fix, async () => {
      const isPolled = await hasPoller(temporal, queue);
      return isPolled ? ok('at least one is polling') : warn('none is polling: its jobs wait', fix);
    });
  }
}
