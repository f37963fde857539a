/** The cases of a run that come from a version of a dataset. */
import { caseOfRow } from '../../../engines/evaluation/datasets/mapping.ts';
import type { FieldMapping } from '../../../engines/evaluation/datasets/mapping.ts';
import { sampled } from '../../../engines/evaluation/datasets/sample.ts';
import type { Sample } from '../../../engines/evaluation/datasets/sample.ts';
import type { Case } from '../../../engines/evaluation/case.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { readRows } from './rows.ts';

/** A version as a run takes it: pinned when the run is submitted. */
export interface DatasetSource extends Sample {
  readonly dataset_id: string;
  readonly version: number;
  readonly rows_key: string;
  /** All of the version. */
  readonly rows: number;
  /** The column of each field. */
  readonly mapping: FieldMapping;
}

/** Throws `case_invalid` for a row that makes no case, and `not_found` when the dataset was deleted. */
export async function* casesOfDataset(
  objects: Pick<ObjectStore, 'getStream'>,
  { rows_key, rows, mapping, limit, seed }: DatasetSource,
  signal: AbortSignal,
): AsyncGenerator<Case> {
  for await (const { row, index } of sampled(numbered(readRows(objects, rows_key, signal)), rows, { limit, seed })) {
    yield caseOfRow(row, mapping, index);
  }
}

async function* numbered<T>(rows: AsyncIterable<T>): AsyncGenerator<{ readonly row: T; readonly index: number }> {
  let index = 0;
  for await (const row of rows) yield { row, index: index++ };
}
