/** What the calling Cognify job has committed. */
import { Context } from '@temporalio/activity';
import type { Database } from '../../platform/database/client.ts';
import { readCounts } from '../../domain/knowledge/counts.ts';
import type { CognifyCounts } from '../../domain/knowledge/results.ts';

const NOTHING: CognifyCounts = {
  ...{ documents: 0, chunks_added: 0, chunks_kept: 0, chunks_removed: 0, chunks_refused: 0, documents_truncated: 0 },
  ...{ chunks_read: 0, mentions: 0, facts: 0 },
};

export async function cognifyCounts({ database }: { readonly database: Database }): Promise<CognifyCounts> {
  const { workflowExecution } = Context.current().info;
  if (!workflowExecution) throw new Error('only jobs have counts');
  return { ...NOTHING, ...(await readCounts(database, workflowExecution.workflowId)) };
}
