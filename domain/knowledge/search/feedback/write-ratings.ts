/** Keeps ratings of passages, and takes them back. */
import { createHash } from 'node:crypto';
import { lower, words } from '../../../../engines/text/words.ts';
import { ServiceError } from '../../../../errors/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { embedEach } from '../../../models/embed-each.ts';
import type { Models } from '../../../models/index.ts';
import { vectorLiteral } from '../../datasets/vectors.ts';
import type { RatablePassage } from './ratable-passages.ts';

export interface NewRating {
  readonly question: string;
  readonly rating: 1 | -1;
  readonly comment: string | null;
}

/** Of one person. Beyond that, the oldest make room. */
const MOST_RATINGS = 10_000;

/**
 * Rates each of the passages for the question; a person's rating of the same passage for the same words is replaced.
 * Returns the rows. A question without a vector, because the model is away or refuses it, is compared by its words.
 */
export async function ratePassages(
  { database: { db }, models }: { readonly database: Database; readonly models: Models },
  { tenantId, subject }: Accessor,
  passages: readonly RatablePassage[],
  { question, rating, comment }: NewRating,
  signal: AbortSignal,
): Promise<string[]> {
  const names = [...new Set(passages.map(({ embeddingModel }) => embeddingModel))];
  const vectors = new Map<string, string | null>();
  for (const name of names) vectors.set(name, await vectorOf(models, tenantId, name, question, signal));
  const vector = passages.map(({ embeddingModel }) => vectors.get(embeddingModel) ?? null);
  return db.$transaction(async (statements) => {
    // A chunk that was removed meanwhile is left out; one that is being removed is waited for.
    const rows = await statements.$queryRaw<{ id: string }[]>`
      WITH present AS (
        SELECT chunk.id, rated.model, rated.vector
        FROM unnest(${passages.map(({ chunk }) => chunk)}::bigint[],
          ${passages.map(({ embeddingModel }) => embeddingModel)}::text[],
          ${vector}::text[]) AS rated(chunk_id, model, vector)
        JOIN knowledge_chunk chunk ON chunk.id = rated.chunk_id ORDER BY chunk.id FOR KEY SHARE OF chunk)
      INSERT INTO knowledge_feedback (tenant_id, owner_subject, chunk_id, rating, question, question_sha256, comment,
        model, embedding)
      SELECT ${tenantId}, ${subject}, id, ${rating}::int, ${question}, ${keyOf(question)}, ${comment},
        CASE WHEN vector IS NOT NULL THEN model END, vector::vector FROM present
      ON CONFLICT (chunk_id, owner_subject, question_sha256) DO UPDATE
        SET rating = excluded.rating, question = excluded.question,
        comment = excluded.comment, model = excluded.model, embedding = excluded.embedding, created_at = now()
      RETURNING id::text`;
    await statements.$executeRaw`
      DELETE FROM knowledge_feedback WHERE id IN (
        SELECT id FROM knowledge_feedback WHERE tenant_id = ${tenantId} AND owner_subject = ${subject}
        ORDER BY id DESC OFFSET ${MOST_RATINGS})`;
    return rows.map(({ id }) => id);
  });
}

/** Questions of the same words in the same order are the same. */
function keyOf(question: string): string {
  const said = Array.from(words(question), ({ text }) => lower(text)).join(' ');
  return createHash('sha256').update(said).digest('hex');
}

async function vectorOf(
  models: Models,
  tenantId: string,
  name: string,
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  const caller = { tenantId, signal, spend: () => undefined };
  try {
    const [vector] = await embedEach([question], (texts) => models.embed(texts, 'query', caller, name));
    return vectorLiteral(vector ?? null);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Takes a rating back, as its owner or the owner of the dataset. Whether there was one. */
export async function removeRating({ db }: Database, { tenantId, subject }: Accessor, id: string): Promise<boolean> {
  const removed = await db.$executeRaw`
    DELETE FROM knowledge_feedback feedback USING knowledge_chunk chunk, knowledge_dataset dataset
    WHERE feedback.id = ${id}::bigint AND feedback.tenant_id = ${tenantId} AND chunk.id = feedback.chunk_id
      AND dataset.id = chunk.dataset_id AND (feedback.owner_subject = ${subject}
        OR dataset.owner_subject = ${subject})`;
  return removed > 0;
}
