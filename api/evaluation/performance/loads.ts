/**
 * Which levels a request for a performance run asks for: within the caps of the installation, or what is wrong with it.
 */
import { mostTrials } from '../../../domain/evaluation/performance/tuning.ts';
import type { Tuning } from '../../../domain/evaluation/performance/tuning.ts';
import type { PerformanceJobInput } from '../../../workflows/evaluation/performance.ts';
import type { Config } from '../../../domain/settings.ts';
import { openIssues } from '../../contract/issues.ts';
import type { Fault } from '../../contract/issues.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { EvalEngineOptions } from '../load-schemas.ts';

type Load = PerformanceJobInput['loads'][number];

export interface ReadLoads {
  /** One for each level; for a search, what its levels have in common. */
  readonly loads: readonly Load[];
  readonly tuning: Tuning | null;
  readonly issues: readonly ValidationIssue[];
}

type Caps = Config['evaluation'];

const DEFAULT_SHARE = 0.95;
/** Levels of a search. */
const MOST_TRIALS = 100;

/** `mostSeconds`: a level must not last longer. */
export function readLoads(options: EvalEngineOptions, caps: Caps, mostSeconds: number): ReadLoads {
  const { issues, fault } = openIssues('load', 'engine_options');
  const { rate, parallel, number, duration_seconds, auto_tune } = options;
  const atMost = (place: readonly (string | number)[], value: number, most: number, setting: string): void => {
    if (value > most)
      fault(place, `This is more than the ${most} that the installation allows (${setting}). Lower it.`);
  };
  for (const [index, users] of (parallel ?? []).entries()) {
    atMost(['parallel', index], users, caps.maxParallel, 'EVAL_MAX_PARALLEL');
  }
  for (const [index, perSecond] of (rate ?? []).entries()) {
    atMost(['rate', index], perSecond, caps.maxRate, 'EVAL_MAX_RATE');
  }
  for (const [index, requests] of (number ?? []).entries()) {
    atMost(['number', index], requests, caps.maxRequests, 'EVAL_MAX_REQUESTS');
  }
  atMost(['warmup'], options.warmup ?? 0, caps.maxParallel, 'EVAL_MAX_PARALLEL');
  atMost(['duration_seconds'], duration_seconds ?? 0, mostSeconds, 'EVAL_MAX_LEVEL_SECONDS, STEP_TIMEOUT_MS');
  const length = duration_seconds ?? mostSeconds;
  if ((options.ramp_seconds ?? 0) > length) {
    fault(['ramp_seconds'], `\`ramp_seconds\` is longer than the level (${length} s).`);
  }
  if (number === undefined && duration_seconds === undefined) {
    fault(['number'], 'State the requests of a level (number), its length (duration_seconds), or both.');
  }
  if (rate !== undefined && (parallel?.length ?? 1) > 1) {
    fault(['parallel'], 'With rate, parallel is the most requests in flight. Give one number.');
  }
  if (rate === undefined && (options.arrivals ?? options.burstiness) !== undefined) {
    fault(['rate'], 'Arrivals belong to an open loop. Give its rate, or leave arrivals and burstiness out.');
  }
  if (options.burstiness !== undefined && options.arrivals !== 'gamma') {
    fault(['burstiness'], 'Only gamma arrivals have a burstiness. Set arrivals to gamma.');
  }
  const tuning = auto_tune ? readTuning(options, auto_tune, caps, fault) : null;
  const count = auto_tune ? 1 : (rate ?? parallel ?? [1]).length;
  if (number !== undefined && number.length !== 1 && number.length !== count) {
    fault(['number'], `There are ${count} levels. Give one number for all of them, or ${count}.`);
  }
  const loads = Array.from({ length: count }, (_, level): Load => ({
    parallel: rate === undefined ? (parallel?.[level] ?? 1) : (parallel?.[0] ?? null),
    rate: rate?.[level] ?? null,
    number: number?.[level] ?? number?.[0] ?? caps.maxRequests,
    duration_seconds: length,
  }));
  return { loads, tuning, issues };
}

function readTuning(
  { slo, rate, parallel }: EvalEngineOptions,
  { by, lowest, highest, repeats = 1, share = DEFAULT_SHARE }: NonNullable<EvalEngineOptions['auto_tune']>,
  { maxParallel, maxRate }: Caps,
  fault: Fault,
): Tuning {
  if (slo === undefined || Object.keys(slo).length === 0) {
    fault(['slo'], 'A search needs an objective. Give ttft_ms, tpot_ms or latency_ms.');
  }
  if (lowest > highest) fault(['auto_tune', 'lowest'], 'The lowest load is above the highest.');
  const most = by === 'parallel' ? maxParallel : maxRate;
  if (highest > most)
    fault(['auto_tune', 'highest'], `This is more than the ${most} that the installation allows. Lower it.`);
  if (by === 'parallel' && !(Number.isInteger(lowest) && Number.isInteger(highest))) {
    fault(['auto_tune', 'lowest'], 'Users are whole numbers.');
  }
  if (by === 'parallel' ? parallel !== undefined || rate !== undefined : rate !== undefined) {
    fault(
      ['auto_tune', 'by'],
      `The search chooses ${by} itself. Leave ${by === 'parallel' ? 'parallel and rate' : 'rate'} out.`,
    );
  }
  const tuning = { by, lowest, highest, repeats, share };
  if (mostTrials(tuning) > MOST_TRIALS) {
    fault(
      ['auto_tune', 'repeats'],
      `The search may need more than ${MOST_TRIALS} levels. Repeat them less often, or bring lowest and ` +
        'highest closer together.',
    );
  }
  return tuning;
}
