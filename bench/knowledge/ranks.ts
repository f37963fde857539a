/** Ranks of the passages that questions look for, and the figures of the field on them. */
import type { SearchResponse } from '../../api/knowledge/search/schemas.ts';

/** Results that a bench of ranks asks for. */
export const RANKED = 10;

/** From 1; `null` for a passage that is not among the first {@link RANKED} results. */
export type Rank = number | null;

export function rankOf(response: SearchResponse | null, documentId: string | undefined): Rank {
  const place = response?.results.findIndex(({ provenance }) => provenance?.document_id === documentId);
  return place === undefined || place === -1 ? null : place + 1;
}

/** Prints a row for each kind of question that has ranks. */
export function printRanks(ranks: Readonly<Record<string, readonly Rank[]>>): void {
  console.log('| question | questions | recall@1 | recall@5 | recall@10 | MRR@10 |\n|---|---|---|---|---|---|');
  for (const [name, all] of Object.entries(ranks)) {
    if (all.length === 0) continue;
    const within = (most: number) => all.filter((rank) => rank !== null && rank <= most).length / all.length;
    const reciprocal = all.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / all.length;
    const figures = [within(1), within(5), within(RANKED), reciprocal].map((figure) => figure.toFixed(3));
    console.log(`| ${name} | ${all.length} | ${figures.join(' | ')} |`);
  }
}
