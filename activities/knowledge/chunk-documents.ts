/** The step that chunks, embeds and commits documents. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { commitChunks, missingChunks } from '../../domain/knowledge/chunks.ts';
import type { CutChunk, DocumentChunks } from '../../domain/knowledge/chunks.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import type { DatasetRow } from '../../domain/knowledge/datasets.ts';
import { documentsBetween } from '../../domain/knowledge/documents.ts';
import type { DocumentRow } from '../../domain/knowledge/documents.ts';
import { languageOf } from '../../domain/knowledge/languages.ts';
import { chunkedHash, documentsToChunk, isDue } from '../../domain/knowledge/progress.ts';
import type { Range } from '../../domain/knowledge/progress.ts';
import type { Turn } from '../../domain/knowledge/turns.ts';
import type { Models } from '../../domain/models/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Step } from '../step/step.ts';
import { cutDocument, describeChunk, embeddedText } from './cut-document.ts';
import { turnOf } from './take-turn.ts';
import type { BatchEnd, ChunkInput, CognifyRules, PlanInput } from './types.ts';

export interface PlanDependencies {
  readonly database: Database;
}

export interface ChunkDependencies extends PlanDependencies {
  readonly models: Pick<Models, 'embed'>;
  readonly objects: ObjectStore;
  readonly config: { readonly parse: { readonly maxMarkdownBytes: number } };
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

function workOf(rules: CognifyRules, generation: bigint) {
  return { rulesDigest: digestOf(rules), isIncremental: rules.incremental, generation };
}

/** What chunks depend on beside the content of their document. A change of the model is a job of its own. */
function digestOf({ chunking }: CognifyRules): string {
  return createHash('sha256').update(canonicalJson({ chunking })).digest('hex').slice(0, 16);
}

/** Chunks the documents of a range that are to be chunked. Repeated, it goes on from what is committed. */
export async function chunkDocuments(
  dependencies: ChunkDependencies,
  input: ChunkInput,
  step: Step,
): Promise<BatchEnd> {
  const { database, models } = dependencies;
  const { dataset_id, rules, rows } = input;
  step.begin();
  const turn = turnOf(input, step);
  const dataset = await datasetToWrite(database, dataset_id);
  const work = workOf(rules, turn.generation);
  const due = (await documentsBetween(database, dataset_id, rows)).filter((document) => isDue(document, work));
  const caller = { tenantId: dataset.tenantId, signal: step.signal, spend: step.spend };
  const { embeddingModel: model } = dataset;
  for await (const group of groupsOf(dependencies, turn, dataset, rules, due, step.signal)) {
    const texts = group.flatMap(({ added }) => added.map(embeddedText));
    const vectors = (await models.embed(texts, 'passage', caller, model)).values();
    const ready = group.map(({ document, cut, added, isComplete, truncated }): DocumentChunks => ({
      ...{ documentPk: document.id, documentId: document.documentId, contentHash: document.contentHash },
      ...{ model, cut, truncated },
      chunkedHash: isComplete ? chunkedHash(document.contentHash, work.rulesDigest) : null,
      added: added.map((chunk) => describeChunk(chunk, languageOf(document.language), next(vectors))),
    }));
    await commitChunks(database, turn, ready);
  }
  return { is_done: true };
}

function next(vectors: Iterator<Float32Array, undefined>): Float32Array {
  const { value } = vectors.next();
  if (!value) throw new Error('an embedding has a vector for each text');
  return value;
}

/** A document, or a part of its chunks, to be committed. */
interface Part {
  readonly document: DocumentRow;
  readonly cut: readonly CutChunk[];
  readonly added: readonly CutChunk[];
  /** Whether nothing of the document is left to add. */
  readonly isComplete: boolean;
  readonly truncated: boolean;
}

/** Parts with at most {@link COMMITTED_TOGETHER} chunks to add: several small documents, or a part of a long one. */
async function* groupsOf(
  dependencies: ChunkDependencies,
  turn: Turn,
  { embeddingModel: model }: DatasetRow,
  { chunking, incremental }: CognifyRules,
  documents: readonly DocumentRow[],
  signal: AbortSignal,
): AsyncGenerator<readonly Part[]> {
  const { database } = dependencies;
  let group: Part[] = [];
  let room = COMMITTED_TOGETHER;
  for (const document of documents) {
    signal.throwIfAborted();
    const markdown = await readMarkdown(dependencies, document, signal);
    const { chunks: cut, truncated } = cutDocument(markdown, document, chunking);
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

async function readMarkdown(
  { objects, config }: ChunkDependencies,
  { markdownKey }: DocumentRow,
  signal: AbortSignal,
): Promise<string> {
  try {
    const bytes = await objects.getBytes(markdownKey, { maxBytes: config.parse.maxMarkdownBytes, signal });
    return Buffer.from(bytes).toString('utf8');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    // Not the step's fault: its next attempt finds the new Markdown, or that the document is gone.
    throw new Error('The Markdown was removed while the step ran: its document was deleted or replaced.', {
      cause: error,
    });
  }
}
