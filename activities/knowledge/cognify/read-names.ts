/** The step that reads the names of chunks and commits them. */
import type { Database } from '../../../platform/database/client.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import { languageOf } from '../../../domain/knowledge/documents/language.ts';
import {
  graphOf,
  commitNames,
  knownTitles,
  titlesVersion,
  unreadChunks,
  chunksToRead,
} from '../../../domain/knowledge/cognify/index.ts';
import type { ReadChunk, UnreadChunk } from '../../../domain/knowledge/cognify/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import type { Step } from '../../step/step.ts';
import type { PlanDependencies } from './chunk-documents.ts';
import { exceedsLimits } from '../processes/cut-stored.ts';
import { turnOf } from '../take-turn.ts';
import { nearestHeading } from '../../../engines/text/chunking/headings.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { TextPool } from '../processes/pool.ts';
import { unreadable } from '../processes/extracted.ts';
import type { ReadableChunk } from '../processes/chunk-types.ts';
import type { DatasetInput, ReadInput } from '../types.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';

export interface ReadDependencies {
  readonly database: Database;
  readonly texts: TextPool;
}

/**
 * Chunks of a step, and steps of a plan: reading the names of a chunk takes a few milliseconds, of the largest ones 50.
 */
const PLAN = { size: 64, ranges: 100 };

/** Which chunks are to be read next. */
export async function planReading(
  { database }: PlanDependencies,
  { dataset_id, after }: DatasetInput & { readonly after: string },
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  return chunksToRead(database, dataset_id, after, PLAN);
}

/**
 * Reads the names of the unread chunks of a range: all titles of the dataset are known by now. A chunk that takes more
 * processor time or memory than it may is left without them.
 */
export async function readNames(dependencies: ReadDependencies, input: ReadInput, step: Step): Promise<RangeEnd> {
  const { database } = dependencies;
  const { dataset_id, rows } = input;
  const turn = turnOf(input, step);
  const caller = poolCaller(input.envelope, step);
  await datasetToWrite(database, dataset_id);
  for (let most = PLAN.size; ;) {
    step.signal.throwIfAborted();
    // First: titles that change from now on are noticed.
    const version = await titlesVersion(database, dataset_id);
    const unread = await unreadChunks(database, dataset_id, rows);
    const chunks = unread.slice(0, most).map(readable);
    const read = await readTogether(dependencies, dataset_id, chunks, caller);
    if (read === null) {
      most = Math.ceil(chunks.length / 2);
      continue;
    }
    const isCommitted = await commitNames(database, turn, version, read);
    if (isCommitted && chunks.length === unread.length) return { is_done: true };
    most = Math.min(2 * most, PLAN.size);
  }
}

/**
 * What the texts of these chunks say, as far as the titles of the dataset are known. `null` when several together
 * exceed their limits: fewer are to be read at once, until the one at fault is alone.
 */
async function readTogether(
  { database, texts }: ReadDependencies,
  datasetId: string,
  chunks: readonly ReadableChunk[],
  caller: PoolCaller,
): Promise<readonly ReadChunk[] | null> {
  try {
    const titles = await knownTitles(database, datasetId, await texts.candidates(chunks, caller));
    return await texts.read(chunks, titles, caller);
  } catch (error) {
    if (!exceedsLimits(error)) throw error;
    return chunks.length > 1 ? null : chunks.map((chunk) => unreadable(chunk, error.code));
  }
}

export function readable({ language, graph, model, heading, title, ...chunk }: UnreadChunk): ReadableChunk {
  const extracted = graph === null || model === null ? null : { ...graphOf(graph), model };
  const name = chunk.recordType === null ? title : nearestHeading(heading);
  return { ...chunk, heading, title: name, language: languageOf(language), extracted };
}
