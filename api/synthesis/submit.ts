/** Submits syntheses. */
import { createHash } from 'node:crypto';
import { SYNTHESIS_TASK_QUEUE } from '../../domain/manifests/synthesis.ts';
import { keepOrder } from '../../domain/synthesis/orders.ts';
import type { StoredOrder } from '../../domain/synthesis/orders.ts';
import { SYNTHESIS_ENGINES } from '../../engines/synthesis/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { ValidationError } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueWarnings } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { readDataset } from './dataset.ts';
import { impossibleIssues } from './infeasible-orders.ts';
import { readInput } from './input.ts';
import { readExcluded } from './exclude.ts';
import { issueAt } from './issues.ts';
import { modelsOf, priceIssues } from './models.ts';
import { readOrder } from './order.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';
import { datasetIssues } from './tables.ts';

/**
 * Starts a job that makes the items. Its order is kept as an object of the job, because it is too large for a workflow.
 */
export async function submitSynthesis(services: Services, request: SynthesisJobRequest, origin: Origin) {
  const read = readOrder(request, services.models);
  if ('issues' in read) throw new ValidationError(read.issues);
  const { formats = ['jsonl'], keep_rejected = false, preview } = request;
  const ordered = preview === undefined ? read.order : previewOf(read.order, preview);
  const { engine_id, count, seed } = ordered;
  const issues = formats.flatMap((format, index) => {
    const engines = SYNTHESIS_ENGINES.filter((engine) => engine.formats.includes(format)).map(
      ({ engineId }) => engineId,
    );
    if (engines.includes(engine_id)) return [];
    return [issueAt(['formats', index], `${format} is for items of ${engines.join(', ')}: leave it out.`)];
  });
  if (request.dataset !== undefined && 'tables' in ordered) issues.push(...datasetIssues(ordered.tables));
  const using = modelsOf(request, ordered, services.models);
  issues.push(...priceIssues(request, using, services.models));
  if (issues.length > 0) throw new ValidationError(issues);
  const { from, contexts } = await readInput(services, origin.identity, request.input);
  const dataset = await readDataset(services, origin.identity, request);
  const impossible = impossibleIssues(request, { order: read.order, contexts });
  if (impossible.length > 0) throw new ValidationError(impossible);
  const excluded = await readExcluded(services, origin.identity, request);
  const stored = { order: ordered, contexts };
  const digest = createHash('sha256').update(canonicalJson(stored)).digest('hex').slice(0, 32);
  const source = request.name ?? engine_id;
  const order = {
    workflow: 'synthesisJob' as const,
    source,
    summary: `synthesize · ${source} · ${count} items`,
    input: {
      name: request.name ?? null,
      order_digest: digest,
      engine_id,
      seed,
      asked: count,
      preview_of: preview === undefined ? null : read.order.count,
      from,
      formats,
      keep_rejected,
      ...(dataset && preview === undefined && { dataset }),
      ...using,
      ...(excluded.length > 0 && { excluded }),
    },
    warnings: await queueWarnings(services, SYNTHESIS_TASK_QUEUE),
    prepare: (jobId: string) => keepOrder(services.objects, jobId, digest, stored),
  };
  return submitOne(services, 'synthesis.run', origin, { request, order });
}

type Order = StoredOrder['order'];

/** The order of the first items; of rows, of the first ones of each table. */
function previewOf(order: Order, items: number): Order {
  if (order.engine_id !== 'schema_rows') return { ...order, count: Math.min(order.count, items) };
  const tables = order.tables.map((table) => ({ ...table, count: Math.min(table.count, items) }));
  return { ...order, tables, count: tables.reduce((sum, { count }) => sum + count, 0) };
}
