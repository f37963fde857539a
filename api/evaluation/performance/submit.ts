/** Submits performance runs. */
import type { Gate } from '../../../domain/evaluation/results.ts';
import { PERFORMANCE_TASK_QUEUE } from '../../../domain/manifests/evaluation.ts';
import { DESCRIBED_FIGURES, describedFigure } from '../../../engines/evaluation/catalog.ts';
import type { PerformanceJobInput } from '../../../workflows/evaluation/performance.ts';
import { openIssues } from '../../contract/issues.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { queueWarnings } from '../../jobs/submit/readiness.ts';
import type { Services } from '../../services.ts';
import type { RunInput } from '../input.ts';
import { repeatIssues, thresholdIssues } from '../metric-rules.ts';
import type { EvalJobRequest } from '../schemas.ts';
import { readLoads } from './loads.ts';
import type { EvalEngineOptions } from '../load-schemas.ts';
import { readPrompts } from './prompts.ts';
import { DEFAULT_TIMEOUT_SECONDS, readEndpoint } from '../targets/endpoint.ts';

/** Of a step, for what is not requests. */
const RESERVE_SECONDS = 10;

/** The job of a request for a performance run, and what is wrong with the request. */
export async function performanceOrder(
  services: Services,
  request: EvalJobRequest,
  from: RunInput,
  casesDigest: string,
) {
  const { name, input, target, engine_options: options = {} } = request;
  const { issues, fault } = openIssues('performance');
  if (target === undefined) fault(['target'], 'A performance run needs the endpoint that it measures.');
  else if (target.type !== 'api') fault(['target', 'type'], 'A performance run measures an endpoint. Use api.');
  const timeoutSeconds = target?.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS;
  const { url, issues: ofTarget } = target ? await readEndpoint(services, target) : { url: '', issues: [] };
  const { evaluation, jobs } = services.config;
  // A level may have to wait for the answers of its warm-up, and for its last ones.
  const mostSeconds = Math.floor(jobs.stepTimeoutMs / 1000 - 2 * timeoutSeconds - RESERVE_SECONDS);
  if (mostSeconds < 1) {
    const longest = Math.floor((jobs.stepTimeoutMs / 1000 - RESERVE_SECONDS - 1) / 2);
    fault(['target', 'timeout_seconds'], `\`timeout_seconds\` leaves no time for a level. Use at most ${longest}.`);
  }
  const most = Math.max(1, Math.min(mostSeconds, evaluation.maxLevelSeconds));
  const { loads, tuning, issues: ofLoads } = readLoads(options, evaluation, most);
  const { prompts, issues: ofPrompts } = readPrompts(input, from, casesDigest);
  const { gates, issues: ofGates } = readGates(request.metrics ?? [], options);
  const source = URL.parse(url)?.host ?? '';
  return {
    issues: [...issues, ...ofTarget, ...ofLoads, ...ofPrompts, ...ofGates],
    order: {
      workflow: 'performanceJob' as const,
      source: name ?? source,
      summary: `performance · ${source} · ${tuning ? 'search' : `${loads.length} levels`}`,
      input: {
        name: name ?? null,
        target: { url, secret_ref: target?.secret_ref ?? null },
        prompts,
        plan: planOf(options, target?.model ?? null, timeoutSeconds),
        loads,
        tuning,
        gates,
      } satisfies Partial<PerformanceJobInput>,
      warnings: await queueWarnings(services, PERFORMANCE_TASK_QUEUE),
    },
  };
}

function planOf(
  options: EvalEngineOptions,
  model: string | null,
  timeout_seconds: number,
): PerformanceJobInput['plan'] {
  const { arrivals = 'poisson', burstiness = 1, warmup = null, ramp_seconds = null, slo } = options;
  const { stream = true, max_tokens = null } = options;
  const { ttft_ms = null, tpot_ms = null, latency_ms = null } = slo ?? {};
  return {
    arrivals: { process: arrivals, shape: burstiness },
    objective: slo ? { ttft_ms, tpot_ms, latency_ms } : null,
    warmup,
    ramp_seconds,
    timeout_seconds,
    request: { model, stream, max_tokens },
  };
}

function readGates(
  metrics: NonNullable<EvalJobRequest['metrics']>,
  { slo }: EvalEngineOptions,
): { readonly gates: readonly Gate[]; readonly issues: readonly ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const gates = metrics.map(({ metric_key, threshold, params = {} }, index) => {
    const loc = ['body', 'metrics', index, 'metric_key'];
    const figure = describedFigure(metric_key);
    if (figure === null) {
      const known = DESCRIBED_FIGURES.map(({ key }) => key).join(', ');
      const msg = `A performance run does not measure ${metric_key}. Known: ${known}.`;
      issues.push({ loc, msg, type: 'metric_key' });
    } else {
      issues.push(...thresholdIssues(figure, threshold, index));
    }
    if (metric_key === 'perf.goodput' && slo === undefined) {
      issues.push({ loc, msg: 'Goodput needs an objective. Give engine_options.slo.', type: 'metric_key' });
    }
    if (Object.keys(params).length > 0) {
      const msg = 'This metric has no parameters.';
      issues.push({ loc: [...loc.slice(0, 3), 'params'], msg, type: 'metric_params' });
    }
    return { metric_key, threshold: threshold ?? null };
  });
  return { gates, issues: [...issues, ...repeatIssues(metrics, describedFigure)] };
}
