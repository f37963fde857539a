/**
 * The quality evaluation: cases become rows, get the outputs that they lack from the target, are judged in batches, and
 * are summed up.
 */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { EvaluationActivities, EvaluationLocalActivities } from '../../activities/evaluation/index.ts';
import type { Target } from '../../activities/evaluation/targets/target.ts';
import type { Measurement, PricedCases } from '../../activities/evaluation/types.ts';
import type { DatasetSource } from '../../domain/evaluation/datasets/cases.ts';
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { ModelLimits } from '../../domain/jobs/row-ranges.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import type { Usage, UsageUnit } from '../../domain/jobs/usage.ts';
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { inRowRanges } from '../job/row-ranges.ts';
import type { RangeProgress, RangeWork } from '../job/row-ranges.ts';
import { ModelBudget } from '../job/budget.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { LOCAL_ACTIVITY } from '../job/local-activity.ts';
import { steps } from '../job/steps.ts';
import type { Steps } from '../job/steps.ts';

export interface QualityJobInput extends JobInput<'evaluation.run'> {
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
  /** The dataset that has the cases instead. */
  readonly source?: DatasetSource;
  /** What gives the outputs that cases lack. */
  readonly target?: Target;
  readonly measurements: readonly Measurement[];
  /** What the target and the models that judge may take. */
  readonly limits: ModelLimits;
  /** The client's name of the run. */
  readonly name: string | null;
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: QualityProgress;
}

interface QualityProgress extends RangeProgress {
  readonly cases: number;
  /** Whether the rows that are counted are those of the target, which is asked before the judges. */
  readonly is_producing?: boolean;
  readonly stopped_by: QualityResult['stopped_by'];
}

const { planCases, planOutputs } = proxyLocalActivities<EvaluationLocalActivities>(LOCAL_ACTIVITY);

export function qualityJob(input: QualityJobInput): Promise<QualityResult> {
  return runJob(input, async (job) => {
    const { envelope, cases_digest, source, target, measurements, limits, name } = input;
    const evaluation = steps<EvaluationActivities>(envelope, EVALUATION_TASK_QUEUE, envelope.source);
    const begun: QualityProgress = input.so_far ?? {
      ...(await job.step(evaluation, 'readCases', { envelope, cases_digest, ...(source && { source }) })),
      after: '0',
      completed: 0,
      stopped_by: null,
      is_producing: target !== undefined,
    };
    const modelsOf = ({ models }: PricedCases) => [...models, ...(target?.models ?? [])];
    const budget = new ModelBudget<PricedCases>(job, limits, modelsOf, begun.stopped_by);
    const goOn = (so_far: QualityProgress): QualityJobInput => ({
      ...input,
      so_far: { ...so_far, stopped_by: budget.stoppedBy },
    });
    let progress = begun;
    if (target && progress.is_producing) {
      progress = await inRowRanges(job, progress, producing(job, evaluation, { envelope, target }, budget), goOn);
      progress = { ...progress, after: '0', completed: 0, is_producing: false };
    }
    const { cases } = await inRowRanges(job, progress, judging(job, evaluation, input, budget, progress.cases), goOn);
    const summary = await job.step(evaluation, 'summarizeScores', {
      envelope,
      measurements,
      has_target: target !== undefined,
    });
    const found = { engine_id: 'quality_evaluator', name, cases, ...summary, stopped_by: budget.stoppedBy } as const;
    const reports = await job.step(evaluation, 'writeReport', { envelope, result: found });
    return { ...found, dataset_id: source?.dataset_id ?? null, reports: [...reports] };
  });
}

/** Asks the target about cases, as long as the budget lasts. */
function producing(
  job: Job,
  evaluation: Steps<EvaluationActivities>,
  { envelope, target }: { readonly envelope: QualityJobInput['envelope']; readonly target: Target },
  budget: ModelBudget<PricedCases>,
): RangeWork<PricedCases> {
  return {
    verb: 'produces',
    unit: 'outputs',
    plan: (after) => planOutputs({ target, after }),
    run: async (rows, key, cases) => {
      const produce = (is_over_budget: boolean) =>
        job.step(evaluation, 'produceOutputs', { envelope, target, rows, is_over_budget }, { key });
      return (await budget.run(cases, () => produce(false))) ?? produce(true);
    },
  };
}

/** Judges cases: by models as long as the budget lasts, then by what needs none. */
function judging(
  job: Job,
  evaluation: Steps<EvaluationActivities>,
  { envelope, measurements }: QualityJobInput,
  budget: ModelBudget<PricedCases>,
  total: number,
): RangeWork<PricedCases> {
  return {
    verb: 'judges',
    unit: 'cases',
    total,
    message: () => spentText(job.spent()),
    plan: (after) => planCases({ measurements, after }),
    run: async (rows, key, cases) => {
      const judge = (is_over_budget: boolean) =>
        job.step(evaluation, 'judgeCases', { envelope, measurements, rows, is_over_budget }, { key });
      if (cases.models.length === 0) return judge(false);
      return (await budget.run(cases, () => judge(false))) ?? judge(true);
    },
  };
}

/** What models have taken so far, for people; `null`: nothing. */
function spentText(usage: Usage): string | null {
  const sumOf = (...units: readonly UsageUnit[]): number =>
    usage.reduce((sum, { unit, amount }) => (units.includes(unit) ? sum + amount : sum), 0);
  const [tokens, usd] = [sumOf('input_tokens', 'output_tokens'), sumOf('usd')];
  if (tokens === 0) return null;
  return usd > 0 ? `${tokens} tokens, $${usd.toFixed(4)}` : `${tokens} tokens`;
}
