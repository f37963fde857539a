/** The kind of a page by its signs: a softmax regression. */
import type { PageMeasures } from '../measures/page-measures.ts';
import { KIND_SIGNS, kindSigns } from './signs.ts';

export const PAGE_KINDS = ['article', 'documentation', 'service', 'forum', 'collection', 'listing', 'product'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface KindWeights {
  /** A weight for each kind in the order of `PAGE_KINDS`; `bias` belongs to no sign. */
  readonly bias: readonly number[];
  readonly signs: Readonly<Record<string, readonly number[]>>;
}

export interface KindEstimate {
  readonly kind: PageKind;
  /** Probability of the kind, 0 to 1. */
  readonly confidence: number;
  /** Probability that it is a product's page. */
  readonly product: number;
}

export function estimateKind(measures: PageMeasures, weights: KindWeights): KindEstimate {
  const values = kindSigns(measures);
  const scores = PAGE_KINDS.map((_kind, index) =>
    KIND_SIGNS.reduce(
      (sum, sign, at) => sum + (values[at] ?? 0) * (weights.signs[sign]?.[index] ?? 0),
      weights.bias[index] ?? 0,
    ),
  );
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const probability = (kind: PageKind): number => (powers[PAGE_KINDS.indexOf(kind)] ?? 0) / total;
  const [kind] = [...PAGE_KINDS].sort((a, b) => probability(b) - probability(a));
  return { kind: kind ?? 'article', confidence: probability(kind ?? 'article'), product: probability('product') };
}
