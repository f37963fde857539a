/** Submits evaluations. */
import { createHash } from 'node:crypto';
import type { DatasetSource } from '../../domain/evaluation/datasets/cases.ts';
import { keepSubmittedCases } from '../../domain/evaluation/submitted-cases.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { engineFor } from '../../engines/evaluation/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueWarnings } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { casesOf, readSource } from './input.ts';
import { readMeasurements } from './measurements.ts';
import { performanceOrder } from './performance/submit.ts';
import type { EvalJobRequest } from './schemas.ts';
import { unusedMembers } from './unused-members.ts';

/** The engine of a request; `null`: none evaluates what it asks for. */
export const engineOf = ({ eval_type, engine_id = 'auto' }: EvalJobRequest): string | null =>
  engineFor(eval_type, engine_id)?.engineId ?? null;

/** Starts the job of a request. Its cases are kept as an object of the job, because they are too large for a workflow. */
export async function submitEvaluation(services: Services, request: EvalJobRequest, origin: Origin) {
  const { eval_type, engine_id = 'auto', input } = request;
  const issues: ValidationIssue[] = [];
  const engine = engineOf(request);
  if (engine === null) {
    const which = engine_id === 'auto' ? 'No engine runs' : `The engine ${engine_id} does not run`;
    const msg = `${which} evaluations of type ${eval_type}. See GET /v1/eval/engines.`;
    issues.push({ loc: ['body', 'eval_type'], msg, type: 'eval_engine' });
  } else {
    issues.push(...unusedMembers(engine, request));
  }
  const isPerformance = engine === 'performance_evaluator';
  const needsCases = isPerformance ? input.type === 'inline_test_cases' : input.type !== 'dataset';
  if (input.test_cases === undefined && needsCases) {
    issues.push({
      loc: ['body', 'input', 'test_cases'],
      msg: '`test_cases` is missing. Give 1 to 5,000 cases.',
      type: 'missing',
    });
  }
  const source = isPerformance ? null : await readSource(services, origin.identity, input);
  const digest = createHash('sha256').update(canonicalJson(request)).digest('hex').slice(0, 32);
  const { order, issues: ofOrder } = isPerformance
    ? await performanceOrder(services, request, digest)
    : await qualityOrder(services, request, digest, source);
  const keepCases = (cases: readonly object[]) => ({
    prepare: (jobId: string) => keepSubmittedCases(services.objects, jobId, digest, cases),
  });
  return submitOne(services, 'evaluation.run', origin, {
    request,
    order: { ...order, ...(input.test_cases && keepCases(input.test_cases)) },
    issues: [...issues, ...ofOrder],
  });
}

async function qualityOrder(
  services: Services,
  request: EvalJobRequest,
  cases_digest: string,
  from: DatasetSource | null,
) {
  const { name, input, metrics = [] } = request;
  const { measurements, issues } = readMeasurements(services, metrics, request);
  const limits = { max_usd: request.max_cost_usd ?? null, max_tokens: request.max_tokens ?? null };
  const source = name ?? `${casesOf(input, from)} cases`;
  return {
    issues:
      metrics.length > 0 ? issues : [{ loc: ['body', 'metrics'], msg: 'Give at least one metric.', type: 'missing' }],
    order: {
      workflow: 'qualityJob' as const,
      source,
      summary: `evaluate · ${source} · ${metrics.length} metrics`,
      input: { name: name ?? null, cases_digest, ...(from && { source: from }), measurements, limits },
      warnings: await queueWarnings(services, EVALUATION_TASK_QUEUE),
    },
  };
}
