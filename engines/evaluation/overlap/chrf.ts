/**
 * chrF2 (Popović 2015) as sacrebleu computes it: n-grams of characters without white space, recall weighs twice as
 * much.
 */
import { common, ngrams } from './ngrams.ts';
import type { TextPair } from './bleu.ts';

const ORDERS = [1, 2, 3, 4, 5, 6] as const;
const BETA_SQUARED = 2 ** 2;

/** From 0 to 100; 0 when a text is empty. */
export function chrf({ actual, expected }: TextPair): number {
  const [written, wanted] = [characters(actual), characters(expected)];
  const measured = ORDERS.filter((order) => order <= written.length && order <= wanted.length).map((order) => {
    const matches = common(ngrams(written, order), ngrams(wanted, order));
    return { precision: matches / (written.length - order + 1), recall: matches / (wanted.length - order + 1) };
  });
  if (measured.length === 0) return 0;
  const precision = mean(measured.map((order) => order.precision));
  const recall = mean(measured.map((order) => order.recall));
  if (precision + recall === 0) return 0;
  return (100 * (1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

const characters = (text: string): string[] => Array.from(text.replace(/\s/gu, ''));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
