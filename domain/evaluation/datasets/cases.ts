/** The cases of a run that come from a version of a dataset. */
import { caseOfRow, sampled } from '../../../engines/evaluation/datasets/index.ts';
import type { FieldMapping, Sample, Row } from '../../../engines/evaluation/datasets/index.ts';
import type { Case } from '../../../engines/evaluation/cases/index.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { readRows } from './rows.ts';

/** What a run takes of rows, and as what. */
export interface Selection extends Sample {
  /** The column of each field. */
  readonly mapping: FieldMapping;
}

/** A version as a run takes it: pinned when the run is submitted. */
export interface DatasetSource extends Selection {
  readonly dataset_id: string;
  readonly version: number;
  readonly rows_key: string;
  /** All of the version. */
  readonly rows: number;
}

/** Throws `case_invalid` for a row that makes no case, and `not_found` when the dataset was deleted. */
export function casesOfDataset(
  objects: Pick<ObjectStore, 'getStream'>,
  { rows_key, rows, ...selection }: DatasetSource,
  signal: AbortSignal,
): AsyncGenerator<Case> {
  return casesOfRows(readRows(objects, rows_key, signal), rows, selection);
}

/** `count` is the number of rows. Throws `case_invalid` for one that makes no case. */
export async function* casesOfRows(
  rows: AsyncIterable<Row>,
  count: number,
  { mapping, limit, seed }: Selection,
): AsyncGenerator<Case> {
  for await (const { row, index } of sampled(numbered(rows), count, { limit, seed })) {
    yield caseOfRow(row, mapping, index);
  }
}

async function* numbered<T>(rows: AsyncIterable<T>): AsyncGenerator<{ readonly row: T; readonly index: number }> {
  let index = 0;
  for await (const row of rows) yield { row, index: index++ };
}
