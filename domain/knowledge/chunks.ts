/** Rows of chunks with what hangs on them. An edit of a document replaces the chunks that it touches, and no others. */
import type { Database, Statements } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { addMentions, unreadChunksThatLose, unreadChunksWith } from './entities.ts';
import type { NewMention } from './entities.ts';
import { lockToAdd } from './locks.ts';

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
  readonly vector: Float32Array;
  /** The names that its title gives it. Those of its text are read later, when all titles are known. */
  readonly titleMentions: readonly NewMention[];
  /** The lexemes of its title; empty without one. */
  readonly titleLexemes: readonly string[];
}

/** What a document shall consist of. */
export interface DocumentChunks {
  readonly documentPk: bigint;
  readonly datasetId: string;
  /** Of the content that was cut: a document that has another one by now is left out. */
  readonly contentHash: string;
  /** The model of the vectors. */
  readonly model: string;
  /** What the chunks were made of, once the last of them is added; `null` before. */
  readonly chunkedHash: string | null;
  /** All chunks of the document. */
  readonly cut: readonly CutChunk[];
  /** Those to be added, or to be replaced, now. */
  readonly added: readonly NewChunk[];
}

/** What identifies a chunk in its document. */
type ChunkKey = Pick<CutChunk, 'hash' | 'occurrence'>;

const keyOf = ({ hash, occurrence }: ChunkKey): string => `${hash} ${occurrence}`;

/** Those of the chunks that the document does not have yet with a vector of the model: what is to be embedded. */
export async function missingChunks(
  { db }: Database,
  documentPk: bigint,
  model: string,
  cut: readonly CutChunk[],
): Promise<CutChunk[]> {
  const known = await db.$queryRaw<ChunkKey[]>`
    SELECT hash, occurrence FROM knowledge_chunk chunk
    WHERE document_pk = ${documentPk}
      AND EXISTS (SELECT FROM knowledge_vector vector WHERE vector.chunk_id = chunk.id AND vector.model = ${model})`;
  const keys = new Set(known.map(keyOf));
  return cut.filter((chunk) => !keys.has(keyOf(chunk)));
}

/**
 * Makes documents of one dataset consist of these chunks, in one transaction; repeated, it changes nothing. Chunks of
 * other documents that name one of the new titles become unread. A document that was removed meanwhile is left out. How many
 * chunks were added and removed.
 */
export async function commitChunks(
  { db }: Database,
  datasetId: string,
  documents: readonly DocumentChunks[],
): Promise<{ readonly added: number; readonly removed: number }> {
  return db.$transaction(async (statements) => {
    await lockToAdd(statements, datasetId);
    let added = 0;
    let removed = 0;
    const pks = documents.map(({ documentPk }) => documentPk);
    const rows = await statements.knowledgeDocument.findMany({
      where: { id: { in: pks }, deletedAt: null },
      select: { id: true, contentHash: true },
    });
    const present = new Map(rows.map(({ id, contentHash }) => [id, contentHash]));
    const current = documents.filter((document) => present.get(document.documentPk) === document.contentHash);
    for (const document of current) {
      removed += await removeOthers(statements, document);
      await moveKept(statements, document);
      added += await insert(statements, document);
      const { chunkedHash, cut } = document;
      if (chunkedHash !== null) await checkComplete(statements, document.documentPk, cut.length);
      await statements.knowledgeDocument.updateMany({ where: { id: document.documentPk }, data: { chunkedHash } });
    }
    const titles = documents.flatMap(({ added }) => added.map(({ titleLexemes }) => titleLexemes));
    await unreadChunksWith(statements, datasetId, titles);
    return { added, removed };
  });
}

/** Another job may cut the same document by other rules at the same time, and remove what this one has added: then the step is repeated. */
async function checkComplete(statements: Statements, documentPk: bigint, chunks: number): Promise<void> {
  const present = await statements.knowledgeChunk.count({ where: { documentPk } });
  if (present !== chunks)
    throw new Error(`a document has ${present} of its ${chunks} chunks: another job cuts it as well`);
}

async function removeOthers(statements: Statements, { documentPk, cut }: DocumentChunks): Promise<number> {
  const rows = await statements.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM knowledge_chunk chunk WHERE document_pk = ${documentPk} AND NOT EXISTS (
      SELECT FROM unnest(${cut.map(({ hash }) => hash)}::text[], ${cut.map(({ occurrence }) => occurrence)}::int[])
        AS kept(hash, occurrence)
      WHERE kept.hash = chunk.hash AND kept.occurrence = chunk.occurrence)`;
  return removeChunks(
    statements,
    rows.map(({ id }) => id),
  );
}

/** Removes chunks with all that they alone support. How many. */
export async function removeChunks(statements: Statements, ids: readonly bigint[]): Promise<number> {
  if (ids.length === 0) return 0;
  await unreadChunksThatLose(statements, ids);
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

async function insert(statements: Statements, document: DocumentChunks): Promise<number> {
  const { documentPk, datasetId, model, added } = document;
  if (added.length === 0) return 0;
  const column = <T>(read: (chunk: NewChunk) => T): T[] => added.map(read);
  const rows = await statements.$queryRaw<(ChunkKey & { id: bigint })[]>`
    INSERT INTO knowledge_chunk (document_pk, dataset_id, hash, occurrence, ordinal, start, "end", page_from, page_to,
      heading, body, tokens, terms, words)
    SELECT ${documentPk}, ${datasetId}, moved.hash, moved.occurrence, moved.ordinal, moved.start, moved."end",
      moved.page_from, moved.page_to, moved.heading, moved.body, moved.tokens, moved.terms::tsvector, moved.words
    FROM ROWS FROM (${rowsOf(added)},
      unnest(${column(({ heading }) => heading)}::text[], ${column(({ body }) => body)}::text[],
        ${column(({ tokens }) => tokens)}::int[], ${column(({ terms }) => terms)}::text[],
        ${column(({ words }) => words)}::int[])
    ) AS moved(hash, occurrence, ordinal, start, "end", page_from, page_to, heading, body, tokens, terms, words)
    ON CONFLICT (document_pk, hash, occurrence) DO UPDATE SET is_read = false
    RETURNING id, hash, occurrence`;
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  const idOf = (chunk: ChunkKey): bigint => {
    const id = ids.get(keyOf(chunk));
    if (id === undefined) throw new Error('an inserted chunk has an identifier');
    return id;
  };
  await statements.$executeRaw`
    INSERT INTO knowledge_vector (chunk_id, model, dataset_id, document_pk, embedding)
    SELECT chunk_id, ${model}, ${datasetId}, ${documentPk}, embedding::vector
    FROM unnest(${added.map(idOf)}::bigint[], ${column(({ vector }) => vectorLiteral(vector))}::text[])
      AS made(chunk_id, embedding)
    ON CONFLICT (chunk_id, model) DO UPDATE SET embedding = excluded.embedding`;
  await addMentions(
    statements,
    datasetId,
    added.flatMap((chunk) => chunk.titleMentions.map((mention) => ({ ...mention, chunkId: idOf(chunk) }))),
  );
  return rows.length;
}

/** A vector as Postgres reads it. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
