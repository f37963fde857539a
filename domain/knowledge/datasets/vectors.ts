/** Vectors of chunks and of facts in SQL. A row of their tables that has none says that the model refuses the text. */
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { DatasetModel } from './datasets.ts';

/** A vector as Postgres reads it; `null` for a text that the model refuses. */
export function vectorLiteral(vector: Float32Array): string;
export function vectorLiteral(vector: Float32Array | null): string | null;
export function vectorLiteral(vector: Float32Array | null): string | null {
  return vector && `[${vector.join(',')}]`;
}

/** A model with the length of its vectors, for messages: only vectors of both the same are comparable. */
export function modelLabel({ embeddingModel, embeddingDimensions }: DatasetModel): string {
  return `${embeddingModel} (${embeddingDimensions} dimensions)`;
}

/** The type of this model's vectors in SQL. */
export function vectorType({ embeddingDimensions }: DatasetModel): Prisma.Sql {
  return Prisma.raw(`vector(${Math.trunc(embeddingDimensions)})`);
}

/**
 * The row has a vector of this model, which may be compared with its others: a model of the same name may have made
 * some of another length. Their number is written out, so that an index of vectors of this length is used.
 */
export function hasVectorOf(
  { embeddingModel, embeddingDimensions }: DatasetModel,
  alias: 'vector' | 'feedback' = 'vector',
): Prisma.Sql {
  const row = Prisma.raw(alias);
  const dimensions = Prisma.raw(String(Math.trunc(embeddingDimensions)));
  return Prisma.sql`(${row}.model = ${embeddingModel} AND vector_dims(${row}.embedding) = ${dimensions})`;
}

/** On a table of vectors under the alias `vector`: the row is what this model has made of the text. */
export function isOfModel({ embeddingModel, embeddingDimensions }: DatasetModel): Prisma.Sql {
  return Prisma.sql`(vector.model = ${embeddingModel}
    AND (vector.embedding IS NULL OR vector_dims(vector.embedding) = ${embeddingDimensions}))`;
}
