/** The performance run: levels of load one after the other, given ones or those of a search for the largest. */
import type { PerformanceActivities } from '../../activities/evaluation/index.ts';
import type { PromptSource } from '../../activities/evaluation/performance/prompts.ts';
import type { LevelInput, LevelOutcome } from '../../activities/evaluation/performance/run-level.ts';
import type { Endpoint } from '../../activities/evaluation/targets/target.ts';
import type { Gate, PerformanceResult } from '../../domain/evaluation/results.ts';
import { loadText } from '../../domain/evaluation/performance/load-text.ts';
import { largestLoad, nextLoad } from '../../domain/evaluation/performance/tuning.ts';
import type { Trial, Tuning } from '../../domain/evaluation/performance/tuning.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import { PERFORMANCE_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { runJob } from '../job/job.ts';
import { steps } from '../job/steps.ts';

export interface PerformanceJobInput extends JobInput<'evaluation.run'> {
  /** The client's name of the run. */
  readonly name: string | null;
  readonly target: Endpoint;
  readonly prompts: PromptSource;
  /** What all levels have in common. */
  readonly plan: Omit<LevelInput['plan'], 'load'>;
  /** The load of each level; of a search, what its levels have in common. */
  readonly loads: readonly LevelInput['plan']['load'][];
  readonly tuning: Tuning | null;
  readonly gates: readonly Gate[];
}

type Load = PerformanceJobInput['loads'][number];
type RunLevel = (ordinal: number, load: Load) => Promise<LevelOutcome>;

export function performanceJob(input: PerformanceJobInput): Promise<PerformanceResult> {
  return runJob(input, async (job) => {
    const { envelope, name, target, prompts, plan, loads, tuning, gates } = input;
    const performance = (summary: string) => steps<PerformanceActivities>(envelope, PERFORMANCE_TASK_QUEUE, summary);
    const runLevel: RunLevel = (ordinal, load) => {
      const title = `level ${ordinal + 1}${tuning ? '' : ` of ${loads.length}`}: ${loadText(load)}`;
      const level = { envelope, ordinal, plan: { ...plan, load }, target, prompts };
      return job.step(performance(title), 'runLevel', level, { key: String(ordinal) });
    };
    const [common] = loads;
    const tuned = tuning !== null && common ? await tune(tuning, common, runLevel) : null;
    if (tuned === null) for (const [ordinal, load] of loads.entries()) await runLevel(ordinal, load);
    const found = { engine_id: 'performance_evaluator', name, gates, tuned } as const;
    const reports = await job.step(performance(envelope.source), 'writePerformanceReport', {
      envelope,
      result: found,
      endpoint: target.url,
      plan,
      tuning,
    });
    return { ...found, reports: [...reports] };
  });
}

async function tune(
  tuning: Tuning,
  common: Load,
  runLevel: RunLevel,
): Promise<NonNullable<PerformanceResult['tuned']>> {
  const { by, highest, share } = tuning;
  const trials: (Trial & LevelOutcome)[] = [];
  for (let load = nextLoad(tuning, trials); load !== null; load = nextLoad(tuning, trials)) {
    const outcome = await runLevel(trials.length, { ...common, [by]: load });
    const { within_objective, invalid } = outcome;
    trials.push({ load, holds: (within_objective ?? 0) >= share && invalid.length === 0, ...outcome });
  }
  const largest = largestLoad(tuning, trials);
  const failed = trials.filter(({ load, holds }) => !holds && load > (largest ?? 0));
  const isClientTheLimit = failed.some(({ invalid }) => invalid.length > 0);
  return {
    by,
    largest,
    levels: trials.flatMap(({ load }, ordinal) => (load === largest ? [ordinal] : [])),
    limited_by: largest === highest ? 'highest' : isClientTheLimit ? 'client' : 'objective',
  };
}
