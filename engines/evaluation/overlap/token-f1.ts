/** Token F1 and exact match of short answers, as the evaluation of SQuAD defines them (Rajpurkar et al. 2016). */
import type { TextPair } from './bleu.ts';

const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
const ARTICLE = /\b(?:a|an|the)\b/g;

/** From 0 to 1. Two texts without words are equal. */
export function tokenF1({ actual, expected }: TextPair): number {
  const [written, wanted] = [tokens(actual), tokens(expected)];
  if (written.length === 0 || wanted.length === 0) return written.length === wanted.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of written) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(token, count - 1);
  }
  return (2 * common) / (written.length + wanted.length);
}

/** Whether two texts have the same words, whatever their case, punctuation and articles. */
export const isExactMatch = ({ actual, expected }: TextPair): boolean =>
  tokens(actual).join(' ') === tokens(expected).join(' ');

const tokens = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .replace(ARTICLE, ' ')
    .split(/\s/)
    .filter((token) => token !== '');
