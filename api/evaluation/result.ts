/** Results of evaluations. */
import type { Static } from 'typebox';
import { casesWithScores } from '../../domain/evaluation/cases.ts';
import { qualityResultOf } from '../../domain/evaluation/results.ts';
import type { MetricSummary } from '../../domain/evaluation/results.ts';
import type { FoundJob } from '../jobs/find.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import type { EvalRunResult } from './schemas.ts';

/** Cases in the result itself. */
const SHOWN_CASES = 1000;

/** The result of an evaluation that succeeded. */
export async function evaluationResult(services: Services, job: FoundJob): Promise<EvalRunResult> {
  const { engine_id, cases, name, metrics } = await jobResult(services, job, qualityResultOf);
  const judged = await casesWithScores(services.database, job.jobId, SHOWN_CASES);
  return {
    job_id: job.jobId,
    ...{ engine_id, name, cases, passed: passedOf(metrics), metrics: metrics.map(metricOf) },
    case_results: judged.map(({ ordinal, scores }) => ({
      index: ordinal,
      scores: scores.map(({ position, score, unmeasured, evidence }) => ({
        metric_key: metrics[position]?.metric_key ?? '',
        judge: metrics[position]?.judge ?? null,
        ...{ score, unmeasured, evidence: { ...evidence } },
      })),
    })),
  };
}

/** One failed metric fails the run; without any decision there is none. */
function passedOf(metrics: readonly MetricSummary[]): boolean | null {
  const decided = metrics.flatMap(({ passed }) => (passed === null ? [] : [passed]));
  return decided.length === 0 ? null : decided.every(Boolean);
}

function metricOf(summary: MetricSummary): Static<typeof EvalRunResult>['metrics'][number] {
  return { ...summary, unmeasured: { ...summary.unmeasured }, interval: summary.interval && { ...summary.interval } };
}
