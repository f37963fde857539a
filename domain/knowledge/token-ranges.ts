/** Batches of chunks for a language model, with the tokens of their texts. */
import type { Database } from '../../platform/database/client.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';
import type { PlanSize, Range } from '../jobs/batches.ts';

/** Chunks to read, with the tokens of their texts. */
export interface TokenRange extends Range {
  readonly tokens: number;
}

/** The next ranges of a query of `id` and `tokens`, in order. */
export function inTokenRanges({ db }: Database, due: Prisma.Sql, { size, ranges }: PlanSize): Promise<TokenRange[]> {
  return db.$queryRaw<TokenRange[]>`
    SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows, sum(tokens)::int AS tokens FROM (
      SELECT id, tokens, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
        ${due} ORDER BY id LIMIT ${size * ranges}) due) ranged
    GROUP BY range ORDER BY range`;
}
