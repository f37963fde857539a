/** Finds candidates that have words of the evaluation datasets that a request excludes. */
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import { excludedName, findExcluded } from '../../../domain/synthesis/excluded.ts';
import { batchesOf } from '../../../domain/synthesis/items.ts';
import type { Candidate } from '../../../engines/synthesis/checks/contamination.ts';
import { madeOf } from '../../../engines/synthesis/checks/index.ts';
import { linesOf } from '../../../engines/evaluation/datasets/index.ts';
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

/**
 * Rows that a process gets at a time, and items that they are compared with: what they take of its memory is some ten
 * times as much.
 */
const PIECE_BYTES = 8 * 1024 ** 2;

/**
 * The entry of `exclude_datasets` that each contaminated candidate has words of. It says no more of the dataset: who
 * reads the job may not read that. Read as the submitter: `not_found` for a dataset that was removed or closed since.
 */
export async function findContaminated(
  dependencies: ContaminationDependencies,
  { envelope, excluded }: { readonly envelope: JobEnvelope; readonly excluded: readonly ExcludedVersion[] },
  step: Step,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  if (excluded.length === 0) return found;
  const { database, objects, making } = dependencies;
  const caller = poolCaller(envelope, step);
  const submitter = accessorOf(envelope);
  const versions = await Promise.all(
    excluded.map((version, index) => findExcluded(database, submitter, version, index)),
  );
  for await (const candidates of inPieces(batchesOf(database, step.jobId, 'unchecked'))) {
    for (const [index, { rowsKey }] of versions.entries()) {
      for await (const piece of linePieces(await objects.getStream(rowsKey, step.signal))) {
        for (const ordinal of await making.compare(candidates, piece, caller)) {
          if (!found.has(ordinal)) found.set(ordinal, excludedName(index));
        }
      }
    }
  }
  return found;
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
