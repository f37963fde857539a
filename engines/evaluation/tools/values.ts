/** Whether an argument of a tool call is the value that was expected. */
import { isObject } from '../../../platform/is-object.ts';

/** One of several right values. */
export class OneOf {
  readonly values: readonly Expected[];
  /** Whether the argument may also be left out. */
  readonly isOptional: boolean;

  constructor(values: readonly Expected[], isOptional: boolean) {
    this.values = values;
    this.isOptional = isOptional;
  }
}

/** A JSON value; {@link OneOf} wherever several are right. */
export type Expected = string | number | boolean | null | OneOf | readonly Expected[] | ExpectedMembers;

export interface ExpectedMembers {
  readonly [name: string]: Expected;
}

export interface ComparisonRules {
  /** Whether `"5"` is 5 and `"true"` is true. */
  readonly coerces: boolean;
  /** Whether the elements of a list may come in any order. */
  readonly ignoresListOrder: boolean;
}

/** Beyond rounding, numbers differ; integers always. */
const TOLERANCE = 1e-9;
const NUMBER = /^[-+]?(?:\d[\d,]*)?(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/**
 * Text is compared without case, quotes, white space and the separators `, . / - _ * ^`; signs and decimal points of
 * numbers count.
 */
export function isRight(expected: Expected, actual: unknown, rules: ComparisonRules): boolean {
  if (expected instanceof OneOf) return expected.values.some((value) => isRight(value, actual, rules));
  if (expected === null) return actual === null || actual === undefined || (rules.coerces && actual === '');
  if (typeof expected === 'string') return isText(expected, actual, rules);
  if (typeof expected === 'number') return isNumber(expected, actual, rules);
  if (typeof expected === 'boolean') return isFlag(expected, actual, rules);
  if (isList(expected)) return Array.isArray(actual) && isSameList(expected, actual, rules);
  return isObject(actual) && hasMembers(expected, actual, rules);
}

/** Whether an argument may be absent. */
export const mayBeAbsent = (expected: Expected): boolean =>
  expected === null || (expected instanceof OneOf && expected.isOptional);

const isList = (expected: readonly Expected[] | ExpectedMembers): expected is readonly Expected[] =>
  Array.isArray(expected);

function isText(expected: string, actual: unknown, rules: ComparisonRules): boolean {
  if (typeof actual === 'string') return plain(actual) === plain(expected);
  if (!rules.coerces) return false;
  if (typeof actual === 'number') return isNumber(actual, expected, rules);
  return typeof actual === 'boolean' && isFlag(actual, expected, rules);
}

function isNumber(expected: number, actual: unknown, { coerces }: ComparisonRules): boolean {
  const value = typeof actual === 'string' && coerces ? numberOf(actual) : actual;
  if (typeof value !== 'number') return false;
  if (Number.isInteger(expected) && Number.isInteger(value)) return value === expected;
  return Math.abs(value - expected) <= TOLERANCE * Math.max(Math.abs(expected), Math.abs(value));
}

const isFlag = (expected: boolean, actual: unknown, { coerces }: ComparisonRules): boolean =>
  actual === expected || (coerces && typeof actual === 'string' && actual.trim().toLowerCase() === String(expected));

function isSameList(expected: readonly Expected[], actual: readonly unknown[], rules: ComparisonRules): boolean {
  if (actual.length !== expected.length) return false;
  if (!rules.ignoresListOrder) return expected.every((value, index) => isRight(value, actual[index], rules));
  const left = [...actual];
  return expected.every((value) => {
    const index = left.findIndex((candidate) => isRight(value, candidate, rules));
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  });
}

function hasMembers(
  expected: ExpectedMembers,
  actual: Readonly<Record<string, unknown>>,
  rules: ComparisonRules,
): boolean {
  if (Object.keys(actual).some((name) => !Object.hasOwn(expected, name))) return false;
  return Object.entries(expected).every(([name, value]) =>
    Object.hasOwn(actual, name) ? isRight(value, actual[name], rules) : mayBeAbsent(value),
  );
}

/** `null` for text that is no number. */
function numberOf(text: string): number | null {
  const digits = text.trim();
  return digits !== '' && NUMBER.test(digits) ? Number(digits.replaceAll(',', '')) : null;
}

/** Marks that no text has stand for the minus sign and the decimal point of a number. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/['’`]/g, '"')
    .replace(/(^|[\s(,])-(?=\d)/g, '$1\u0001')
    .replace(/(\d)\.(?=\d)/g, '$1\u0002')
    .replace(/[\s,./\-_*^]/g, '');
