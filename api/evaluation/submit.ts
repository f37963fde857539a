/** Submits evaluations. */
import { createHash } from 'node:crypto';
import { Value } from 'typebox/value';
import type { RequestedMetric } from '../../activities/evaluation/types.ts';
import { casesKey } from '../../domain/evaluation/keys.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { engineFor } from '../../engines/evaluation/catalog.ts';
import { METRICS, metricOf } from '../../engines/evaluation/metrics/index.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueLack } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import type { EvalJobRequest } from './schemas.ts';

/** Starts a job that judges the cases. They are kept as an object of the job, because they are too large for a workflow. */
export async function submitEvaluation(services: Services, request: EvalJobRequest, origin: Origin) {
  const { eval_type, engine_id = 'auto', input, name } = request;
  const engine = engineFor(eval_type, engine_id);
  const read = request.metrics.map((metric, index) => readMetric(metric, index));
  const issues: ValidationIssue[] = read.flatMap((metric) => ('issues' in metric ? metric.issues : []));
  if (engine === null) {
    const msg = `No engine evaluates ${eval_type}${engine_id === 'auto' ? '' : ` as ${engine_id}`}. See GET /v1/eval/engines.`;
    issues.push({ loc: ['body', 'eval_type'], msg, type: 'eval_engine' });
  }
  const lines = input.test_cases.map((subject) => JSON.stringify(subject)).join('\n');
  const digest = createHash('sha256').update(canonicalJson(request)).digest('hex').slice(0, 32);
  const source = name ?? `${input.test_cases.length} cases`;
  const lack = await queueLack(services, { taskQueue: EVALUATION_TASK_QUEUE, runs: 'activities' });
  const metrics = read.flatMap((metric) => ('issues' in metric ? [] : [metric]));
  const order = {
    workflow: 'qualityJob' as const,
    source,
    summary: `evaluate · ${source} · ${metrics.length} metrics`,
    input: { name: name ?? null, cases_digest: digest, metrics },
    warnings: lack ? [{ code: lack.code, message: lack.message }] : [],
    prepare: (jobId: string) => services.objects.put(casesKey(jobId, digest), lines, 'application/jsonl'),
  };
  return submitOne(services, 'evaluation.quality', origin, { request, order, issues });
}

type Asked = EvalJobRequest['metrics'][number];

function readMetric(
  { metric_key, threshold, params = {} }: Asked,
  index: number,
): RequestedMetric | { readonly issues: ValidationIssue[] } {
  const metric = metricOf(metric_key);
  if (metric === null) {
    const msg = `There is no metric ${metric_key}. Known: ${METRICS.map(({ key }) => key).join(', ')}.`;
    return { issues: [{ loc: ['body', 'metrics', index, 'metric_key'], msg, type: 'metric_key' }] };
  }
  const filled: unknown = Value.Default(metric.parameters, structuredClone(params));
  const issues = [...Value.Errors(metric.parameters, filled)].map(({ instancePath, message }) => ({
    loc: ['body', 'metrics', index, 'params', ...instancePath.split('/').slice(1)],
    msg: `${message}.`,
    type: 'metric_params',
  }));
  return issues.length > 0 ? { issues } : { metric_key, params, threshold: threshold ?? metric.threshold };
}
