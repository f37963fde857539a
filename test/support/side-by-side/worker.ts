/**
 * `worker.ts BUNDLE`: a process that runs the jobs of workflow.ts, which that file has: their steps in the service's
 * frame, their records in its database.
 */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { childActivities } from '../../../activities/jobs/children.ts';
import { createJobActivities } from '../../../activities/jobs/index.ts';
import { createSlotActivities } from '../../../activities/jobs/job-slots.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import { runStep } from '../../../activities/step/run-step.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import type { JobInput, StepContext } from '../../../domain/jobs/model.ts';
import { ServiceError } from '../../../errors/index.ts';
import { readConfig } from '../../../domain/settings.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { applyTemporalConfig } from '../../../temporal-config/apply.ts';
import { SIDE_TASK_QUEUE } from './workflow.ts';

interface PageInput extends Pick<JobInput, 'envelope'> {
  readonly url: string;
}

export type SideActivities = ReturnType<typeof createSideActivities>;
function createSideActivities() {
  return {
    fetchPage: (input: PageInput, context: StepContext) =>
      runStep(new Map(), { input, context }, async (step) => {
        const { url } = input;
        step.begin();
        step.onProgress({ completed: 1, total: 2, unit: 'halves', message: url });
        const response = await fetch(url, { signal: step.signal });
        if (response.status >= 500) throw new ServiceError('unavailable', 'The page is away.');
        if (!response.ok) throw new ServiceError('not_found', 'There is no such page.');
        step.spend({ source: 'web', unit: 'calls', amount: 1 });
        return response.text();
      }),
  };
}

/** For all that a test runs side by side. */
const SLOTS = 200;

const config = readConfig(process.env);
const { address, namespace } = config.temporal;
const connection = await NativeConnection.connect({ address });
await applyTemporalConfig(connection, namespace);
const dependencies = { config, database: openDatabase(config.database.url), metrics: new WorkerMetrics() };
const common = { connection, namespace, maxHeartbeatThrottleInterval: '500 milliseconds' } as const;
const workers = await Promise.all([
  Worker.create({
    ...common,
    taskQueue: JOBS_TASK_QUEUE,
    workflowBundle: { codePath: process.argv[2] ?? '' },
    dataConverter: {
      payloadConverterPath: fileURLToPath(new URL('../../../workflows/payload-converter.ts', import.meta.url)),
    },
    activities: {
      ...createJobActivities(dependencies),
      ...createSlotActivities(dependencies),
      ...childActivities,
    },
  }),
  Worker.create({
    ...common,
    taskQueue: SIDE_TASK_QUEUE,
    activities: createSideActivities(),
    maxConcurrentActivityTaskExecutions: SLOTS,
  }),
]);
await Promise.all(workers.map((worker) => worker.run()));
