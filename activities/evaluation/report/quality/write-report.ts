/** The step that writes the reports of a quality run. */
import { countRemovedOutputs } from '../../../../domain/evaluation/output-removal.ts';
import { passedOf } from '../../../../domain/evaluation/passed.ts';
import type { StoredReport } from '../../../../domain/evaluation/results.ts';
import { casesAt, wholeCases } from '../../../../domain/evaluation/scored-cases.ts';
import { qualityPage } from '../../../../engines/evaluation/report/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { ObjectStore } from '../../../../platform/objects/index.ts';
import type { Step } from '../../../step/step.ts';
import type { ReportInput } from '../../types.ts';
import { csvOfCases, linesOfCases } from './cases.ts';
import { keepReport } from '../keep-report.ts';
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
  const removed = await countRemovedOutputs(database, jobId);
  const { name, cases, agreement, outputs = null } = result;
  const passed = passedOf(result.metrics);
  const { metrics, worstFirst } = await surveyScores(database, jobId, result.metrics);
  const run = { jobId, name, cases, submittedAt: envelope.created_at, outputs, passed, metrics, agreement };
  const text = `${JSON.stringify({ job_id: jobId, passed, ...result, outputs }, null, 2)}\n`;
  const reports = [
    await keepReport(objects, 'report.html', qualityPage(run, casesAt(database, jobId, worstFirst)), step),
    await keepReport(objects, 'cases.csv', csvOfCases(wholeCases(database, jobId), result), step),
    await keepReport(objects, 'cases.jsonl', linesOfCases(wholeCases(database, jobId), result), step),
    await keepReport(objects, 'result.json', [text], step),
  ];
  // Nobody else removes what was removed while it was being written.
  return (await countRemovedOutputs(database, jobId)) === removed
    ? reports
    : writeReport({ database, objects }, { envelope, result }, step);
}
