/** Versions of evaluation datasets: rows that never change, in an object, with their columns. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { ServiceError } from '../../../errors/index.ts';
import { COLUMN_TYPES, piecesOf, checkedRow } from '../../../engines/evaluation/datasets/index.ts';
import type { Column, RowPieces, Row } from '../../../engines/evaluation/datasets/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { EvaluationDatasetVersion } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { decoder } from '../../../platform/stored-json.ts';
import { newRowsKey } from '../keys.ts';

export type { EvaluationDatasetVersion };

/** Of the rows of a version. */
const MOST_BYTES = 512 * 1024 ** 2;
const MOST_VERSIONS = 1000;

export const columnsOf = decoder(
  'The columns of a dataset',
  Type.Array(Type.Object({ name: Type.String(), type: Type.Enum([...COLUMN_TYPES]), filled: Type.Number() })),
);

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

interface Addition {
  readonly datasetId: string;
  /**
   * The job that adds the version, or a name of its own. Of two additions of one origin the first makes the version.
   */
  readonly origin: string;
  readonly subject: string;
  readonly rows: RowPieces;
  readonly signal?: AbortSignal;
  /** Called with the number of rows so far. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Writes rows as the next version of a dataset. Rejects with what `rows` throws, `rows_invalid`, `too_large`, or
 * `not_found` when the dataset is gone.
 */
export async function addVersion(stores: Stores, addition: Addition): Promise<EvaluationDatasetVersion> {
  const { database, objects } = stores;
  const { datasetId, origin, subject, signal } = addition;
  const known = await findByOrigin(database, origin);
  if (known) return known;
  const lines = Readable.from(counted(addition), { objectMode: true, highWaterMark: 1 });
  const rowsKey = newRowsKey(datasetId);
  const stored = await objects.putStream(rowsKey, lines, 'application/jsonl', {
    maxBytes: MOST_BYTES,
    ...(signal && { signal }),
  });
  const { rows, columns } = addition.rows.survey();
  if (rows === 0) {
    await objects.remove(rowsKey);
    throw new ServiceError('empty', 'There are no rows.');
  }
  const { sha256, bytes } = stored;
  const version = await commit(database, {
    datasetId,
    origin,
    rowsKey,
    rows,
    sha256,
    bytes: BigInt(bytes),
    columns,
    createdBy: subject,
  });
  // Another attempt was first.
  if (version.rowsKey !== rowsKey) await objects.remove(rowsKey);
  return version;
}

/**
 * Rows that were not read from a file. Reading them throws `rows_invalid`, whose line is the place of the row from 1.
 */
export const checkedRows = (rows: readonly unknown[]): RowPieces => piecesOf(checked(rows));

async function* checked(rows: readonly unknown[]): AsyncGenerator<Row> {
  for (const [index, row] of rows.entries()) yield checkedRow(row, { line: index + 1 });
}

/** The pieces of {@link Addition.rows}, counted. */
async function* counted({ rows: { pieces, survey }, onRows }: Addition): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    onRows?.(survey().rows);
  }
}

function findByOrigin({ db }: Database, origin: string): Promise<EvaluationDatasetVersion | null> {
  return db.evaluationDatasetVersion.findUnique({ where: { origin } });
}

type NewVersion = Omit<EvaluationDatasetVersion, 'version' | 'createdAt' | 'columns'> & {
  readonly columns: readonly Column[];
};

/** Gives the version the next number, unless its origin has one. */
async function commit(database: Database, { columns, ...row }: NewVersion): Promise<EvaluationDatasetVersion> {
  const { datasetId, origin } = row;
  return database.db.$transaction(async (statements) => {
    // Versions are added one after the other.
    const locked = await statements.$queryRaw<object[]>`
      SELECT id FROM evaluation_dataset WHERE id = ${datasetId} FOR UPDATE`;
    if (locked.length === 0) throw new ServiceError('not_found', `There is no evaluation dataset ${datasetId}.`);
    const earlier = await statements.evaluationDatasetVersion.findUnique({ where: { origin } });
    if (earlier) return earlier;
    const latest = await statements.evaluationDatasetVersion.findFirst({
      where: { datasetId },
      orderBy: { version: 'desc' },
      select: { version: true },
    });
    const version = (latest?.version ?? 0) + 1;
    if (version > MOST_VERSIONS) {
      throw new ServiceError('too_large', `A dataset has at most ${MOST_VERSIONS} versions. Create another one.`);
    }
    return statements.evaluationDatasetVersion.create({ data: { ...row, version, columns: json(columns) } });
  });
}

/** A version of a dataset; `null`: the latest. Throws `not_found` when there is none. */
export async function findVersion(
  { db }: Database,
  datasetId: string,
  version: number | null,
): Promise<EvaluationDatasetVersion> {
  const where = { datasetId, ...(version !== null && { version }) };
  const row = await db.evaluationDatasetVersion.findFirst({ where, orderBy: { version: 'desc' } });
  if (row) return row;
  const what = version === null ? 'no version yet. Add rows first' : `no version ${version}`;
  throw new ServiceError('not_found', `The evaluation dataset ${datasetId} has ${what}.`);
}

/** At most `take` versions, newest first, below a version. */
export function listVersions(
  { db }: Database,
  datasetId: string,
  below: number | null,
  take: number,
): Promise<EvaluationDatasetVersion[]> {
  const where = { datasetId, ...(below !== null && { version: { lt: below } }) };
  return db.evaluationDatasetVersion.findMany({ where, orderBy: { version: 'desc' }, take });
}
