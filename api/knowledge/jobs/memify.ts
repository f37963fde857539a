/** Submits Memify jobs. */
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { DEFAULT_PIPELINE, takesMember } from '../../../domain/knowledge/memify/pipelines.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { selectorOf } from '../datasets/datasets.ts';
import { knowledgeWarnings } from '../shared/readiness.ts';
import { readOptions } from './memify-options.ts';
import { modelLimitsOf } from './model-limits.ts';
import type { MemifyRequest } from './schemas/memify.ts';

export async function submitMemify(services: Services, request: MemifyRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const { pipeline = DEFAULT_PIPELINE, dry_run = false } = request;
  const limits = takesMember(pipeline, 'extractor') ? modelLimitsOf(services, request) : null;
  const asked = { services, dataset, request, origin, asksModel: limits !== null };
  const { options, issues } = await readOptions(pipeline, asked);
  const order = {
    workflow: 'memifyJob' as const,
    source: dataset.datasetKey,
    isDryRun: dry_run,
    summary: `memify · ${pipeline}${dry_run ? ', dry run' : ''} · ${dataset.datasetKey}`,
    input: { dataset_id: dataset.id, pipeline, options, ...(limits && !dry_run && { extraction: limits }) },
    warnings: await knowledgeWarnings(services),
  };
  return submitOne(services, 'knowledge.memify', origin, { request, order, issues });
}
