/** Rows of chunks with what hangs on them. An edit of a document replaces the chunks that it touches, and no others. */
import type { Database, Statements } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { addMentions, unreadChunksThatLose, unreadChunksWith } from './entities.ts';
import type { NewMention } from './entities.ts';
import { forgetCallsOf } from './extractions.ts';
import { addCounts } from './counts.ts';
import { lockInTurn } from './turns.ts';
import type { Turn } from './turns.ts';

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
  /** The lexemes of its title; empty without one. */
  readonly titleLexemes: readonly string[];
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
type ChunkKey = Pick<CutChunk, 'hash' | 'occurrence'>;

const keyOf = ({ hash, occurrence }: ChunkKey): string => `${hash} ${occurrence}`;

/**
 * Those of the chunks that are to be embedded in this turn: the document does not have them yet with a vector of the model, or
 * `incremental` is false.
 */
export async function missingChunks(
  { db }: Database,
  { generation }: Turn,
  documentPk: bigint,
  { model, incremental }: { readonly model: string; readonly incremental: boolean },
  cut: readonly CutChunk[],
): Promise<CutChunk[]> {
  const known = await db.$queryRaw<ChunkKey[]>`
    SELECT hash, occurrence FROM knowledge_chunk chunk
    WHERE document_pk = ${documentPk} AND (generation = ${generation} OR ${incremental}
      AND EXISTS (SELECT FROM knowledge_vector vector WHERE vector.chunk_id = chunk.id AND vector.model = ${model}))`;
  const keys = new Set(known.map(keyOf));
  return cut.filter((chunk) => !keys.has(keyOf(chunk)));
}

/**
 * Makes documents of one dataset consist of these chunks, in one transaction; repeated, it changes and counts nothing. Chunks of
 * other documents that name one of the new titles become unread. A document that was removed meanwhile is left out. Rejects with
 * `superseded` out of turn.
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
    const counts = { chunks_added: 0, chunks_removed: 0, chunks_refused: 0 };
    for (const document of current) {
      counts.chunks_removed += await removeOthers(statements, turn.datasetId, document);
      await moveKept(statements, document);
      const { added, refused } = await insert(statements, turn, document);
      counts.chunks_added += added;
      counts.chunks_refused += refused;
      await noteRefusals(statements, turn, document, refused);
      await noteState(statements, turn, document);
    }
    await addCounts(statements, turn.jobId, counts);
    const titles = documents.flatMap(({ added }) => added.map(({ titleLexemes }) => titleLexemes));
    await unreadChunksWith(statements, turn.datasetId, titles);
  });
}

/** Notes whether the document has all of its chunks, and counts it when the last one was added in this turn. */
async function noteState(
  statements: Statements,
  { generation, jobId }: Turn,
  { documentPk, chunkedHash, cut, truncated }: DocumentChunks,
): Promise<void> {
  const isOlder = { generation: { lt: generation } };
  if (chunkedHash === null) {
    await statements.knowledgeDocument.updateMany({
      where: { id: documentPk, ...isOlder },
      data: { generation, chunkedHash },
    });
    return;
  }
  const { count } = await statements.knowledgeDocument.updateMany({
    where: { id: documentPk, OR: [isOlder, { chunkedHash: null }, { chunkedHash: { not: chunkedHash } }] },
    data: { generation, chunkedHash },
  });
  if (count === 0) return;
  const made = await statements.knowledgeChunk.count({ where: { documentPk, generation } });
  await addCounts(statements, jobId, {
    documents: 1,
    chunks_kept: cut.length - made,
    documents_truncated: truncated ? 1 : 0,
  });
}

async function noteRefusals(
  statements: Statements,
  { jobId }: Turn,
  { documentId }: DocumentChunks,
  chunks: number,
): Promise<void> {
  if (chunks === 0) return;
  await statements.knowledgeRefusal.upsert({
    where: { jobId_documentId: { jobId, documentId } },
    create: { jobId, documentId, chunks },
    update: { chunks: { increment: chunks } },
  });
}

async function removeOthers(
  statements: Statements,
  datasetId: string,
  { documentPk, cut }: DocumentChunks,
): Promise<number> {
  const rows = await statements.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM knowledge_chunk chunk WHERE document_pk = ${documentPk} AND NOT EXISTS (
      SELECT FROM unnest(${cut.map(({ hash }) => hash)}::text[], ${cut.map(({ occurrence }) => occurrence)}::int[])
        AS kept(hash, occurrence)
      WHERE kept.hash = chunk.hash AND kept.occurrence = chunk.occurrence)`;
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
  await forgetCallsOf(statements, ids);
  return statements.$executeRaw`DELETE FROM knowledge_chunk WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Chunks that stay may have moved within the document. */
async function moveKept(statements: Statements, { documentPk, cut }: DocumentChunks): Promise<void> {
  await statements.$executeRaw`
    UPDATE knowledge_chunk chunk SET ordinal = moved.ordinal, start = moved.start, "end" = moved."end",
      page_from = moved.page_from, page_to = moved.page_to
    FROM ${rowsOf(cut)} AS moved(hash, occurrence, ordinal, start, "end", page_from, page_to)
    WHERE chunk.document_pk = ${documentPk} AND chunk.hash = moved.hash AND chunk.occurrence = moved.occurrence
      AND (chunk.ordinal, chunk.start, chunk."end", chunk.page_from, chunk.page_to)
        IS DISTINCT FROM (moved.ordinal, moved.start, moved."end", moved.page_from, moved.page_to)`;
}

function rowsOf(cut: readonly CutChunk[]): Prisma.Sql {
  const column = <T>(read: (chunk: CutChunk) => T): T[] => cut.map(read);
  return Prisma.sql`unnest(
    ${column(({ hash }) => hash)}::text[], ${column(({ occurrence }) => occurrence)}::int[],
    ${column(({ ordinal }) => ordinal)}::int[], ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[],
    ${column(({ pageFrom }) => pageFrom)}::int[], ${column(({ pageTo }) => pageTo)}::int[])`;
}

/** Adds the chunks that were not added in this turn before. How many, and how many of them have no vector. */
async function insert(
  statements: Statements,
  { datasetId, generation }: Turn,
  { documentPk, model, added }: DocumentChunks,
): Promise<{ readonly added: number; readonly refused: number }> {
  if (added.length === 0) return { added: 0, refused: 0 };
  const column = <T>(read: (chunk: NewChunk) => T): T[] => added.map(read);
  const rows = await statements.$queryRaw<(ChunkKey & { id: bigint })[]>`
    INSERT INTO knowledge_chunk AS present (document_pk, dataset_id, generation, hash, occurrence, ordinal, start, "end",
      page_from, page_to, heading, body, tokens, terms, words)
    SELECT ${documentPk}, ${datasetId}, ${generation}, moved.hash, moved.occurrence, moved.ordinal, moved.start, moved."end",
      moved.page_from, moved.page_to, moved.heading, moved.body, moved.tokens, moved.terms::tsvector, moved.words
    FROM ROWS FROM (${rowsOf(added)},
      unnest(${column(({ heading }) => heading)}::text[], ${column(({ body }) => body)}::text[],
        ${column(({ tokens }) => tokens)}::int[], ${column(({ terms }) => terms)}::text[],
        ${column(({ words }) => words)}::int[])
    ) AS moved(hash, occurrence, ordinal, start, "end", page_from, page_to, heading, body, tokens, terms, words)
    ON CONFLICT (document_pk, hash, occurrence) DO UPDATE SET is_read = false, generation = excluded.generation
      WHERE present.generation < excluded.generation
    RETURNING id, hash, occurrence`;
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  const made = added.flatMap((chunk) => {
    const id = ids.get(keyOf(chunk));
    return id === undefined ? [] : [{ id, chunk }];
  });
  const embedded = made.flatMap(({ id, chunk: { vector } }) => (vector ? [{ id, vector }] : []));
  await statements.$executeRaw`
    INSERT INTO knowledge_vector (chunk_id, model, dataset_id, document_pk, embedding)
    SELECT chunk_id, ${model}, ${datasetId}, ${documentPk}, embedding::vector
    FROM unnest(${embedded.map(({ id }) => id)}::bigint[],
        ${embedded.map(({ vector }) => vectorLiteral(vector))}::text[])
      AS made(chunk_id, embedding)
    ON CONFLICT (chunk_id, model) DO UPDATE SET embedding = excluded.embedding`;
  await addMentions(
    statements,
    datasetId,
    made.flatMap(({ id, chunk }) => chunk.titleMentions.map((mention) => ({ ...mention, chunkId: id }))),
  );
  return { added: made.length, refused: made.length - embedded.length };
}

/** A vector as Postgres reads it. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
