/** Resolves a question against the session that it is asked in. */
import { resolveQuestion } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Resolved } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { readableInDataset } from '../../datasets/access.ts';

/** Questions that are looked back at. */
const MOST_QUESTIONS = 5;

/**
 * The question with what it leaves out, `null` if it stands by itself. Of the passages that answered before, only those
 * count that the caller may read now.
 */
export async function resolveFollowUp(
  { db }: Database,
  caller: Accessor,
  sessionId: string,
  asked: string,
): Promise<Resolved | null> {
  const before = await db.knowledgeExchange.findMany({
    where: { session: { tenantId: caller.tenantId, ownerSubject: caller.subject, sessionId } },
    select: { id: true, question: true },
    orderBy: { id: 'desc' },
    take: MOST_QUESTIONS,
  });
  const [last] = before;
  if (!last) return null;
  const cited = await db.$queryRaw<{ title: string }[]>`
    SELECT coalesce(nullif(split_part(chunk.heading, ' › ', 1), ''), document.title, '') AS title
      FROM knowledge_citation citation
    JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
    WHERE citation.exchange_id = ${last.id} AND ${readableInDataset(caller)} ORDER BY citation.ordinal LIMIT 1`;
  const titles = cited.flatMap(({ title }) => (title === '' ? [] : [title]));
  return resolveQuestion(
    asked,
    before.map(({ question }) => question),
    titles,
  );
}
