/** Submits syntheses. */
import { createHash } from 'node:crypto';
import { SYNTHESIS_TASK_QUEUE } from '../../domain/manifests/synthesis.ts';
import { keepOrder } from '../../domain/synthesis/orders.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { ValidationError } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueWarnings } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { readOrder } from './order.ts';
import type { SynthesisJobRequest } from './schemas.ts';

/** Starts a job that makes the items. Its order is kept as an object of the job, because it is too large for a workflow. */
export async function submitSynthesis(services: Services, request: SynthesisJobRequest, origin: Origin) {
  const read = readOrder(request);
  if ('issues' in read) throw new ValidationError(read.issues);
  const { engine_id, count, seed } = read.order.order;
  const { formats = ['jsonl'] } = request;
  const chat = engine_id === 'grounded_qa' ? -1 : formats.indexOf('chat_jsonl');
  if (chat >= 0) {
    const msg = `chat_jsonl is for questions; ${engine_id} makes none.`;
    throw new ValidationError([{ loc: ['body', 'formats', chat], msg, type: 'synthesis' }]);
  }
  const digest = createHash('sha256').update(canonicalJson(read.order)).digest('hex').slice(0, 32);
  const source = request.name ?? engine_id;
  const order = {
    workflow: 'synthesisJob' as const,
    source,
    summary: `synthesize · ${source} · ${count} items`,
    input: { name: request.name ?? null, order_digest: digest, engine_id, seed, asked: count, formats },
    warnings: await queueWarnings(services, SYNTHESIS_TASK_QUEUE),
    prepare: (jobId: string) => keepOrder(services.objects, jobId, digest, read.order),
  };
  return submitOne(services, 'synthesis.run', origin, { request, order });
}
