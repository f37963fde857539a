/** Results of evaluations. */
import { passedOf } from '../../domain/evaluation/passed.ts';
import { evaluationResultOf } from '../../domain/evaluation/results.ts';
import type { MetricSummary } from '../../domain/evaluation/results.ts';
import { countRemovedOutputs } from '../../domain/evaluation/output-removal.ts';
import { shownOutputs } from '../../domain/evaluation/outputs.ts';
import type { ShownOutput } from '../../domain/evaluation/outputs.ts';
import { casesWithScores } from '../../domain/evaluation/scored-cases.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { FoundJob } from '../jobs/job-lookup.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import { performanceResult } from './performance/result.ts';
import { requireReadableRun } from './readable-run.ts';
import { presentReports } from './reports.ts';
import type { EvalQualityResult, EvalRunResult } from './schemas.ts';

/** Cases in the result itself. */
const SHOWN_CASES = 1000;

/** The result of an evaluation that succeeded. Throws what `requireReadableRun` throws. */
export async function evaluationResult(services: Services, caller: Caller, job: FoundJob): Promise<EvalRunResult> {
  const result = await jobResult(services, job, evaluationResultOf);
  if (result.engine_id === 'performance_evaluator') return performanceResult(services, job.jobId, result);
  await requireReadableRun(services, caller, job.jobId, result);
  const { engine_id, cases, name, metrics, agreement, stopped_by, outputs, reports } = result;
  const [judged, given, downloads] = await Promise.all([
    casesWithScores(services.database, job.jobId, SHOWN_CASES),
    shownOutputs(services.database, job.jobId, SHOWN_CASES),
    // With a removed document, its reports were removed.
    countRemovedOutputs(services.database, job.jobId).then((removed) =>
      presentReports(services.objects, job.jobId, removed > 0 ? [] : reports),
    ),
  ]);
  return {
    job_id: job.jobId,
    engine_id,
    name,
    cases,
    passed: passedOf(metrics),
    metrics: metrics.map(metricOf),
    agreement: agreement.map(({ positions, ...found }) => ({
      ...found,
      judges: positions.map((position) => metrics[position]?.judge ?? ''),
    })),
    stopped_by,
    outputs: outputs ? { ...outputs } : null,
    reports: downloads,
    case_results: judged.map(({ ordinal, scores }) => ({
      index: ordinal,
      output: outputIn(given.get(ordinal)),
      scores: scores.map(({ position, evidence, ...found }) => ({
        metric_key: metrics[position]?.metric_key ?? '',
        judge: metrics[position]?.judge ?? null,
        ...found,
        evidence: { ...evidence },
      })),
    })),
  };
}

const outputIn = (output: ShownOutput | undefined) => (output ? { ...output } : null);

function metricOf(summary: MetricSummary): EvalQualityResult['metrics'][number] {
  return { ...summary, unmeasured: { ...summary.unmeasured }, interval: summary.interval && { ...summary.interval } };
}
