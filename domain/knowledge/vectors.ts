/** Vectors of chunks and of facts in SQL. A row of their tables that has none says that the model refuses the text. */
import { Prisma } from '../../platform/database/generated/client.ts';
import type { DatasetModel } from './datasets.ts';

/** A vector as Postgres reads it; `null` for a text that the model refuses. */
export function vectorLiteral(vector: Float32Array): string;
export function vectorLiteral(vector: Float32Array | null): string | null;
export function vectorLiteral(vector: Float32Array | null): string | null {
  return vector && `[${vector.join(',')}]`;
}

/** On a table of vectors under the alias `vector`: the row is what this model has made of the text. */
export function isOfModel({ embeddingModel, embeddingDimensions }: DatasetModel): Prisma.Sql {
  return Prisma.sql`(vector.model = ${embeddingModel}
    AND (vector.embedding IS NULL OR vector_dims(vector.embedding) = ${embeddingDimensions}))`;
}
