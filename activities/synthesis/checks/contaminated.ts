/** Finds candidates that have words of the evaluation datasets that a request excludes. */
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import { findDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { findVersion } from '../../../domain/evaluation/datasets/versions.ts';
import { batchesOf } from '../../../domain/synthesis/items.ts';
import type { Candidate } from '../../../engines/synthesis/checks/contamination.ts';
import { madeOf } from '../../../engines/synthesis/checks/texts.ts';
import { linesOf } from '../../../engines/evaluation/datasets/lines.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { Step } from '../../step/step.ts';
import type { MakingPool } from '../making/pool.ts';
import type { ExcludedVersion } from '../types.ts';

export interface ContaminationDependencies {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'getStream'>;
  readonly making: Pick<MakingPool, 'compare'>;
}

/** Rows that a process gets at a time, and items that they are compared with: what they take of its memory is some ten times as much. */
const PIECE_BYTES = 8 * 1024 ** 2;

/** The row of a dataset that each contaminated candidate has words of, in words. */
export async function findContaminated(
  dependencies: ContaminationDependencies,
  { envelope, excluded }: { readonly envelope: JobEnvelope; readonly excluded: readonly ExcludedVersion[] },
  step: Step,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  if (excluded.length === 0) return found;
  const { database, objects, making } = dependencies;
  const caller = poolCaller(envelope, step);
  const versions = await readableVersions(database, envelope, excluded);
  for await (const candidates of inPieces(batchesOf(database, step.jobId, 'unchecked'))) {
    for (const { dataset_key, version, rowsKey } of versions) {
      let from = 0;
      for await (const piece of linePieces(await objects.getStream(rowsKey, step.signal))) {
        const { shared, rows } = await making.compare(from, candidates, piece, caller);
        for (const { ordinal, row } of shared) {
          if (!found.has(ordinal)) found.set(ordinal, `row ${row} of ${dataset_key}, version ${version}`);
        }
        from += rows;
      }
    }
  }
  return found;
}

/** As their submitter: `not_found` or `access_denied` for a dataset that was removed or closed since. */
async function readableVersions(database: Database, envelope: JobEnvelope, excluded: readonly ExcludedVersion[]) {
  const submitter = accessorOf(envelope);
  const versions = [];
  for (const { dataset_id, dataset_key, version } of excluded) {
    await findDataset(database, submitter, dataset_id);
    const { rowsKey } = await findVersion(database, dataset_id, version);
    versions.push({ dataset_key, version, rowsKey });
  }
  return versions;
}

/** Candidates by some megabytes of what was made of them. */
async function* inPieces(batches: AsyncIterable<readonly Candidate[]>): AsyncGenerator<readonly Candidate[]> {
  let piece: Candidate[] = [];
  let size = 0;
  for await (const batch of batches) {
    const made = batch.map(({ ordinal, value }) => ({ ordinal, value: madeOf(value) }));
    piece.push(...made);
    size += JSON.stringify(made).length;
    if (size < PIECE_BYTES) continue;
    yield piece;
    [piece, size] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Whole lines, some megabytes at a time. */
async function* linePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let lines: Uint8Array[] = [];
  let size = 0;
  for await (const { bytes } of linesOf(chunks)) {
    lines.push(bytes, NEWLINE);
    size += bytes.byteLength + 1;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(lines);
    [lines, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(lines);
}

const NEWLINE = Buffer.from('\n');
