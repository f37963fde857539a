/** Reads the sessions of their owner. Of documents they show what the owner may read now. */
import { quotedInWords } from '../../../../engines/knowledge/answer/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { KnowledgeExchange } from '../../../../platform/database/generated/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { readableInDataset } from '../../datasets/access.ts';
import { answerText } from '../results.ts';
import type { Quotation } from '../results.ts';

export interface SessionRow {
  readonly id: bigint;
  readonly sessionId: string;
  /** Questions in it. */
  readonly exchanges: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** At most `take` sessions of the owner below a row, the newest first. */
export async function listSessions(
  { db }: Database,
  { tenantId, subject: ownerSubject }: Accessor,
  below: string | null,
  take: number,
): Promise<SessionRow[]> {
  const rows = await db.knowledgeSession.findMany({
    where: { tenantId, ownerSubject, ...(below !== null && { id: { lt: BigInt(below) } }) },
    orderBy: { id: 'desc' },
    take,
    include: COUNTED,
  });
  return rows.map(rowOf);
}

/** Those sessions of the owner that have these names. */
export function findSessions(
  { db }: Database,
  { tenantId, subject: ownerSubject }: Accessor,
  names: readonly string[],
): Promise<{ readonly id: bigint; readonly sessionId: string }[]> {
  return db.knowledgeSession.findMany({
    where: { tenantId, ownerSubject, sessionId: { in: [...names] } },
    select: { id: true, sessionId: true },
  });
}

/** A session of the owner; `null` when there is none of this name. */
export async function findSession(
  { db }: Database,
  { tenantId, subject: ownerSubject }: Accessor,
  sessionId: string,
): Promise<SessionRow | null> {
  const where = { tenantId_ownerSubject_sessionId: { tenantId, ownerSubject, sessionId } };
  const row = await db.knowledgeSession.findUnique({ where, include: COUNTED });
  return row && rowOf(row);
}

const COUNTED = { _count: { select: { exchanges: true } } };

function rowOf({ _count: { exchanges }, ...row }: Omit<SessionRow, 'exchanges'> & { _count: { exchanges: number } }) {
  return { ...row, exchanges };
}

/** A citation with the text of its chunk. */
export interface CitedText {
  readonly exchange: bigint;
  readonly ordinal: number;
  readonly rank: number;
  readonly chunk: string;
  /** UTF-16 code units of `body`, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether the text of the answer has it. */
  readonly isQuoted: boolean;
  readonly heading: string;
  readonly body: string;
  readonly datasetKey: string;
  readonly documentId: string;
}

export interface Exchange {
  readonly id: bigint;
  readonly question: string;
  readonly searchType: string;
  readonly createdAt: Date;
  /** Composed of the citations that the caller may read; `null`: none was asked for. */
  readonly answer: SessionAnswer | null;
  /** Those that the caller may read, best first. */
  readonly citations: readonly CitedText[];
  readonly citationsLost: number;
}

export interface SessionAnswer {
  /** `null`: the caller may read none of the sentences. */
  readonly text: string | null;
  readonly holdsAnswer: boolean;
  /** Calibrated probability of `holdsAnswer`. */
  readonly confidence: number;
}

/** At most `take` exchanges of a session after a row, in order. */
export async function readExchanges(
  { db }: Database,
  caller: Accessor,
  sessionPk: bigint,
  after: string,
  take: number,
): Promise<Exchange[]> {
  const rows = await db.knowledgeExchange.findMany({
    where: { sessionPk, id: { gt: BigInt(after) } },
    orderBy: { id: 'asc' },
    take,
  });
  const cited = await db.$queryRaw<CitedText[]>`
    SELECT citation.exchange_id AS exchange, citation.ordinal, citation.rank, chunk.id::text AS chunk, citation.start,
      citation."end", citation.is_quoted AS "isQuoted", chunk.heading, chunk.body, dataset.dataset_key AS "datasetKey",
        document.document_id AS "documentId"
    FROM knowledge_citation citation JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_dataset dataset ON dataset.id = document.dataset_id
    WHERE citation.exchange_id = ANY(${rows.map(({ id }) => id)}::bigint[]) AND ${readableInDataset(caller)}
    ORDER BY citation.exchange_id, citation.ordinal`;
  const byExchange = Map.groupBy(cited, ({ exchange }) => exchange);
  return rows.map((row) => exchangeOf(row, byExchange.get(row.id) ?? []));
}

function exchangeOf(row: KnowledgeExchange, citations: readonly CitedText[]): Exchange {
  const { id, question, searchType, createdAt, holdsAnswer, confidence } = row;
  const isAnswered = holdsAnswer !== null && confidence !== null;
  return {
    id,
    question,
    searchType,
    createdAt,
    citations,
    citationsLost: row.citations - citations.length,
    answer: isAnswered ? { text: answerText(quotationsOf(citations), holdsAnswer), holdsAnswer, confidence } : null,
  };
}

/** What the text of an answer has of its citations: of a row of a table, its words. */
const quotationsOf = (citations: readonly CitedText[]): Quotation[] =>
  citations
    .filter(({ isQuoted }) => isQuoted)
    .map(({ rank, start, end, heading, body }) => ({
      rank,
      start,
      words: quotedInWords({ heading, text: body }, { start, end }),
    }));
