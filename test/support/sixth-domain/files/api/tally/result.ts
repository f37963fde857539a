import { readCounts } from '../../domain/tally/counts.ts';
import { countsKey } from '../../domain/tally/keys.ts';
import { tallyJobResultOf } from '../../domain/tally/results.ts';
import type { FoundJob } from '../jobs/job-lookup.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import type { TallyResult } from './schemas.ts';

const URL_TTL_SECONDS = 900;

/** The result of a tally that succeeded. */
export async function tallyResult(services: Services, job: FoundJob): Promise<TallyResult> {
  const { jobId } = job;
  const [{ words, parts }, counts] = await Promise.all([
    jobResult(services, job, tallyJobResultOf),
    readCounts(services.database, jobId),
  ]);
  const texts = counts.map(async (count) => ({
    count_id: count.id,
    source: count.source,
    words: count.words,
    by_word_url: await services.objects.signGet(countsKey(jobId, count.position), {
      ttlSeconds: URL_TTL_SECONDS,
      disposition: 'attachment',
      filename: `${count.id}.json`,
      contentType: 'application/json',
    }),
  }));
  return { job_id: jobId, words, texts: await Promise.all(texts), parts };
}
