/** Temporal Schedules of the service. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Client, ScheduleOptions, ScheduleOptionsStartWorkflowAction } from '@temporalio/client';
import { JOBS_TASK_QUEUE } from '../domain/manifests/jobs.ts';
import type { Workflows } from './workflows.ts';

const MS_PER_DAY = 86_400_000;

const SWEEP: ScheduleOptionsStartWorkflowAction<Workflows['sweepStorage']> = {
  type: 'startWorkflow',
  workflowType: 'sweepStorage' satisfies keyof Workflows,
  workflowId: 'storage-sweep',
  taskQueue: JOBS_TASK_QUEUE,
  args: [{ orphan_age_ms: MS_PER_DAY }],
};

const SCHEDULES: readonly ScheduleOptions[] = [
  {
    scheduleId: 'storage-sweep',
    spec: { intervals: [{ every: '1 hour' }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP },
    action: SWEEP,
  },
];

/** Creates missing schedules. It leaves existing ones alone, because an operator may have paused or edited them. */
export async function ensureSchedules({ schedule }: Client): Promise<void> {
  for (const options of SCHEDULES) {
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
