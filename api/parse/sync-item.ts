import type { Static } from 'typebox';
import type { Caller } from '../../domain/identity/identity.ts';
import { triedEnginesOf } from '../../domain/parse/results.ts';
import { findJob } from '../jobs/job-lookup.ts';
import type { JobAccepted } from '../jobs/schemas.ts';
import { jobStatus } from '../jobs/status.ts';
import type { Services } from '../services.ts';
import { NO_CRAWL } from './crawl/result.ts';
import { allWarnings, parseResult } from './result.ts';
import type { ParseBatchResult } from './schemas.ts';

type SyncItem = Static<typeof ParseBatchResult>['results'][number];

/** What became of one source of a synchronous request. `inlineBytes` bounds the Markdown within it. */
export async function syncItem(
  services: Services,
  identity: Caller,
  { job_id: jobId, warnings }: Pick<JobAccepted, 'job_id' | 'warnings'>,
  inlineBytes: number,
): Promise<SyncItem> {
  const job = await findJob(services, identity, jobId);
  const { state, source, error } = await jobStatus(services, job);
  if (state !== 'succeeded') {
    const { attempts = [], skipped = [] } = triedEnginesOf(error?.details ?? {});
    const none = { ...NO_CRAWL, archive_files: [], document: null };
    return { job_id: jobId, source, attempts, skipped, ...none, state, error, warnings };
  }
  const result = await parseResult(services, identity, job, inlineBytes);
  return { ...result, state, error: null, warnings: allWarnings(warnings, result) };
}
