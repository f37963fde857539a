/** What operators see of workflows in Temporal's Web UI. */
import { after } from 'node:test';
import { Client, Connection, defaultPayloadConverter } from '@temporalio/client';
import type { openSystem } from './system.ts';
import { until } from '../until.ts';

/** Open until the tests of the file have ended. */
export async function openTemporalUi({
  address,
  namespace,
}: Pick<ReturnType<typeof openSystem>, 'address' | 'namespace'>) {
  const connection = await Connection.connect({ address });
  after(() => connection.close());
  const { workflow } = new Client({ connection, namespace });
  return {
    workflow,

    /** Resolves when the current details of a workflow are these. */
    shows: async (workflowId: string, wanted: RegExp): Promise<void> => {
      let last = '';
      await until(`${workflowId} shows ${wanted}`, async () => {
        const handle = workflow.getHandle(workflowId);
        const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
        last = currentDetails;
        return wanted.test(last) ? true : undefined;
      });
    },

    /** The summary of a workflow. */
    summaryOf: async (workflowId: string): Promise<string> =>
      (await (await workflow.getHandle(workflowId).describe()).staticSummary()) ?? '',

    /** The summaries of the activities that a workflow has scheduled, in order. */
    activitySummaries: async (workflowId: string): Promise<readonly string[]> => {
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) => {
        const summary = userMetadata?.summary;
        return scheduled && summary ? [defaultPayloadConverter.fromPayload<string>(summary)] : [];
      });
    },
  };
}
