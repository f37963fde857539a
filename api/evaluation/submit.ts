/** Submits evaluations. */
import { createHash } from 'node:crypto';
import type { Target } from '../../activities/evaluation/targets/target.ts';
import { keepSubmittedCases } from '../../domain/evaluation/submitted-cases.ts';
import { knownFields } from '../../domain/evaluation/known-fields.ts';
import { answers } from '../../domain/knowledge/search/index.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { engineFor } from '../../engines/evaluation/catalog.ts';
import type { EvalEngineId } from '../../engines/evaluation/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueWarnings } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import type { RunInput } from './input.ts';
import { unpricedJudges } from './judges.ts';
import { readMeasurements } from './measurements.ts';
import { performanceOrder } from './performance/submit.ts';
import { missingFields } from './metric-rules.ts';
import type { EvalJobRequest } from './schemas.ts';
import { readTarget } from './targets/quality.ts';
import { unusedMembers } from './unused-members.ts';

/** The engine of a request; `null`: none evaluates what it asks for. */
export const engineOf = ({ eval_type, engine_id = 'auto' }: EvalJobRequest): EvalEngineId | null =>
  engineFor(eval_type, engine_id)?.engineId ?? null;

/**
 * Starts the job of a request. Cases that it keeps are an object of the job, because they are too large for a workflow.
 */
export async function submitEvaluation(services: Services, request: EvalJobRequest, from: RunInput, origin: Origin) {
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
  if (input.type === 'inline_test_cases' && input.test_cases === undefined) {
    issues.push({
      loc: ['body', 'input', 'test_cases'],
      msg: '`test_cases` is missing. Give 1 to 5,000 cases.',
      type: 'missing',
    });
  }
  const { kept, builtIn } = from;
  const digest = createHash('sha256')
    .update(canonicalJson({ ...request, builtIn }))
    .digest('hex')
    .slice(0, 32);
  const { order, issues: ofOrder } =
    engine === 'performance_evaluator'
      ? await performanceOrder(services, request, from, digest)
      : await qualityOrder(services, origin.identity, request, from, digest);
  const prepare = (cases: readonly object[]) => (jobId: string) =>
    keepSubmittedCases(services.objects, jobId, digest, cases);
  return submitOne(services, 'evaluation.run', origin, {
    request,
    order: { ...order, ...(kept && { prepare: prepare(kept) }) },
    issues: [...issues, ...ofOrder],
  });
}

async function qualityOrder(
  services: Services,
  caller: Origin['identity'],
  request: EvalJobRequest,
  from: RunInput,
  cases_digest: string,
) {
  const { cases, dataset, builtIn } = from;
  const { name, metrics = [] } = request;
  const { measurements, issues: ofMetrics } = readMeasurements(services, metrics, request);
  const { target, issues: ofTarget } = await readTarget(services, caller, request.target);
  const judges = measurements.map(({ judge }) => judge);
  const unpriced = request.max_cost_usd === undefined ? [] : unpricedJudges(services.models, judges);
  const ofPrice = request.max_cost_usd === undefined || !target ? [] : unpricedTarget(services.models, target);
  // What is wrong with the target comes first.
  const fields = ofTarget.length > 0 ? null : knownFields(from, target?.type ?? null);
  const known = fields && { input: request.input.type, fields, hasTarget: target !== null };
  const ofFields = known ? missingFields(metrics, known) : [];
  const issues = [...ofTarget, ...ofPrice, ...ofMetrics, ...ofFields, ...unpriced];
  const limits = { max_usd: request.max_cost_usd ?? null, max_tokens: request.max_tokens ?? null };
  const source = name ?? `${cases} cases${builtIn === null ? '' : ` of ${builtIn}`}`;
  const about = request.target ? ` · target ${request.target.model ?? request.target.type}` : '';
  return {
    issues:
      metrics.length > 0
        ? issues
        : [...issues, { loc: ['body', 'metrics'], msg: 'Give at least one metric.', type: 'missing' }],
    order: {
      workflow: 'qualityJob' as const,
      source,
      summary: `evaluate · ${source} · ${metrics.length} metrics${about}`,
      input: {
        name: name ?? null,
        cases_digest,
        measurements,
        limits,
        ...(dataset && { source: dataset }),
        ...(target && { target }),
      },
      warnings: await queueWarnings(services, EVALUATION_TASK_QUEUE),
    },
  };
}

/** What lacks the price that `max_cost_usd` needs, with the fix. */
function unpricedTarget(models: Services['models'], target: Target): readonly ValidationIssue[] {
  switch (target.type) {
    case 'api': {
      const msg = '`max_cost_usd` needs the price of the target. Give it, or use max_tokens.';
      return target.price === null ? [{ loc: ['body', 'target', 'price'], msg, type: 'target' }] : [];
    }
    case 'model':
      return unpricedJudges(models, [target.name]);
    case 'knowledge': {
      const answering = answers(target.search_type) ? models.of('answer') : null;
      return unpricedJudges(models, [answering?.name ?? null]);
    }
  }
}
