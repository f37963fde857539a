/** The least that a durable job can be: a workflow with one activity. */
import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare-worker.ts';

export function bareJob(input: string): Promise<string> {
  const { work } = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute' });
  return work(input);
}
