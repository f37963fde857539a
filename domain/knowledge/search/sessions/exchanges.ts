/** Keeps what a caller asks in a session. Of documents, only references are kept: chunks, and spans in them. */
import type { Database, Statements } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import type { SearchResults } from '../results.ts';

/** A part of a chunk: UTF-16 code units of its text, end exclusive. */
export interface Citation {
  /** Of the passage among the results, from 1. */
  readonly rank: number;
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
  /** Whether the text of the answer has it. */
  readonly isQuoted: boolean;
}

/** A question with what it found. */
export interface NewExchange {
  readonly question: string;
  readonly searchType: string;
  /** `null`: no answer was asked for. */
  readonly answer: { readonly holdsAnswer: boolean; readonly confidence: number } | null;
  /** What answered the question, or else the part of each passage that matches it best. Best first. */
  readonly citations: readonly Citation[];
}

/**
 * What one caller can keep. The sessions that were unused for longest, and the first exchanges of a session, make room.
 */
const MOST_SESSIONS = 1000;
const MOST_EXCHANGES = 1000;
const MOST_CITATIONS = 20;

/** Adds an exchange to a session of the owner, which is made if there is none. Returns its row. */
export async function keepExchange(
  { db }: Database,
  { tenantId, subject }: Accessor,
  sessionId: string,
  { question, searchType, answer, citations }: NewExchange,
): Promise<bigint> {
  const cited = citations.slice(0, MOST_CITATIONS);
  return db.$transaction(async (statements) => {
    const session = await touch(statements, tenantId, subject, sessionId);
    const { id } = await statements.knowledgeExchange.create({
      data: {
        sessionPk: session,
        question,
        searchType,
        citations: cited.length,
        holdsAnswer: answer?.holdsAnswer ?? null,
        confidence: answer?.confidence ?? null,
      },
    });
    const column = <T>(read: (citation: Citation, index: number) => T): T[] => cited.map(read);
    // A chunk that was removed meanwhile is left out; one that is being removed is waited for.
    await statements.$executeRaw`
      INSERT INTO knowledge_citation (exchange_id, ordinal, rank, chunk_id, start, "end", is_quoted)
      SELECT ${id}, cited.ordinal, cited.rank, chunk.id, cited.start, cited."end", cited.is_quoted
      FROM unnest(${column((_, index) => index)}::int[], ${column(({ rank }) => rank)}::int[],
          ${column(({ chunk }) => chunk)}::bigint[], ${column(({ start }) => start)}::int[],
          ${column(({ end }) => end)}::int[], ${column(({ isQuoted }) => isQuoted)}::boolean[])
        AS cited(ordinal, rank, chunk_id, start, "end", is_quoted)
      JOIN knowledge_chunk chunk ON chunk.id = cited.chunk_id
      ORDER BY chunk.id FOR KEY SHARE OF chunk`;
    await statements.$executeRaw`
      DELETE FROM knowledge_exchange WHERE session_pk = ${session} AND id <= (
        SELECT id FROM knowledge_exchange WHERE session_pk = ${session} ORDER BY id DESC OFFSET ${MOST_EXCHANGES}
          LIMIT 1)`;
    return id;
  });
}

/** The row of a session that a question is asked in now. */
async function touch(statements: Statements, tenantId: string, subject: string, sessionId: string): Promise<bigint> {
  const [row] = await statements.$queryRaw<{ id: bigint; is_new: boolean }[]>`
    INSERT INTO knowledge_session AS session (tenant_id, owner_subject, session_id)
    VALUES (${tenantId}, ${subject}, ${sessionId})
    ON CONFLICT (tenant_id, owner_subject, session_id) DO UPDATE SET updated_at = now()
    RETURNING id, xmax = 0 AS is_new`;
  if (!row) throw new Error('an upsert returns its row');
  if (row.is_new) {
    await statements.$executeRaw`
      DELETE FROM knowledge_session WHERE id IN (
        SELECT id FROM knowledge_session WHERE tenant_id = ${tenantId} AND owner_subject = ${subject}
        ORDER BY updated_at DESC, id DESC OFFSET ${MOST_SESSIONS})`;
  }
  return row.id;
}

/**
 * What a session keeps of a search: the sentences that answer, or else the one of each passage that matches the
 * question best.
 */
export function citationsOf({ extracted, results }: Pick<SearchResults, 'extracted' | 'results'>): Citation[] {
  const spans = extracted
    ? extracted.sentences
    : results.flatMap(({ passage: { highlight } }, passage) =>
        highlight ? [{ ...highlight, passage, isQuoted: false }] : [],
      );
  return spans.flatMap(({ passage, start, end, isQuoted }) => {
    const chunk = results[passage]?.passage.chunk;
    return chunk === undefined ? [] : [{ rank: passage + 1, chunk, start, end, isQuoted }];
  });
}
