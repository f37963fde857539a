/** The step that chunks, embeds and commits documents. */
import { createHash } from 'node:crypto';
import type { FairTurns } from '../../../platform/fair-turns.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Database } from '../../../platform/database/client.ts';
import {
  commitChunks,
  missingChunks,
  chunkedHash,
  documentsToChunk,
  isDue,
  skippedHash,
  skipDocument,
} from '../../../domain/knowledge/cognify/index.ts';
import type { DocumentChunks } from '../../../domain/knowledge/cognify/index.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import type { DatasetRow, Turn } from '../../../domain/knowledge/datasets/index.ts';
import { documentsBetween } from '../../../domain/knowledge/documents/index.ts';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import { embedEach } from '../../../domain/models/embed-each.ts';
import type { Models } from '../../../domain/models/index.ts';
import { untilPartEnds } from '../../step/part-end.ts';
import { modelCaller } from '../../models/model-caller.ts';
import type { Step } from '../../step/step.ts';
import { cutStored, exceedsLimits } from '../processes/cut-stored.ts';
import type { CutDependencies, CutStored } from '../processes/cut-stored.ts';
import { embeddedText } from '../processes/cut-document.ts';
import { turnOf } from '../take-turn.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { DescribedChunk } from '../processes/chunk-types.ts';
import type { ChunkInput, CognifyRules, PlanInput } from '../types.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';

export interface PlanDependencies {
  readonly database: Database;
}

export interface ChunkDependencies extends PlanDependencies, CutDependencies {
  readonly knowledgeTurns: FairTurns;
  readonly models: Pick<Models, 'embed'>;
}

/** Documents of a step, and steps of a plan. */
const PLAN = { size: 32, ranges: 100 };

/** Chunks that are embedded and committed together: a second's work, which an attempt that dies loses. */
const COMMITTED_TOGETHER = 64;

/** Which documents are to be chunked next. */
export async function planChunks(
  { database }: PlanDependencies,
  { dataset_id, rules, generation, after }: PlanInput,
): Promise<Range[]> {
  await datasetToWrite(database, dataset_id);
  const work = { datasetId: dataset_id, ...workOf(rules, BigInt(generation)) };
  return documentsToChunk(database, work, after, PLAN);
}

/** What is to be chunked by these rules. */
export function workOf(rules: CognifyRules, generation: bigint) {
  return { rulesDigest: digestOf(rules), isIncremental: rules.incremental, generation };
}

/** What chunks depend on beside the content of their document. A change of the model is a job of its own. */
function digestOf({ chunking }: CognifyRules): string {
  return createHash('sha256').update(canonicalJson({ chunking })).digest('hex').slice(0, 16);
}

/**
 * Chunks the documents of a range that are to be chunked, until all are done, its time is up or another tenant needs
 * its place. Called again, it goes on from what is committed. While one group of chunks is committed, the next is
 * embedded.
 */
export async function chunkDocuments(
  dependencies: ChunkDependencies,
  input: ChunkInput,
  step: Step,
): Promise<RangeEnd> {
  const { database, models } = dependencies;
  const { envelope, dataset_id, rules, rows } = input;
  const turn = turnOf(input, step);
  const dataset = await datasetToWrite(database, dataset_id);
  const work = workOf(rules, turn.generation);
  const due = (await documentsBetween(database, dataset_id, rows)).filter((document) => isDue(document, work));
  const caller = modelCaller(step, dataset.tenantId);
  const { embeddingModel: model } = dataset;
  const embed = (texts: readonly string[]) => models.embed(texts, 'passage', caller, model);
  const isOver = untilPartEnds(dependencies.knowledgeTurns, envelope, step);
  let committed: Promise<void> | null = null;
  for await (const group of groupsOf(dependencies, input, turn, dataset, due, step)) {
    if (committed !== null && isOver()) {
      await committed;
      return { is_done: false };
    }
    const vectors = (
      await embedEach(
        group.flatMap(({ added }) => added.map(embeddedText)),
        embed,
      )
    ).values();
    const ready = group.map(({ document, cut, added, isComplete, truncated }): DocumentChunks => ({
      documentPk: document.id,
      documentId: document.documentId,
      contentHash: document.contentHash,
      model,
      cut,
      truncated,
      chunkedHash: isComplete ? chunkedHash(document, work.rulesDigest) : null,
      added: added.map((chunk) => ({ ...chunk, vector: next(vectors) })),
    }));
    await committed;
    committed = commitChunks(database, turn, ready);
    // Awaited after the next group is embedded, which may fail before.
    committed.catch(() => undefined);
  }
  await committed;
  return { is_done: true };
}

function next(vectors: Iterator<Float32Array | null, undefined>): Float32Array | null {
  const { value } = vectors.next();
  if (value === undefined) throw new Error('an embedding has a vector for each text');
  return value;
}

/** A document, or a part of its chunks, to be committed. */
interface Part {
  readonly document: DocumentRow;
  readonly cut: readonly DescribedChunk[];
  readonly added: readonly DescribedChunk[];
  /** Whether nothing of the document is left to add. */
  readonly isComplete: boolean;
  readonly truncated: boolean;
}

/** Parts with at most {@link COMMITTED_TOGETHER} chunks to add: several small documents, or a part of a long one. */
async function* groupsOf(
  dependencies: ChunkDependencies,
  { envelope, rules }: ChunkInput,
  turn: Turn,
  { embeddingModel: model }: DatasetRow,
  documents: readonly DocumentRow[],
  step: Step,
): AsyncGenerator<readonly Part[]> {
  const { database } = dependencies;
  const { incremental } = rules;
  const caller = poolCaller(envelope, step);
  let group: Part[] = [];
  let room = COMMITTED_TOGETHER;
  for (const document of documents) {
    step.signal.throwIfAborted();
    const made = await cutOrSkip(dependencies, rules, turn, document, caller);
    if (made === null) continue;
    const { chunks: cut, truncated } = made;
    const missing = await missingChunks(database, turn, document.id, { model, incremental }, cut);
    let from = 0;
    do {
      const added = missing.slice(from, from + room);
      from += added.length;
      room -= added.length;
      group.push({ document, cut, added, isComplete: from === missing.length, truncated });
      if (room > 0) continue;
      yield group;
      group = [];
      room = COMMITTED_TOGETHER;
    } while (from < missing.length);
  }
  if (group.length > 0) yield group;
}

/**
 * Cuts a document. One that takes more processor time or memory than it may is skipped, since it would again: `null`.
 */
async function cutOrSkip(
  dependencies: ChunkDependencies,
  rules: CognifyRules,
  turn: Turn,
  document: DocumentRow,
  caller: PoolCaller,
): Promise<CutStored | null> {
  const { id: documentPk, documentId, contentHash } = document;
  try {
    return await cutStored(dependencies, document, rules.chunking, caller);
  } catch (error) {
    if (!exceedsLimits(error)) throw error;
    const hash = skippedHash(chunkedHash(document, digestOf(rules)));
    const skipped = { documentPk, documentId, contentHash, skippedHash: hash, code: error.code };
    await skipDocument(dependencies.database, turn, skipped);
    return null;
  }
}
