/** The step that chunks, embeds and commits documents. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { commitChunks, missingChunks } from '../../domain/knowledge/chunks.ts';
import type { CutChunk } from '../../domain/knowledge/chunks.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import type { DatasetRow } from '../../domain/knowledge/datasets.ts';
import { documentsBetween } from '../../domain/knowledge/documents.ts';
import type { DocumentRow } from '../../domain/knowledge/documents.ts';
import { languageOf } from '../../domain/knowledge/languages.ts';
import { chunkedHash, documentsToChunk } from '../../domain/knowledge/progress.ts';
import type { Work } from '../../domain/knowledge/progress.ts';
import type { ChunkCounts } from '../../domain/knowledge/results.ts';
import type { Models } from '../../domain/models/index.ts';
import type { Step } from '../step/step.ts';
import { cutDocument, describeChunk, embeddedText } from './cut-document.ts';
import type { ChunkInput, CognifyRules, PlanInput } from './types.ts';

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
  { dataset_id, rules, after }: PlanInput,
): Promise<Work> {
  const dataset = await datasetToWrite(database, dataset_id);
  const work = { datasetId: dataset_id, rulesDigest: digestOf(rules, dataset), isIncremental: rules.incremental };
  return documentsToChunk(database, work, after, PLAN);
}

/** What chunks depend on beside the content of their document. */
function digestOf({ chunking }: CognifyRules, { embeddingModel }: DatasetRow): string {
  return createHash('sha256').update(canonicalJson({ chunking, embeddingModel })).digest('hex').slice(0, 16);
}

/** Chunks the documents of a range that are to be chunked. Repeated, it goes on from what is committed. */
export async function chunkDocuments(
  dependencies: ChunkDependencies,
  { dataset_id, rules, rows }: ChunkInput,
  step: Step,
): Promise<ChunkCounts> {
  const { database } = dependencies;
  step.begin();
  const dataset = await datasetToWrite(database, dataset_id);
  const digest = digestOf(rules, dataset);
  const documents = await documentsBetween(database, dataset_id, rows);
  const due = documents.filter(
    (document) => !rules.incremental || document.chunkedHash !== chunkedHash(document.contentHash, digest),
  );
  const counts = { documents: 0, chunks_added: 0, chunks_kept: 0, chunks_removed: 0, documents_truncated: 0 };
  for await (const group of groupsOf(dependencies, dataset, rules, due, step.signal)) {
    const { embeddingModel } = dataset;
    const texts = group.flatMap(({ added }) => added.map(embeddedText));
    const caller = { tenantId: dataset.tenantId, signal: step.signal, spend: step.spend };
    const vectors = (await dependencies.models.embed(texts, 'passage', caller, embeddingModel)).values();
    const ready = group.map(({ document, cut, added, isComplete }) => ({
      ...{
        documentPk: document.id,
        datasetId: dataset_id,
        contentHash: document.contentHash,
        model: embeddingModel,
        cut,
      },
      chunkedHash: isComplete ? chunkedHash(document.contentHash, digest) : null,
      added: added.map((chunk) => describeChunk(chunk, languageOf(document.language), next(vectors))),
    }));
    const { removed } = await commitChunks(database, dataset_id, ready);
    counts.chunks_removed += removed;
    for (const { cut, kept, added, isComplete, truncated } of group) {
      counts.chunks_added += added.length;
      if (!isComplete) continue;
      counts.documents++;
      counts.chunks_kept += kept;
      counts.documents_truncated += truncated ? 1 : 0;
      step.onProgress({
        completed: counts.documents,
        total: due.length,
        unit: 'documents',
        message: `${cut.length} chunks`,
      });
    }
  }
  return counts;
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
  /** Chunks of the document that were there before. */
  readonly kept: number;
  readonly added: readonly CutChunk[];
  /** Whether nothing of the document is left to add. */
  readonly isComplete: boolean;
  readonly truncated: boolean;
}

/** Parts with at most {@link COMMITTED_TOGETHER} chunks to add: several small documents, or a part of a long one. */
async function* groupsOf(
  dependencies: ChunkDependencies,
  { embeddingModel }: DatasetRow,
  rules: CognifyRules,
  documents: readonly DocumentRow[],
  signal: AbortSignal,
): AsyncGenerator<readonly Part[]> {
  const { database } = dependencies;
  let group: Part[] = [];
  let room = COMMITTED_TOGETHER;
  for (const document of documents) {
    signal.throwIfAborted();
    const markdown = await readMarkdown(dependencies, document, signal);
    const { chunks: cut, truncated } = cutDocument(markdown, document, rules.chunking);
    const missing = rules.incremental ? await missingChunks(database, document.id, embeddingModel, cut) : cut;
    const kept = cut.length - missing.length;
    let from = 0;
    do {
      const added = missing.slice(from, from + room);
      from += added.length;
      room -= added.length;
      group.push({ document, cut, kept, added, isComplete: from === missing.length, truncated });
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
  const bytes = await objects.getBytes(markdownKey, { maxBytes: config.parse.maxMarkdownBytes, signal });
  return Buffer.from(bytes).toString('utf8');
}
