import proto from '@temporalio/proto';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import type { Services } from '../services.ts';

/** The last event of a closed run, read without the rest of its history. `null` while the run is open. */
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
