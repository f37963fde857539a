/** The step that writes the reports of a performance run. */
import { loadText } from '../../../../domain/evaluation/performance/load-text.ts';
import { measuredLevels } from '../../../../domain/evaluation/performance/levels.ts';
import type { MeasuredLevel } from '../../../../domain/evaluation/performance/levels.ts';
import { performanceOutcome } from '../../../../domain/evaluation/performance/outcome.ts';
import type { Tuning } from '../../../../domain/evaluation/performance/tuning.ts';
import type { PerformanceResult, StoredReport } from '../../../../domain/evaluation/results.ts';
import type { JobEnvelope } from '../../../../domain/jobs/model.ts';
import type { LevelPlan } from '../../../../engines/evaluation/performance/index.ts';
import type { ReportedLevel } from '../../../../engines/evaluation/report/index.ts';
import { performancePage } from '../../../../engines/evaluation/report/index.ts';
import { logBins } from '../../../../engines/report/plots/log-bins.ts';
import type { LogBins } from '../../../../engines/report/plots/log-bins.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { ObjectStore } from '../../../../platform/objects/index.ts';
import type { Step } from '../../../step/step.ts';
import { keepReport } from '../keep-report.ts';
import { csvOfLevels, linesOfLevels } from './levels.ts';

export interface PerformanceReportInput {
  readonly envelope: JobEnvelope;
  /** What the workflow returns beside its reports. */
  readonly result: Omit<PerformanceResult, 'reports'>;
  /** The address that was called. */
  readonly endpoint: string;
  /** What all levels have in common. */
  readonly plan: Pick<LevelPlan, 'request' | 'objective'>;
  readonly tuning: Tuning | null;
}

/** Can be repeated: the reports are then written anew. */
export async function writePerformanceReport(
  { database, objects }: { readonly database: Database; readonly objects: Pick<ObjectStore, 'putStream'> },
  { envelope, result, endpoint, plan, tuning }: PerformanceReportInput,
  step: Step,
): Promise<readonly StoredReport[]> {
  step.begin();
  const { jobId } = step;
  const levels: ReportedLevel[] = [];
  for await (const level of measuredLevels(database, jobId)) levels.push(reportedLevel(level));
  const outcome = performanceOutcome(jobId, result, levels);
  const page = performancePage({
    jobId,
    name: result.name,
    submittedAt: envelope.created_at,
    endpoint,
    ...plan,
    passed: outcome.passed,
    gates: outcome.metrics,
    levels,
    search: tuning && result.tuned && { ...result.tuned, share: tuning.share },
  });
  return [
    await keepReport(objects, 'report.html', [page], step),
    await keepReport(objects, 'levels.csv', csvOfLevels(outcome.levels), step),
    await keepReport(objects, 'levels.jsonl', linesOfLevels(measuredLevels(database, jobId)), step),
    await keepReport(objects, 'result.json', [`${JSON.stringify(outcome, null, 2)}\n`], step),
  ];
}

function reportedLevel({ ordinal, report, timings }: MeasuredLevel): ReportedLevel {
  const { ttft = [], ttft_from_intended = [], latency = [], latency_from_intended = [] } = timings;
  const binsOf = (buckets: typeof ttft): LogBins =>
    logBins(buckets.map(([microseconds, count]) => [microseconds / 1000, count]));
  const bins = {
    ttft: binsOf(ttft),
    ttft_from_intended: binsOf(ttft_from_intended),
    latency: binsOf(latency),
    latency_from_intended: binsOf(latency_from_intended),
  };
  return { ordinal, load: loadText(report.load), report, bins };
}
