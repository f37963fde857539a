/**
 * Vectors of what items ask, as rows of the items: each is computed once, in however many rounds and attempts it is
 * compared.
 */
import type { Database } from '../../platform/database/client.ts';
import type { ItemState } from './items.ts';

interface StoredVector {
  readonly ordinal: number;
  readonly vector: Float32Array;
}

/** Of some items, as far as this model has made them. */
export async function vectorsOf(
  { db }: Database,
  jobId: string,
  model: string,
  ordinals: readonly number[],
): Promise<readonly StoredVector[]> {
  const rows = await db.$queryRaw<{ ordinal: number; vector: Uint8Array }[]>`
    SELECT ordinal, vector FROM synthesis_item
    WHERE job_id = ${jobId} AND vector_model = ${model} AND ordinal = ANY(${[...ordinals]}::int[])`;
  return rows.map(decoded);
}

/** Of the accepted items that come last, in order. */
export async function acceptedVectors(
  { db }: Database,
  jobId: string,
  model: string,
  most: number,
): Promise<readonly StoredVector[]> {
  const rows = await db.$queryRaw<{ ordinal: number; vector: Uint8Array }[]>`
    SELECT ordinal, vector FROM synthesis_item
    WHERE job_id = ${jobId} AND vector_model = ${model} AND state = ${'accepted' satisfies ItemState}
    ORDER BY ordinal DESC LIMIT ${most}`;
  return rows.map(decoded).reverse();
}

/** Can be repeated. */
export async function keepVectors(
  { db }: Database,
  jobId: string,
  model: string,
  vectors: readonly StoredVector[],
): Promise<void> {
  const ordinals = vectors.map(({ ordinal }) => ordinal);
  const bytes = vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  await db.$executeRaw`
    UPDATE synthesis_item item SET vector = made.vector, vector_model = ${model}
    FROM unnest(${ordinals}::int[], ${bytes}::bytea[]) AS made (ordinal, vector)
    WHERE item.job_id = ${jobId} AND item.ordinal = made.ordinal`;
}

/** A copy: the bytes of a row need not begin where a number may. */
const decoded = ({ ordinal, vector }: { readonly ordinal: number; readonly vector: Uint8Array }): StoredVector => ({
  ordinal,
  vector: new Float32Array(Uint8Array.from(vector).buffer),
});
