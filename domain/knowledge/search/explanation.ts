/** Why a search found what it found: how its passages rank by each signal alone, and what its filters removed. */
import type { Hit, ScoreParts } from '../../../engines/knowledge/retrieval/index.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { CANDIDATES } from './findings.ts';
import type { Search } from './opening.ts';
import { mostSimilar } from './reads/vectors.ts';
import { chunksWith } from './reads/words.ts';
import type { SearchRules } from './search-types.ts';

/** The ranks of a passage among all candidates by one signal alone, from 1; `null` if the signal says nothing of it. */
export interface SignalRanks {
  readonly similarity: number | null;
  readonly words: number | null;
  readonly firstHop: number;
}

export interface Explanation {
  /** How many chunks were ranked. */
  readonly candidates: number;
  /** How many passages that the caller may read would be candidates but for the filters of the request. */
  readonly filteredOut: number;
  /** By chunk. */
  readonly ranks: ReadonlyMap<string, SignalRanks>;
}

/** `hits` are all that were ranked. */
export async function explain(search: Search, rules: SearchRules, hits: readonly Hit[]): Promise<Explanation> {
  return {
    candidates: hits.length,
    filteredOut: await filteredOut(search, rules),
    ranks: ranksOf(hits),
  };
}

function ranksOf(hits: readonly Hit[]): Map<string, SignalRanks> {
  const similarity = ranksBy(hits, partOf('similarity'));
  const words = ranksBy(hits, partOf('words'));
  const firstHop = ranksBy(hits, ({ base }) => base);
  return new Map(
    hits.map(({ chunk, parts }) => [
      chunk,
      {
        similarity: parts.similarity === 0 ? null : (similarity.get(chunk) ?? null),
        words: parts.words === 0 ? null : (words.get(chunk) ?? null),
        firstHop: firstHop.get(chunk) ?? hits.length,
      },
    ]),
  );
}

const partOf =
  (part: keyof ScoreParts) =>
  ({ parts }: Hit): number =>
    parts[part];

/** Equal values have the same rank, that of the first of them. */
function ranksBy(hits: readonly Hit[], valueOf: (hit: Hit) => number): Map<string, number> {
  const sorted = hits.toSorted((a, b) => valueOf(b) - valueOf(a));
  let rank = 0;
  return new Map(
    sorted.map((hit, at) => {
      const before = sorted[at - 1];
      if (before === undefined || valueOf(before) > valueOf(hit)) rank = at + 1;
      return [hit.chunk, rank];
    }),
  );
}

async function filteredOut(
  { database, scope, meaning, lexical }: Search,
  { byMeaning, byWords }: SearchRules,
): Promise<number> {
  if (scope.filter === null) return 0;
  const unfiltered = { ...scope, filter: null, matching: scope.readable };
  const [similar, worded] = await Promise.all([
    byMeaning ? meaning().then(({ vector }) => mostSimilar(database, unfiltered, vector, CANDIDATES)) : [],
    byWords ? chunksWith(database, unfiltered, lexical, CANDIDATES) : [],
  ]);
  const chunks = [...new Set([...similar.map(({ chunk }) => chunk), ...worded])];
  const [counted] = await database.db.$queryRaw<{ count: number }[]>(Prisma.sql`
    SELECT count(*)::int AS count FROM knowledge_chunk chunk
      JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${chunks}::bigint[]) AND (${scope.filter}) IS NOT TRUE`);
  return counted?.count ?? 0;
}
