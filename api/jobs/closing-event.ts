import proto from '@temporalio/proto';
import { decodePayload } from '../../platform/temporal/decode.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import type { Services } from '../services.ts';
import type { FoundJob } from './find.ts';

/** The last event of a closed run, without reading the rest of its history. `null` while the run is open. */
export async function closingEvent(
  { temporal: connected }: Services,
  jobId: string,
  runId: string,
): Promise<HistoryEvent | null> {
  const { history } = await connected.connection.workflowService.getWorkflowExecutionHistory({
    namespace: connected.namespace,
    execution: { workflowId: jobId, runId },
    historyEventFilterType: proto.temporal.api.enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT,
  });
  return history?.events?.at(-1) ?? null;
}

/** What the workflow of a succeeded job returned. */
export async function jobResult<T>(services: Services, job: FoundJob): Promise<T> {
  if (job.from === 'record') return job.row.result as T;
  const event = await closingEvent(services, job.jobId, job.description.runId);
  const result = decodePayload<T>(event?.workflowExecutionCompletedEventAttributes?.result?.payloads?.[0]);
  if (result === null) throw new Error(`job ${job.jobId} has no result`);
  return result;
}
