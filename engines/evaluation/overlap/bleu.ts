/**
 * BLEU (Papineni et al. 2002) as sacrebleu computes it: tokens of mteval-v13a, exponential smoothing (Chen and Cherry
 * 2014).
 */
import { common, ngrams } from './ngrams.ts';

const ORDERS = [1, 2, 3, 4] as const;

export interface TextPair {
  readonly actual: string;
  readonly expected: string;
}

/** From 0 to 100. Orders that are longer than the text do not count (sacrebleu's `effective_order`). */
export function sentenceBleu(pair: TextPair): number {
  const [actual, expected] = [tokens(pair.actual), tokens(pair.expected)];
  const found = ORDERS.map((order) => common(ngrams(actual, order), ngrams(expected, order)));
  if (found.every((count) => count === 0)) return 0;
  const precisions = smoothed(
    found,
    ORDERS.map((order) => Math.max(0, actual.length - order + 1)),
  );
  const logs = precisions.reduce((sum, precision) => sum + Math.log(precision), 0);
  return brevityPenalty(actual.length, expected.length) * Math.exp(logs / precisions.length);
}

/**
 * In percent, of each order that the texts are long enough for. An order without a match counts half as much as the one
 * before.
 */
function smoothed(found: readonly number[], total: readonly number[]): number[] {
  let halvings = 1;
  return total
    .filter((grams) => grams > 0)
    .map((grams, index) => {
      const matches = found[index] ?? 0;
      if (matches > 0) return (100 * matches) / grams;
      halvings *= 2;
      return 100 / (halvings * grams);
    });
}

const brevityPenalty = (actual: number, expected: number): number =>
  actual >= expected ? 1 : Math.exp(1 - expected / actual);

/** The tokenizer `13a` of sacrebleu, which follows NIST's mteval-v13a. */
function tokens(text: string): string[] {
  return ` ${unescaped(text.trimEnd().replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' '))} `
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .split(/\s/u)
    .filter((token) => token !== '');
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
