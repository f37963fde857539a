/** The comparison of two runs in the contract. */
import type { Static } from 'typebox';
import { compareTwoRuns, notComparable, pageOfComparison } from '../../domain/evaluation/compare.ts';
import type { ComparedRun } from '../../domain/evaluation/compare.ts';
import { evaluationResultOf } from '../../domain/evaluation/results.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { OUTCOMES } from '../../engines/evaluation/options.ts';
import { Decimal, Flag, Id, List, Named, Nullable, Text, Whole, Word } from '../contract/schema.ts';
import { findJobOf, jobResult } from '../jobs/result.ts';
import { jobStatus } from '../jobs/status.ts';
import type { Services } from '../services.ts';
import { requireReadableRun } from './readable-run.ts';
import { EvalInterval } from './schemas.ts';

export const COMPARISON_PAGE = {
  type: 'text/html',
  schema: Text('The comparison as a page without scripts.', '<!doctype html>…'),
} as const;

export const EvalCompareRequest = Named('EvalCompareRequest', 'Two runs.', {
  baseline: Id('job', 'The job that is compared with.'),
  candidate: Id('job', 'The job that may be better or worse.'),
});

const EvalRegression = Named('EvalRegression', 'A case in which the candidate is worse.', {
  baseline_index: Whole('Index of the case in the baseline.', 3),
  candidate_index: Whole('Index of the case in the candidate.', 3),
  baseline_score: Decimal('Score in the baseline.', 0.93),
  candidate_score: Decimal('Score in the candidate.', 0.21),
});

const EvalMetricComparison = Named('EvalMetricComparison', 'The runs by a metric and judge that both have.', {
  metric_key: Text('The metric.', 'rag.faithfulness'),
  judge: Nullable(Text('Who judged; `null` for a metric without a judge.', 'built_in')),
  pairs: Whole('Cases that both runs have measured.', 48),
  groups: Whole('Groups of these cases, such as documents; without `group`, each case is one.', 12),
  baseline_mean: Decimal('Mean of these cases in the baseline.', 0.88),
  candidate_mean: Decimal('Mean of these cases in the candidate.', 0.91),
  difference: Decimal('Candidate less baseline.', 0.03),
  interval: Nullable(
    EvalInterval,
    'Of the difference, by bootstrap over groups of cases; `null` for fewer than two groups.',
  ),
  p_value: Decimal(
    'Two-sided, by a paired permutation test: groups of cases change sign together; all signs of up to 13 ' +
      'groups, otherwise at most 10,000 random ones.',
    0.041,
  ),
  wins: Whole('Cases in which the candidate is better.', 17),
  losses: Whole('Cases in which it is worse.', 9),
  ties: Whole('Cases in which both are equal.', 22),
  outcome: Word(
    OUTCOMES,
    'Of the candidate. `undecided`: the p-value is .05 or more. `too_few_groups`: it would be, whatever the scores.',
  ),
  regressions: List(EvalRegression, 'The largest losses first, at most 20.'),
});

export const EvalComparison = Named('EvalComparison', 'Two runs over the same cases.', {
  baseline: Id('job', 'The job that is compared with.'),
  candidate: Id('job', 'The other job.'),
  pairs: Whole('Cases that both runs have: what is asked and expected is the same.', 50),
  only_in_baseline: Whole('Other cases of the baseline.', 0),
  only_in_candidate: Whole('Other cases of the candidate.', 2),
  passed: Nullable(
    Flag('`false`: a metric is worse.', true),
    'Whether no metric is worse; `null` when none is, but one has too few groups to decide.',
  ),
  metrics: List(EvalMetricComparison, 'In the order of the baseline.'),
});
export type EvalComparison = Static<typeof EvalComparison>;

/**
 * Throws `not_found` for jobs that the caller may not see, what `requireReadableRun` throws, and `runs_not_comparable`
 * for runs without common results.
 */
export async function compareJobs(
  services: Services,
  caller: Caller,
  request: Static<typeof EvalCompareRequest>,
): Promise<{ readonly comparison: EvalComparison; readonly page: () => Promise<string> }> {
  const [baseline, candidate] = await Promise.all([
    comparedRun(services, caller, request.baseline),
    comparedRun(services, caller, request.candidate),
  ]);
  const found = await compareTwoRuns(services.database, baseline, candidate);
  const { pairs, metrics, passed } = found;
  const comparison = {
    baseline: baseline.jobId,
    candidate: candidate.jobId,
    pairs,
    only_in_baseline: baseline.result.cases - pairs,
    only_in_candidate: candidate.result.cases - pairs,
    passed,
    metrics: metrics.map(
      ({ metricKey, judge, baselineMean, candidateMean, pValue, interval, regressions, ...metric }) => ({
        metric_key: metricKey,
        judge,
        pairs: metric.pairs,
        groups: metric.groups,
        baseline_mean: baselineMean,
        candidate_mean: candidateMean,
        difference: metric.difference,
        interval: interval && { ...interval },
        p_value: pValue,
        wins: metric.wins,
        losses: metric.losses,
        ties: metric.ties,
        outcome: metric.outcome,
        regressions: regressions.map((pair) => ({
          baseline_index: pair.baselineIndex,
          candidate_index: pair.candidateIndex,
          baseline_score: pair.baseline,
          candidate_score: pair.candidate,
        })),
      }),
    ),
  };
  return { comparison, page: () => pageOfComparison(services.database, baseline.jobId, candidate.jobId, found) };
}

async function comparedRun(services: Services, caller: Caller, jobId: string): Promise<ComparedRun> {
  const job = await findJobOf(services, caller, 'evaluation.run', jobId);
  const { state } = await jobStatus(services, job);
  if (state !== 'succeeded') throw notComparable(`${jobId} is ${state}.`);
  const result = await jobResult(services, job, evaluationResultOf);
  if (result.engine_id !== 'quality_evaluator') throw notComparable(`${jobId} is no quality run.`);
  await requireReadableRun(services, caller, jobId, result);
  return { jobId, result };
}
