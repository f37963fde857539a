/** What the calling job has committed, and found. */
import type { Database } from '../../platform/database/client.ts';
import { readCounts } from '../../domain/jobs/counts.ts';
import type { Found } from '../../domain/jobs/row-ranges.ts';
import { MEMIFY_PIPELINES } from '../../domain/knowledge/memify/pipelines.ts';
import type { MemifyPipeline } from '../../domain/knowledge/memify/pipelines.ts';
import type { CognifyCounts, MemifyResult } from '../../domain/knowledge/results.ts';
import { thisJob } from '../jobs/this-job.ts';

const NOTHING: CognifyCounts = {
  documents: 0,
  chunks_added: 0,
  chunks_kept: 0,
  chunks_removed: 0,
  chunks_refused: 0,
  documents_truncated: 0,
  documents_skipped: 0,
  chunks_read: 0,
  chunks_unread: 0,
  mentions: 0,
  facts: 0,
  aliases: 0,
};

export async function cognifyCounts({ database }: { readonly database: Database }): Promise<CognifyCounts> {
  return { ...NOTHING, ...(await readCounts(database, thisJob().jobId)) };
}

export async function memifyCounts(
  { database }: { readonly database: Database },
  pipeline: MemifyPipeline,
  found: Found,
): Promise<MemifyResult['counts']> {
  const counts = { ...(await readCounts(database, thisJob().jobId)), ...found };
  return Object.fromEntries(MEMIFY_PIPELINES[pipeline].counts.map((name) => [name, counts[name] ?? 0]));
}
