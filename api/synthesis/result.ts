/** Results of syntheses. */
import { itemsAfter } from '../../domain/synthesis/items.ts';
import { outputKey } from '../../domain/synthesis/outputs.ts';
import { synthesisResultOf } from '../../domain/synthesis/results.ts';
import type { FoundJob } from '../jobs/find.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import type { SynthesisResult } from './schemas.ts';

/** How long signed URLs of outputs are valid. */
const URL_TTL_SECONDS = 900;
/** Items in the result itself. */
const SHOWN_ITEMS = 100;

/** The result of a synthesis that succeeded. */
export async function synthesisResult(services: Services, job: FoundJob): Promise<SynthesisResult> {
  const { outputs, ...result } = await jobResult(services, job, synthesisResultOf);
  const items = await itemsAfter(services.database, job.jobId, -1, SHOWN_ITEMS);
  const missing = result.asked - result.accepted;
  const reason = Object.keys(result.rejected).length > 0 ? 'rejected' : 'sources_exhausted';
  return {
    job_id: job.jobId,
    ...result,
    rejected: { ...result.rejected },
    shortfall: missing > 0 ? { missing, reason } : null,
    items: items.map(({ ordinal, value, provenance }) => ({
      index: ordinal,
      ...{ value: { ...value }, provenance: { ...provenance } },
    })),
    outputs: await Promise.all(
      outputs.map(async ({ name, media_type, bytes }) => ({
        ...{ name, media_type, bytes },
        url: await services.objects.signGet(outputKey(job.jobId, name), {
          ttlSeconds: URL_TTL_SECONDS,
          disposition: 'attachment',
          filename: name,
          contentType: media_type,
        }),
      })),
    ),
  };
}
