/** Reading the names and facts of chunks: which are still to be read, and what was found in them. */
import type { Trait } from '../../../engines/knowledge/entities/index.ts';
import type { Alias } from '../../../engines/knowledge/aliases/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { addCounts } from '../../jobs/counts.ts';
import { addAliases } from './aliases.ts';
import { addDates } from './dates.ts';
import type { ChunkDate } from './dates.ts';
import { MENTION_ROLES } from '../documents/mentions.ts';
import { addMentions } from './entities.ts';
import type { NewMention } from './entities.ts';
import type { Rows } from '../../jobs/row-ranges.ts';
import { addFacts } from './facts.ts';
import type { NewFact } from './facts.ts';
import { noteUnread } from './skips.ts';
import type { Titles } from './titles.ts';
import { addTraits } from './traits.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';

/** A chunk whose names are still to be read. */
export interface UnreadChunk {
  readonly id: bigint;
  /** The name that its title has; empty without one. */
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  /** What it is a record of; `null` for text. */
  readonly recordType: string | null;
  /** Of its document. */
  readonly language: string | null;
  /** Of its document: who may read it, beyond the dataset. */
  readonly audience: bigint | null;
  /** The day on which its document was written, the last of several; `null`: not known. */
  readonly written: number | null;
  /** Whether its document writes the day before the month; `null`: it does not show it. */
  readonly dayFirst: boolean | null;
  /** The names and facts that a language model found, which `graphOf` reads, and its name; `null` when none has. */
  readonly graph: unknown;
  readonly model: string | null;
}

export interface ReadChunk {
  readonly chunkId: bigint;
  /** The names of its text. */
  readonly mentions: readonly NewMention[];
  readonly facts: readonly NewFact[];
  readonly aliases: readonly Alias[];
  readonly dates: readonly ChunkDate[];
  readonly traits: readonly Trait[];
  /** Why its text cannot be read; absent when it was. */
  readonly failure?: ErrorCode;
}

/** The unread chunks of a range of rows. */
export function unreadChunks({ db }: Database, datasetId: string, { first, last }: Rows): Promise<UnreadChunk[]> {
  return db.$queryRaw<UnreadChunk[]>`
    SELECT chunk.id, chunk.heading, chunk.body, chunk.record_type AS "recordType", document.language,
      document.audience_id AS audience,
      document.date_to AS written, document.day_first AS "dayFirst",
      extraction.graph, extraction.model, coalesce((
      SELECT label FROM knowledge_mention WHERE chunk_id = chunk.id AND role = ${MENTION_ROLES.title}
        LIMIT 1), '') AS title
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    LEFT JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id
    WHERE chunk.dataset_id = ${datasetId} AND NOT chunk.is_read AND chunk.id BETWEEN ${first}::bigint
      AND ${last}::bigint
    ORDER BY chunk.id`;
}

/** Those of the names that are titles of chunks of the dataset. */
export async function knownTitles({ db }: Database, datasetId: string, names: readonly string[]): Promise<Titles> {
  const rows = await db.$queryRaw<{ name: string; is_open: boolean; audiences: bigint[] }[]>`
    SELECT entity.name, entity.titles > coalesce(sum(restricted.titles), 0) AS is_open,
      coalesce(array_agg(restricted.audience_id) FILTER (WHERE restricted.titles > 0), '{}') AS audiences
    FROM knowledge_entity entity LEFT JOIN knowledge_restricted_entity restricted ON restricted.entity_id = entity.id
    WHERE entity.dataset_id = ${datasetId} AND entity.titles > 0 AND entity.name = ANY(${[...names]}::text[])
    GROUP BY entity.id`;
  return new Map(rows.map(({ name, is_open, audiences }) => [name, is_open ? 'open' : audiences]));
}

/** Changes with every title that appears in the dataset or disappears. */
export async function titlesVersion({ db }: Database, datasetId: string): Promise<bigint | null> {
  const row = await db.knowledgeDataset.findUnique({ where: { id: datasetId }, select: { titlesVersion: true } });
  return row?.titlesVersion ?? null;
}

/**
 * Replaces what the texts of these chunks say, in one transaction; their titles stay, with the types that are known
 * now. A chunk that was removed or read meanwhile is left out. Repeated, it changes and counts nothing. Commits nothing
 * and returns `false` when the titles have changed since they had the given version: the chunks have to be read again.
 * Rejects with `superseded` out of turn.
 */
export async function commitNames(
  { db }: Database,
  turn: Turn,
  version: bigint | null,
  read: readonly ReadChunk[],
): Promise<boolean> {
  const { datasetId, jobId } = turn;
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const dataset = await statements.knowledgeDataset.findUnique({
      where: { id: datasetId },
      select: { titlesVersion: true },
    });
    if (dataset?.titlesVersion !== version) return false;
    const rows = await statements.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM knowledge_chunk
      WHERE id = ANY(${read.map(({ chunkId }) => chunkId)}::bigint[]) AND NOT is_read FOR UPDATE`;
    const present = new Set(rows.map(({ id }) => id));
    const ids = [...present];
    const kept = read.filter(({ chunkId }) => present.has(chunkId));
    await statements.$executeRaw`DELETE FROM knowledge_evidence WHERE chunk_id = ANY(${ids}::bigint[])`;
    await statements.$executeRaw`DELETE FROM knowledge_alias WHERE chunk_id = ANY(${ids}::bigint[])`;
    await statements.$executeRaw`DELETE FROM knowledge_trait WHERE chunk_id = ANY(${ids}::bigint[])`;
    await statements.$executeRaw`DELETE FROM knowledge_date WHERE chunk_id = ANY(${ids}::bigint[])`;
    await statements.$executeRaw`
      DELETE FROM knowledge_mention WHERE chunk_id = ANY(${ids}::bigint[]) AND role = ${MENTION_ROLES.text}`;
    const mentions = kept.flatMap(({ chunkId, mentions }) => mentions.map((mention) => ({ ...mention, chunkId })));
    await statements.$executeRaw`
      UPDATE knowledge_mention SET type = NULL WHERE chunk_id = ANY(${ids}::bigint[]) AND type IS NOT NULL`;
    await addMentions(statements, datasetId, mentions);
    const facts = kept.flatMap(({ chunkId, facts }) => facts.map((fact) => ({ ...fact, chunkId })));
    await addFacts(statements, datasetId, facts);
    const aliases = kept.flatMap(({ chunkId, aliases }) => aliases.map((alias) => ({ ...alias, chunkId })));
    await addAliases(statements, datasetId, aliases);
    await addDates(
      statements,
      kept.flatMap(({ chunkId, dates }) => dates.map((date) => ({ ...date, chunkId }))),
    );
    await addTraits(
      statements,
      kept.flatMap(({ chunkId, traits }) => traits.map((trait) => ({ ...trait, chunkId }))),
    );
    await statements.$executeRaw`UPDATE knowledge_chunk SET is_read = true WHERE id = ANY(${ids}::bigint[])`;
    const failed = kept.filter(({ failure }) => failure !== undefined);
    await noteUnread(statements, jobId, failed);
    const counts = { chunks_read: ids.length - failed.length, chunks_unread: failed.length };
    const found = { mentions: mentions.length, facts: facts.length, aliases: aliases.length };
    await addCounts(statements, jobId, { ...counts, ...found });
    return true;
  });
}
