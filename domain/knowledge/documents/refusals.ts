/** Documents with texts that the embedding model refused in a job. */
import type { Database, Statements } from '../../../platform/database/client.ts';

/** Documents that are named in a result. */
const MOST_REFUSALS = 100;

export interface RefusedDocument {
  readonly documentId: string;
  /** Its chunks that were refused. */
  readonly chunks: number;
  /** Refused facts that it states; one that several documents state counts for each. */
  readonly facts: number;
}

/** Counts refused chunks, each given by its document, in the transaction that commits them. */
export async function noteRefusedChunks(
  statements: Statements,
  jobId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await statements.$executeRaw`
    INSERT INTO knowledge_refusal AS known (job_id, document_id, chunks)
    SELECT ${jobId}, refused.document_id, count(*)::int
      FROM unnest(${[...documentIds]}::text[]) AS refused(document_id) GROUP BY 2
    ON CONFLICT (job_id, document_id) DO UPDATE SET chunks = known.chunks + excluded.chunks`;
}

/** Counts refused facts for the documents that state them, in the transaction that commits them. */
export async function noteRefusedFacts(statements: Statements, jobId: string, facts: readonly bigint[]): Promise<void> {
  if (facts.length === 0) return;
  await statements.$executeRaw`
    INSERT INTO knowledge_refusal AS known (job_id, document_id, chunks, facts)
    SELECT ${jobId}, document.document_id, 0, count(DISTINCT evidence.fact_id)::int FROM knowledge_evidence evidence
    JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE evidence.fact_id = ANY(${[...facts]}::bigint[]) GROUP BY 2
    ON CONFLICT (job_id, document_id) DO UPDATE SET facts = known.facts + excluded.facts`;
}

/** The documents with refused texts of a job; at most 100. */
export function readRefusals({ db }: Database, jobId: string): Promise<RefusedDocument[]> {
  return db.knowledgeRefusal.findMany({
    where: { jobId },
    select: { documentId: true, chunks: true, facts: true },
    orderBy: { documentId: 'asc' },
    take: MOST_REFUSALS,
  });
}
