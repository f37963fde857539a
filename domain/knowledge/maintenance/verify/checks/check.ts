/** What a check is, and what several groups of them use. */
import type { TableName } from '../../../../manifests/manifest.ts';
import { Prisma } from '../../../../../platform/database/generated/client.ts';

/** Selects the rows that break a rule, with an `item` that names the row. */
export interface Check {
  /** What is wrong with the rows that it selects. */
  readonly finds: string;
  readonly rows: (datasetId: string) => Prisma.Sql;
}

export type KnowledgeTable = Extract<TableName, `knowledge_${string}`>;

/** Those of all tables. */
export type Checks = Readonly<Record<KnowledgeTable, readonly Check[]>>;

/** Rows that name a dataset that does not exist. */
export function withoutDataset(table: KnowledgeTable): Check {
  const name = Prisma.raw(table);
  return {
    finds: `rows of ${table} whose dataset does not exist`,
    rows: (id) => Prisma.sql`SELECT ${id} AS item FROM ${name} WHERE dataset_id = ${id}
      AND NOT EXISTS (SELECT FROM knowledge_dataset WHERE id = ${id})`,
  };
}

/** Length of a text in UTF-16 code units, of which spans are made. */
export const length = (text: string): Prisma.Sql =>
  Prisma.raw(`(char_length(${text}) + char_length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`);
