/** What a caller may rate: passages that the caller may read now. */
import type { Database } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { readableInDataset } from '../../datasets/access.ts';

export interface RatablePassage {
  readonly chunk: string;
  readonly embeddingModel: string;
}

/** Those of the chunks that the caller may read. */
export function ratablePassages(
  { db }: Database,
  caller: Accessor,
  chunks: readonly string[],
): Promise<RatablePassage[]> {
  return db.$queryRaw<RatablePassage[]>`
    SELECT chunk.id::text AS chunk, dataset.embedding_model AS "embeddingModel" FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
    WHERE chunk.id = ANY(${[...chunks]}::bigint[]) AND ${readableInDataset(caller)} ORDER BY chunk.id`;
}

/**
 * A question of the caller's session with the passages that its answer quotes, as far as the caller may read them;
 * `null` if there is none.
 */
export async function answeredQuestion(
  { db }: Database,
  caller: Accessor,
  sessionId: string,
  exchangeId: string | null,
): Promise<{ readonly question: string; readonly chunks: readonly string[] } | null> {
  const [exchange] = await db.$queryRaw<{ id: bigint; question: string }[]>`
    SELECT exchange.id, exchange.question FROM knowledge_exchange exchange
    JOIN knowledge_session session ON session.id = exchange.session_pk
    WHERE session.tenant_id = ${caller.tenantId} AND session.owner_subject = ${caller.subject}
      AND session.session_id = ${sessionId}
      AND (${exchangeId}::bigint IS NULL OR exchange.id = ${exchangeId}::bigint)
    ORDER BY exchange.id DESC LIMIT 1`;
  if (!exchange) return null;
  const cited = await db.$queryRaw<{ chunk: string }[]>`
    SELECT DISTINCT citation.chunk_id::text AS chunk FROM knowledge_citation citation
    JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
    WHERE citation.exchange_id = ${exchange.id} AND citation.is_quoted AND ${readableInDataset(caller)}`;
  return { question: exchange.question, chunks: cited.map(({ chunk }) => chunk) };
}
