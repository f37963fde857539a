import { jobEvents } from '../../platform/jobs/history.ts';
import type { JobEvent } from '../../platform/jobs/model.ts';
import { readHistory } from '../../platform/jobs/read-history.ts';
import type { Services } from '../services.ts';
import type { FoundJob } from './find.ts';

/** All events of a job, oldest first. */
export async function eventsOf({ temporal }: Services, job: FoundJob): Promise<readonly JobEvent[]> {
  if (job.from === 'record') return job.row.events as unknown as JobEvent[];
  return jobEvents(job.jobId, job.description.runId, (runId) =>
    readHistory(temporal.client.workflow, job.jobId, runId),
  );
}
