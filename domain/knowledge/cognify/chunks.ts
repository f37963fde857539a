/**
 * Chunks and everything derived from them. An edit of a document replaces the chunks that it touches, and no others.
 */
import type { Database, Statements } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { addMentions, unreadChunksThatLose, unreadChunksWith } from './entities.ts';
import type { NewMention } from './entities.ts';
import { addCounts } from '../../jobs/counts.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';
import { removeCallsOf } from '../documents/chunk-calls.ts';
import { noteRefusedChunks } from '../documents/refusals.ts';
import { vectorLiteral } from '../datasets/vectors.ts';

/** A chunk as it is cut from a document. */
export interface CutChunk {
  /** SHA-256 of heading and text. */
  readonly hash: string;
  /** Which of several equal chunks of the document it is, from 0. */
  readonly occurrence: number;
  readonly ordinal: number;
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly pageFrom: number | null;
  readonly pageTo: number | null;
  readonly heading: string;
  readonly body: string;
  readonly tokens: number;
  /** What it is a record of, and its position in the table, from 1; `null` for text. */
  readonly record: { readonly type: string; readonly row: number } | null;
}

/** A chunk that the dataset does not have yet. */
export interface NewChunk extends CutChunk {
  /** Its lexemes with their positions, as Postgres reads a `tsvector`. */
  readonly terms: string;
  readonly words: number;
  /** `null` when the model refuses its text. */
  readonly vector: Float32Array | null;
  /** The names that its title gives it. Those of its text are read later, when all titles are known. */
  readonly titleMentions: readonly NewMention[];
  /** The lexemes of each of its titles. */
  readonly titleLexemes: readonly (readonly string[])[];
}

/** What a document shall consist of. */
export interface DocumentChunks {
  readonly documentPk: bigint;
  readonly documentId: string;
  /** Of the content that was cut: a document that has another one by now is left out. */
  readonly contentHash: string;
  /** The model of the vectors. */
  readonly model: string;
  /** What the chunks were made of, once the last of them is added; `null` before. */
  readonly chunkedHash: string | null;
  /** Whether the rules left out the end of the document. */
  readonly truncated: boolean;
  /** All chunks of the document. */
  readonly cut: readonly CutChunk[];
  /** Those to be added, or to be replaced, now. */
  readonly added: readonly NewChunk[];
}

/** What identifies a chunk in its document. */
export type ChunkKey = Pick<CutChunk, 'hash' | 'occurrence'>;

const keyOf = ({ hash, occurrence }: ChunkKey): string => `${hash} ${occurrence}`;

/**
 * Those of the chunks that are to be embedded in this turn: the document does not have them yet, the model was not
 * asked for their vectors, or `incremental` is false.
 */
export async function missingChunks<Chunk extends CutChunk>(
  { db }: Database,
  { generation }: Turn,
  documentPk: bigint,
  { model, incremental }: { readonly model: string; readonly incremental: boolean },
  cut: readonly Chunk[],
): Promise<Chunk[]> {
  const known = await db.$queryRaw<ChunkKey[]>`
    SELECT hash, occurrence FROM knowledge_chunk chunk
    WHERE document_pk = ${documentPk} AND (generation = ${generation} OR ${incremental}
      AND EXISTS (SELECT FROM knowledge_vector vector WHERE vector.chunk_id = chunk.id AND vector.model = ${model}))`;
  return chunksBeside(known, cut);
}

/** Those of the chunks of a document that are not among the known ones. */
export function chunksBeside<Chunk extends ChunkKey>(known: readonly ChunkKey[], cut: readonly Chunk[]): Chunk[] {
  const keys = new Set(known.map(keyOf));
  return cut.filter((chunk) => !keys.has(keyOf(chunk)));
}

/**
 * Makes documents of one dataset consist of these chunks, in one transaction; repeated, it changes and counts nothing.
 * Chunks of other documents that name one of the new titles become unread. A document that was removed meanwhile is
 * left out. Rejects with `superseded` out of turn.
 */
export async function commitChunks({ db }: Database, turn: Turn, documents: readonly DocumentChunks[]): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const pks = documents.map(({ documentPk }) => documentPk);
    const rows = await statements.knowledgeDocument.findMany({
      where: { id: { in: pks }, deletedAt: null },
      select: { id: true, contentHash: true },
    });
    const present = new Map(rows.map(({ id, contentHash }) => [id, contentHash]));
    const current = documents.filter((document) => present.get(document.documentPk) === document.contentHash);
    const chunks_removed = await removeOthers(statements, turn.datasetId, current);
    await moveKept(statements, current);
    const made = await insert(statements, turn, current);
    const refused = made.filter(({ chunk }) => chunk.vector === null);
    const refusedOf = refused.map(({ document }) => document.documentId);
    await noteRefusedChunks(statements, turn.jobId, refusedOf);
    const completed = await noteState(statements, turn, current);
    const counts = { chunks_added: made.length, chunks_removed, chunks_refused: refused.length, ...completed };
    await addCounts(statements, turn.jobId, counts);
    const titles = made.flatMap(({ chunk }) => chunk.titleLexemes);
    await unreadChunksWith(statements, turn.datasetId, titles);
  });
}

/** Notes which documents have all of their chunks. The counts of those whose last chunk was added now. */
async function noteState(statements: Statements, { generation }: Turn, documents: readonly DocumentChunks[]) {
  const partial = documents.filter(({ chunkedHash }) => chunkedHash === null);
  if (partial.length > 0) {
    await statements.knowledgeDocument.updateMany({
      where: { id: { in: partial.map(({ documentPk }) => documentPk) }, generation: { lt: generation } },
      data: { generation, chunkedHash: null },
    });
  }
  const whole = documents.filter(({ chunkedHash }) => chunkedHash !== null);
  const noted = await statements.$queryRaw<{ id: bigint }[]>`
    UPDATE knowledge_document document SET generation = ${generation}, chunked_hash = made.chunked_hash, updated_at =
      now()
    FROM unnest(${whole.map(({ documentPk }) => documentPk)}::bigint[],
        ${whole.map(({ chunkedHash }) => chunkedHash)}::text[]) AS made(id, chunked_hash)
    WHERE document.id = made.id
      AND (document.generation < ${generation} OR document.chunked_hash IS DISTINCT FROM made.chunked_hash)
    RETURNING document.id`;
  const ids = new Set(noted.map(({ id }) => id));
  const complete = whole.filter(({ documentPk }) => ids.has(documentPk));
  const added = await statements.knowledgeChunk.count({ where: { documentPk: { in: [...ids] }, generation } });
  return {
    documents: complete.length,
    chunks_kept: complete.reduce((sum, { cut }) => sum + cut.length, 0) - added,
    documents_truncated: complete.filter(({ truncated }) => truncated).length,
  };
}

async function removeOthers(
  statements: Statements,
  datasetId: string,
  documents: readonly DocumentChunks[],
): Promise<number> {
  const kept = documents.flatMap(({ documentPk, cut }) => cut.map((chunk) => ({ ...chunk, documentPk })));
  const rows = await statements.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM knowledge_chunk chunk
    WHERE document_pk = ANY(${documents.map(({ documentPk }) => documentPk)}::bigint[]) AND NOT EXISTS (
      SELECT FROM unnest(${kept.map(({ documentPk }) => documentPk)}::bigint[], ${kept.map(({ hash }) => hash)}::text[],
          ${kept.map(({ occurrence }) => occurrence)}::int[]) AS kept(document_pk, hash, occurrence)
      WHERE kept.document_pk = chunk.document_pk AND kept.hash = chunk.hash AND kept.occurrence = chunk.occurrence)`;
  return removeChunks(
    statements,
    datasetId,
    rows.map(({ id }) => id),
  );
}

/** Removes chunks with all that they alone support. How many. */
export async function removeChunks(statements: Statements, datasetId: string, ids: readonly bigint[]): Promise<number> {
  if (ids.length === 0) return 0;
  await unreadChunksThatLose(statements, datasetId, ids);
  await removeCallsOf(statements, ids);
  return statements.$executeRaw`DELETE FROM knowledge_chunk WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Chunks that stay may have moved within their document. */
async function moveKept(statements: Statements, documents: readonly DocumentChunks[]): Promise<void> {
  const chunks = documents.flatMap((document) => document.cut.map((chunk) => ({ document, chunk })));
  await statements.$executeRaw`
    UPDATE knowledge_chunk chunk SET ordinal = moved.ordinal, start = moved.start, "end" = moved."end",
      page_from = moved.page_from, page_to = moved.page_to, record_row = moved.record_row
    FROM ${rowsOf(chunks)}
      AS moved(document_pk, hash, occurrence, ordinal, start, "end", page_from, page_to, record_row)
    WHERE chunk.document_pk = moved.document_pk AND chunk.hash = moved.hash AND chunk.occurrence = moved.occurrence
      AND (chunk.ordinal, chunk.start, chunk."end", chunk.page_from, chunk.page_to, chunk.record_row)
        IS DISTINCT FROM (moved.ordinal, moved.start, moved."end", moved.page_from, moved.page_to, moved.record_row)`;
}

/** A chunk, and the document that it is of. */
interface Placed<Chunk extends CutChunk> {
  readonly document: DocumentChunks;
  readonly chunk: Chunk;
}

function rowsOf(placed: readonly Placed<CutChunk>[]): Prisma.Sql {
  const column = <T>(read: (chunk: CutChunk) => T): T[] => placed.map(({ chunk }) => read(chunk));
  return Prisma.sql`unnest(
    ${placed.map(({ document }) => document.documentPk)}::bigint[],
    ${column(({ hash }) => hash)}::text[], ${column(({ occurrence }) => occurrence)}::int[],
    ${column(({ ordinal }) => ordinal)}::int[], ${column(({ start }) => start)}::int[],
      ${column(({ end }) => end)}::int[],
    ${column(({ pageFrom }) => pageFrom)}::int[], ${column(({ pageTo }) => pageTo)}::int[],
    ${column(({ record }) => record?.row ?? null)}::int[])`;
}

/** Adds the chunks of the documents that were not added in this turn before, and returns them. */
async function insert(
  statements: Statements,
  { datasetId, generation }: Turn,
  documents: readonly DocumentChunks[],
): Promise<Placed<NewChunk>[]> {
  const added = documents.flatMap((document) => document.added.map((chunk) => ({ document, chunk })));
  if (added.length === 0) return [];
  const column = <T>(read: (chunk: NewChunk) => T): T[] => added.map(({ chunk }) => read(chunk));
  const rows = await statements.$queryRaw<(ChunkKey & { id: bigint; pk: bigint })[]>`
    INSERT INTO knowledge_chunk AS present (document_pk, dataset_id, generation, hash, occurrence, ordinal, start,
      "end",
      page_from, page_to, record_row, record_type, heading, body, tokens, terms, words)
    SELECT moved.document_pk, ${datasetId}, ${generation}, moved.hash, moved.occurrence, moved.ordinal, moved.start,
      moved."end", moved.page_from, moved.page_to, moved.record_row, moved.record_type, moved.heading, moved.body,
        moved.tokens, moved.terms::tsvector,
      moved.words
    FROM ROWS FROM (${rowsOf(added)},
      unnest(${column(({ record }) => record?.type ?? null)}::text[], ${column(({ heading }) => heading)}::text[],
        ${column(({ body }) => body)}::text[],
        ${column(({ tokens }) => tokens)}::int[], ${column(({ terms }) => terms)}::text[],
        ${column(({ words }) => words)}::int[])
    ) AS moved(document_pk, hash, occurrence, ordinal, start, "end", page_from, page_to, record_row, record_type,
      heading,
      body, tokens, terms, words)
    ON CONFLICT (document_pk, hash, occurrence) DO UPDATE SET is_read = false, generation = excluded.generation
      WHERE present.generation < excluded.generation
    RETURNING id, document_pk AS pk, hash, occurrence`;
  const ids = new Map(rows.map((row) => [`${row.pk} ${keyOf(row)}`, row.id]));
  const made = added.flatMap((placed) => {
    const id = ids.get(`${placed.document.documentPk} ${keyOf(placed.chunk)}`);
    return id === undefined ? [] : [{ ...placed, id }];
  });
  await statements.$executeRaw`
    INSERT INTO knowledge_vector (chunk_id, model, dataset_id, document_pk, embedding)
    SELECT chunk_id, model, ${datasetId}, document_pk, embedding::vector
    FROM unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ document }) => document.model)}::text[],
        ${made.map(({ document }) => document.documentPk)}::bigint[],
        ${made.map(({ chunk }) => vectorLiteral(chunk.vector))}::text[])
      AS made(chunk_id, model, document_pk, embedding)
    ON CONFLICT (chunk_id, model) DO UPDATE SET embedding = excluded.embedding`;
  const mentions = made.flatMap(({ id, chunk }) => chunk.titleMentions.map((mention) => ({ ...mention, chunkId: id })));
  await addMentions(statements, datasetId, mentions);
  return made;
}
