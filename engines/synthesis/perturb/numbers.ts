import { wholeBetween } from '../random.ts';
import { taken } from './perturbation.ts';
import type { Perturbation } from './perturbation.ts';

/** Whole numbers and decimals; not a part of a word such as "R2D2", nor of a longer number. */
const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,15}(?![\p{L}\p{N}])/gu;

export const numbers: Perturbation = {
  meaning: 'changed',
  description: 'A number becomes another one of as many digits.',
  edits: (text, strength, random) =>
    taken([...text.matchAll(NUMBER)], strength, random).map(({ 0: digits, index: start }) => ({
      start,
      end: start + digits.length,
      text: other(digits, (low, high) => wholeBetween(random, low, high)),
    })),
};

/** One digit moves by 1 to 9; the first one does not become 0. */
function other(digits: string, between: (low: number, high: number) => number): string {
  const at = between(0, digits.length - 1);
  const isFirst = at === 0 && digits.length > 1;
  const digit = Number(digits[at]);
  const choices = '0123456789'.split('').filter((next) => Number(next) !== digit && !(isFirst && next === '0'));
  return digits.slice(0, at) + (choices[between(0, choices.length - 1)] ?? '') + digits.slice(at + 1);
}
