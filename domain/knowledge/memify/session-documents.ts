/**
 * Sessions as documents of a dataset. Such a document has the questions, which are the owner's own words. It has no
 * answers: text of other documents would outlive them there, and be read under other policies than theirs.
 */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { addCounts } from '../../jobs/counts.ts';
import { keepDocuments } from '../documents/documents.ts';
import type { KeptDocument, NewDocument } from '../documents/documents.ts';
import { inRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Range, Rows } from '../../jobs/row-ranges.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';
import type { MemifyCounts } from './pipelines.ts';

/** Sessions of one owner. */
export interface SessionSelection {
  readonly datasetId: string;
  readonly tenantId: string;
  readonly subject: string;
  /** Rows of sessions; `null`: those that found something in the dataset. */
  readonly sessions: readonly string[] | null;
}

function selected({ datasetId, tenantId, subject, sessions }: SessionSelection): Prisma.Sql {
  const chosen =
    sessions === null
      ? Prisma.sql`EXISTS (
          SELECT FROM knowledge_exchange exchange JOIN knowledge_citation citation ON citation.exchange_id = exchange.id
          JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
          WHERE exchange.session_pk = session.id AND chunk.dataset_id = ${datasetId})`
      : Prisma.sql`session.id = ANY(${[...sessions]}::bigint[])`;
  return Prisma.sql`session.tenant_id = ${tenantId} AND session.owner_subject = ${subject} AND ${chosen}`;
}

/** The sessions after a row. */
export function sessionsToKeep(
  database: Database,
  selection: SessionSelection,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT session.id FROM knowledge_session session
    WHERE ${selected(selection)} AND session.id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

export interface AskedSession {
  readonly sessionId: string;
  /** In the order in which they were asked. */
  readonly questions: readonly string[];
}

/** The sessions of a range with their questions. */
export function askedSessions(
  { db }: Database,
  selection: SessionSelection,
  { first, last }: Rows,
): Promise<AskedSession[]> {
  return db.$queryRaw<AskedSession[]>`
    SELECT session.session_id AS "sessionId", array_agg(exchange.question ORDER BY exchange.id) AS questions
    FROM knowledge_session session JOIN knowledge_exchange exchange ON exchange.session_pk = session.id
    WHERE ${selected(selection)} AND session.id BETWEEN ${first}::bigint AND ${last}::bigint
    GROUP BY session.id ORDER BY session.id`;
}

/** Keeps and counts documents of sessions in one transaction. Repeated, it changes nothing. */
export async function keepSessionDocuments(
  { db }: Database,
  turn: Turn,
  documents: readonly NewDocument[],
): Promise<KeptDocument[]> {
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const kept = await keepDocuments(statements, documents, { incremental: true });
    const count = (of: KeptDocument['outcome']): number => kept.filter(({ outcome }) => outcome === of).length;
    const counts: MemifyCounts = { sessions_added: count('added'), sessions_updated: count('updated') };
    await addCounts(statements, turn.jobId, counts);
    return kept;
  });
}
