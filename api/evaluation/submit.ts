/** Submits evaluations. */
import { createHash } from 'node:crypto';
import { casesKey } from '../../domain/evaluation/keys.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { engineFor } from '../../engines/evaluation/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueLack } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { readMeasurements } from './measurements.ts';
import type { EvalJobRequest } from './schemas.ts';

/** Starts a job that judges the cases. They are kept as an object of the job, because they are too large for a workflow. */
export async function submitEvaluation(services: Services, request: EvalJobRequest, origin: Origin) {
  const { eval_type, engine_id = 'auto', input, name } = request;
  const { measurements, issues: ofMetrics } = readMeasurements(services, request.metrics);
  const issues: ValidationIssue[] = [...ofMetrics];
  if (engineFor(eval_type, engine_id) === null) {
    const msg = `No engine evaluates ${eval_type}${engine_id === 'auto' ? '' : ` as ${engine_id}`}. See GET /v1/eval/engines.`;
    issues.push({ loc: ['body', 'eval_type'], msg, type: 'eval_engine' });
  }
  const lines = input.test_cases.map((subject) => JSON.stringify(subject)).join('\n');
  const digest = createHash('sha256').update(canonicalJson(request)).digest('hex').slice(0, 32);
  const source = name ?? `${input.test_cases.length} cases`;
  const lack = await queueLack(services, { taskQueue: EVALUATION_TASK_QUEUE, runs: 'activities' });
  const order = {
    workflow: 'qualityJob' as const,
    source,
    summary: `evaluate · ${source} · ${request.metrics.length} metrics`,
    input: { name: name ?? null, cases_digest: digest, measurements },
    warnings: lack ? [{ code: lack.code, message: lack.message }] : [],
    prepare: (jobId: string) => services.objects.put(casesKey(jobId, digest), lines, 'application/jsonl'),
  };
  return submitOne(services, 'evaluation.run', origin, { request, order, issues });
}
