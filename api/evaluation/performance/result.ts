/** Results of performance runs. */
import { levelsOf } from '../../../domain/evaluation/performance/levels.ts';
import { performanceOutcome } from '../../../domain/evaluation/performance/outcome.ts';
import type { PerformanceResult } from '../../../domain/evaluation/results.ts';
import type { Services } from '../../services.ts';
import type { EvalPerformanceResult } from '../level-schemas.ts';
import { presentReports } from '../reports.ts';

/** The result of a performance run that succeeded. */
export async function performanceResult(
  { database, objects }: Pick<Services, 'database' | 'objects'>,
  jobId: string,
  result: PerformanceResult,
): Promise<EvalPerformanceResult> {
  const [levels, reports] = await Promise.all([
    levelsOf(database, jobId),
    presentReports(objects, jobId, result.reports),
  ]);
  return { ...performanceOutcome(jobId, result, levels), reports };
}
