/** The cases of a request, kept as an object of its job: a JSON text per line. */
import type { Case } from '../../engines/evaluation/cases/index.ts';
import { linesOf } from '../../engines/evaluation/datasets/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { readCaseRow } from './case-rows.ts';
import { casesKey } from './keys.ts';

/** Keeps the cases of a request, by its digest. */
export function keepSubmittedCases(
  objects: Pick<ObjectStore, 'put'>,
  jobId: string,
  digest: string,
  cases: readonly object[],
): Promise<void> {
  const lines = cases.map((subject) => JSON.stringify(subject)).join('\n');
  return objects.put(casesKey(jobId, digest), lines, 'application/jsonl');
}

/** The cases that were kept, in order. Lines have no limit of their own: the body of the request had one. */
export async function* submittedCases(
  objects: Pick<ObjectStore, 'getStream'>,
  jobId: string,
  digest: string,
  signal: AbortSignal,
): AsyncGenerator<Case> {
  const lines = linesOf(await objects.getStream(casesKey(jobId, digest), signal));
  for await (const { bytes } of lines) yield readCaseRow(JSON.parse(bytes.toString()));
}
