import { Readable } from 'node:stream';
import { REPORTS, reportKey } from '../../../domain/evaluation/reports.ts';
import type { ReportName } from '../../../domain/evaluation/reports.ts';
import type { StoredReport } from '../../../domain/evaluation/results.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';

/** More than any run of cases that a request can have. */
const LARGEST_BYTES = 16 * 1024 ** 3;

/** Stores a report while it is written, in bounded memory. A repeated attempt replaces it. */
export async function keepReport(
  objects: Pick<ObjectStore, 'putStream'>,
  name: ReportName,
  pieces: AsyncIterable<string> | Iterable<string>,
  step: Pick<Step, 'jobId' | 'signal'>,
): Promise<StoredReport> {
  const body = Readable.from(pieces, { objectMode: false });
  const limits = { maxBytes: LARGEST_BYTES, signal: step.signal };
  const { bytes } = await objects.putStream(reportKey(step.jobId, name), body, REPORTS[name], limits);
  return { name, bytes };
}
