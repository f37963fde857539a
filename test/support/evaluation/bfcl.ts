/** Cases of the Berkeley Function-Calling Leaderboard, and calls that are right or wrong in a known way. */
import { existsSync, readFileSync } from 'node:fs';
import type { ExpectedCall, ToolCall } from '../../../engines/evaluation/tools/match-call.ts';
import { OneOf } from '../../../engines/evaluation/tools/values.ts';
import type { Expected } from '../../../engines/evaluation/tools/values.ts';

const FOLDER = new URL('../../../../shared/eval-data/evaluation/', import.meta.url);

export const hasBfcl = existsSync(FOLDER);

/** In a list of allowed values, that the argument may be left out. */
const LEFT_OUT = '';

type GroundTruth = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** The expected calls of each case of a file, such as `parallel`. */
export function expectedCalls(file: string): ExpectedCall[][] {
  const lines = readFileSync(new URL(`bfcl_${file}.jsonl`, FOLDER), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { ground_truth }: { readonly ground_truth: readonly GroundTruth[] } = JSON.parse(line);
    return ground_truth.flatMap((call) =>
      Object.entries(call).map(([name, parameters]) => ({
        name,
        arguments: Object.fromEntries(Object.entries(parameters).map(([key, allowed]) => [key, oneOf(allowed)])),
      })),
    );
  });
}

/** A parameter without allowed values may be empty or left out. */
function oneOf(allowed: readonly unknown[]): OneOf {
  if (allowed.length === 0) return new OneOf([[], ''], true);
  const values = allowed.filter((value) => value !== LEFT_OUT).map(expectedValue);
  return new OneOf(values, allowed.includes(LEFT_OUT));
}

/** Members of an object have lists of allowed values, too. */
function expectedValue(value: unknown): Expected {
  if (Array.isArray(value)) return value.map(expectedValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        Array.isArray(member) ? oneOf(member) : expectedValue(member),
      ]),
    );
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The call that is expected, with the first of the right values. */
export function rightCall({ name, arguments: expected }: ExpectedCall): ToolCall & { readonly arguments: object } {
  return {
    name,
    arguments: Object.fromEntries(
      Object.entries(expected).flatMap(([key, value]) => {
        const right = rightValue(value);
        return right === undefined ? [] : [[key, right]];
      }),
    ),
  };
}

/** `undefined` for what is left out. */
function rightValue(expected: Expected): unknown {
  if (expected instanceof OneOf) {
    const [first] = expected.values;
    return first === undefined ? undefined : rightValue(first);
  }
  if (Array.isArray(expected)) return expected.map(rightValue);
  if (typeof expected !== 'object' || expected === null) return expected;
  return Object.fromEntries(
    Object.entries(expected).flatMap(([name, member]: [string, Expected]) => {
      const right = rightValue(member);
      return right === undefined ? [] : [[name, right]];
    }),
  );
}
