/** Temporal Schedules of the service. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Client, ScheduleOptions } from '@temporalio/client';
import { JOBS_TASK_QUEUE } from '../domain/jobs/model.ts';

const MS_PER_DAY = 86_400_000;

const SCHEDULES: readonly ScheduleOptions[] = [
  {
    scheduleId: 'storage-sweep',
    spec: { intervals: [{ every: '1 hour' }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweepStorage',
      workflowId: 'storage-sweep',
      taskQueue: JOBS_TASK_QUEUE,
      args: [{ orphan_age_ms: MS_PER_DAY }],
    },
  },
];

/** Creates missing schedules. Existing ones are not changed, since an operator may have paused or edited them. */
export async function ensureSchedules({ schedule }: Client): Promise<void> {
  for (const options of SCHEDULES) {
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
