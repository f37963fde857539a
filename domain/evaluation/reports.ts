/** The reports of a run: objects of its job. */
import { objectKey } from '../keys.ts';

/** Names of reports with their media types. A quality run has files of its cases, a performance run of its levels. */
export const REPORTS = {
  'report.html': 'text/html; charset=utf-8',
  'cases.csv': 'text/csv; charset=utf-8',
  'cases.jsonl': 'application/jsonl',
  'levels.csv': 'text/csv; charset=utf-8',
  'levels.jsonl': 'application/jsonl',
  'result.json': 'application/json',
} as const;
export type ReportName = keyof typeof REPORTS;

export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

export function reportKey(jobId: string, name: ReportName): string {
  return objectKey('evaluations/', jobId, 'reports', name);
}

/** Of all reports of a job. */
export const reportsPrefix = (jobId: string): string => `${objectKey('evaluations/', jobId, 'reports')}/`;
