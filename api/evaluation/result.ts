/** Results of evaluations. */
import { passedOf } from '../../domain/evaluation/passed.ts';
import { evaluationResultOf } from '../../domain/evaluation/results.ts';
import type { MetricSummary } from '../../domain/evaluation/results.ts';
import { casesWithScores } from '../../domain/evaluation/scores.ts';
import type { FoundJob } from '../jobs/find.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import { performanceResult } from './performance/result.ts';
import { presentReports } from './reports.ts';
import type { EvalQualityResult, EvalRunResult } from './schemas.ts';

/** Cases in the result itself. */
const SHOWN_CASES = 1000;

/** The result of an evaluation that succeeded. */
export async function evaluationResult(services: Services, job: FoundJob): Promise<EvalRunResult> {
  const result = await jobResult(services, job, evaluationResultOf);
  if (result.engine_id === 'performance_evaluator') return performanceResult(services, job.jobId, result);
  const { engine_id, cases, name, metrics, agreement, stopped_by, reports } = result;
  const [judged, downloads] = await Promise.all([
    casesWithScores(services.database, job.jobId, SHOWN_CASES),
    presentReports(services.objects, job.jobId, reports),
  ]);
  return {
    job_id: job.jobId,
    ...{ engine_id, name, cases, passed: passedOf(metrics), metrics: metrics.map(metricOf) },
    agreement: agreement.map(({ positions, ...found }) => ({
      ...found,
      judges: positions.map((position) => metrics[position]?.judge ?? ''),
    })),
    stopped_by,
    reports: downloads,
    case_results: judged.map(({ ordinal, scores }) => ({
      index: ordinal,
      scores: scores.map(({ position, evidence, ...found }) => ({
        metric_key: metrics[position]?.metric_key ?? '',
        judge: metrics[position]?.judge ?? null,
        ...{ ...found, evidence: { ...evidence } },
      })),
    })),
  };
}

function metricOf(summary: MetricSummary): EvalQualityResult['metrics'][number] {
  return { ...summary, unmeasured: { ...summary.unmeasured }, interval: summary.interval && { ...summary.interval } };
}
