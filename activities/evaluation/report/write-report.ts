/** The step that writes the reports of a quality run. */
import { passedOf } from '../../../domain/evaluation/passed.ts';
import type { StoredReport } from '../../../domain/evaluation/results.ts';
import { casesAt, wholeCases } from '../../../domain/evaluation/scored-cases.ts';
import { qualityPage } from '../../../engines/evaluation/report/quality/page.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';
import type { ReportInput } from '../types.ts';
import { csvOfCases, linesOfCases } from './cases.ts';
import { keepReport } from './keep-report.ts';
import { surveyScores } from './survey.ts';

export interface ReportDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Can be repeated: the reports are then written anew. */
export async function writeReport(
  { database, objects }: ReportDependencies,
  { envelope, result }: ReportInput,
  step: Step,
): Promise<readonly StoredReport[]> {
  step.begin();
  const { jobId } = step;
  const passed = passedOf(result.metrics);
  const { metrics, worstFirst } = await surveyScores(database, jobId, result.metrics);
  const run = { jobId, name: result.name, cases: result.cases, submittedAt: envelope.created_at, passed, metrics };
  const text = `${JSON.stringify({ job_id: jobId, passed, ...result }, null, 2)}\n`;
  return [
    await keepReport(objects, 'report.html', qualityPage(run, casesAt(database, jobId, worstFirst)), step),
    await keepReport(objects, 'cases.csv', csvOfCases(wholeCases(database, jobId), result.metrics), step),
    await keepReport(objects, 'cases.jsonl', linesOfCases(wholeCases(database, jobId), result.metrics), step),
    await keepReport(objects, 'result.json', [text], step),
  ];
}
