/** Compares two quality runs, case by case. */
import { setImmediate } from 'node:timers/promises';
import { compareMeasurement } from '../../engines/evaluation/scores/index.ts';
import type { MeasurementComparison } from '../../engines/evaluation/scores/index.ts';
import { metricOf } from '../../engines/evaluation/metrics/index.ts';
import type { Outcome } from '../../engines/evaluation/options.ts';
import { comparisonPage } from '../../engines/evaluation/report/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { MetricSummary, QualityResult } from './results.ts';
import { questionsAt, scoresAt } from './scored-cases.ts';

export interface ComparedRun {
  readonly jobId: string;
  readonly result: Pick<QualityResult, 'cases' | 'metrics'>;
}

export interface ComparedMetric extends MeasurementComparison {
  readonly metricKey: string;
  readonly judge: string | null;
}

export interface RunComparison {
  /** Cases that both runs have. */
  readonly pairs: number;
  /** Measurements that both runs have, in the order of the baseline. */
  readonly metrics: readonly ComparedMetric[];
  /** Whether the candidate is worse by no metric; `null` when it is by none, but one has too few groups to decide. */
  readonly passed: boolean | null;
}

/** Throws `runs_not_comparable` when the runs have no case, or no measured case of a measurement, in common. */
export async function compareTwoRuns(
  database: Database,
  baseline: ComparedRun,
  candidate: ComparedRun,
): Promise<RunComparison> {
  const pairs = await pairsOf(database, baseline.jobId, candidate.jobId);
  if (pairs.length === 0) throw notComparable('They have no case in common.');
  const metrics: ComparedMetric[] = [];
  for (const [position, { metric_key, judge }] of baseline.result.metrics.entries()) {
    const other = samePosition(baseline.result.metrics, position, candidate.result.metrics);
    if (other === null) continue;
    const [before, after] = await Promise.all([
      scoresOf(database, baseline.jobId, position),
      scoresOf(database, candidate.jobId, other),
    ]);
    const measured = pairs.flatMap(({ group, baselineIndex, candidateIndex }) => {
      const [a, b] = [before.get(baselineIndex), after.get(candidateIndex)];
      return a === undefined || b === undefined
        ? []
        : [{ group, baselineIndex, candidateIndex, baseline: a, candidate: b }];
    });
    const compared = compareMeasurement(measured, metricOf(metric_key).direction);
    if (compared) metrics.push({ metricKey: metric_key, judge, ...compared });
    // Other requests have their turn: thousands of cases take a tenth of a second.
    await setImmediate();
  }
  if (metrics.length === 0) throw notComparable('No metric was measured by the same judge in a case of both.');
  return { pairs: pairs.length, metrics, passed: isNoneWorse(metrics.map(({ outcome }) => outcome)) };
}

function isNoneWorse(outcomes: readonly Outcome[]): boolean | null {
  if (outcomes.includes('worse')) return false;
  return outcomes.includes('too_few_groups') ? null : true;
}

/** The comparison for people. */
export async function pageOfComparison(
  database: Database,
  baseline: string,
  candidate: string,
  { pairs, metrics }: RunComparison,
): Promise<string> {
  const titled = metrics.map((metric) => ({ ...metric, title: metricOf(metric.metricKey).title }));
  const shown = metrics.flatMap(({ regressions }) => regressions.map(({ baselineIndex }) => baselineIndex));
  const questions = await questionsAt(database, baseline, [...new Set(shown)]);
  return comparisonPage({ baseline, candidate, pairs, questions, metrics: titled });
}

export const notComparable = (reason: string): ServiceError =>
  new ServiceError('runs_not_comparable', `The runs cannot be compared. ${reason}`);

type Measurements = readonly Pick<MetricSummary, 'metric_key' | 'judge'>[];

/**
 * The measurement of the candidate with the metric and judge of the baseline's at `position`; of several, the one at
 * the same place among them.
 */
function samePosition(baseline: Measurements, position: number, candidate: Measurements): number | null {
  const named = baseline[position];
  const alike = (measurements: Measurements): number[] =>
    measurements.flatMap(({ metric_key, judge }, index) =>
      metric_key === named?.metric_key && judge === named.judge ? [index] : [],
    );
  return alike(candidate)[alike(baseline).indexOf(position)] ?? null;
}

interface Pair {
  readonly group: string;
  readonly baselineIndex: number;
  readonly candidateIndex: number;
}

/**
 * Cases are the same if what is asked and expected is the same; what was retrieved and answered may differ. Of several
 * such cases, the first belongs to the first. Cases that ask and expect nothing belong together in their order.
 */
async function pairsOf({ db }: Database, baseline: string, candidate: string): Promise<readonly Pair[]> {
  const rows = await db.$queryRaw<{ group: string | null; baseline: number; candidate: number }[]>`
    WITH asked AS MATERIALIZED (
      SELECT job_id, ordinal, subject->>'group' AS "group", md5(jsonb_build_array(
        subject->'user_input', subject->'expected_output', subject->'accepted_outputs', subject->'expected_tool_calls',
        subject->'group', subject#>'{conversation_turns,0}')::text) AS digest
      FROM evaluation_case WHERE job_id IN (${baseline}, ${candidate})
    ), numbered AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY job_id, digest ORDER BY ordinal) AS nth FROM asked
    )
    SELECT a."group", a.ordinal AS baseline, b.ordinal AS candidate
    FROM numbered a JOIN numbered b USING (digest, nth)
    WHERE a.job_id = ${baseline} AND b.job_id = ${candidate}
    ORDER BY a.ordinal`;
  return rows.map(({ group, baseline: baselineIndex, candidate: candidateIndex }) => ({
    group: group ?? `case ${baselineIndex}`,
    baselineIndex,
    candidateIndex,
  }));
}

/** The scores by a measurement of a job, by the ordinal of the case. */
async function scoresOf(database: Database, jobId: string, position: number): Promise<ReadonlyMap<number, number>> {
  const scores = new Map<number, number>();
  for await (const { ordinal, score } of scoresAt(database, jobId, position)) {
    if (score !== null) scores.set(ordinal, score);
  }
  return scores;
}
