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

interface BfclCase {
  /** Descriptions of the functions. */
  readonly function: readonly object[];
  readonly ground_truth: readonly GroundTruth[];
}

/** The cases of a file, such as `parallel`. */
export const readBfcl = (file: string): BfclCase[] =>
  readFileSync(new URL(`bfcl_${file}.jsonl`, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line): BfclCase => JSON.parse(line));

/** The expected calls of each case of a file. */
export const expectedCalls = (file: string): ExpectedCall[][] =>
  readBfcl(file).map(({ ground_truth }) =>
    ground_truth.flatMap((call) =>
      Object.entries(call).map(([name, parameters]) => ({
        name,
        arguments: Object.fromEntries(Object.entries(parameters).map(([key, allowed]) => [key, oneOf(allowed)])),
      })),
    ),
  );

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

/** What is done to the right calls, and whether they are still right then; `null` where it cannot be done. */
export const CHANGES: Readonly<
  Record<string, { readonly isRight: boolean; readonly change: (calls: readonly Made[]) => ToolCall[] | null }>
> = {
  nothing: { isRight: true, change: (calls) => [...calls] },
  'arguments as JSON text': {
    isRight: true,
    change: (calls) => calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
  },
  'numbers and flags as text': { isRight: true, change: (calls) => calls.map((call) => withArguments(call, asText)) },
  'capital letters': { isRight: true, change: (calls) => calls.map((call) => withArguments(call, capital)) },
  'another order of calls': { isRight: true, change: (calls) => calls.toReversed() },
  'another argument': { isRight: false, change: (calls) => withFirst(calls, altered) },
  'another tool': {
    isRight: false,
    change: (calls) => withFirst(calls, (call) => ({ ...call, name: `${call.name}x` })),
  },
  'a surplus argument': {
    isRight: false,
    change: (calls) => withFirst(calls, (call) => ({ ...call, arguments: { ...call.arguments, not_asked_for: 1 } })),
  },
  'a missing call': { isRight: false, change: (calls) => calls.slice(1) },
  'a repeated call': { isRight: false, change: (calls) => [...calls, ...calls.slice(0, 1)] },
  'arguments that are no JSON': {
    isRight: false,
    change: (calls) => withFirst(calls, (call) => ({ ...call, arguments: '{' })),
  },
};

type Made = ReturnType<typeof rightCall>;

const withArguments = (call: Made, change: (value: unknown) => unknown): ToolCall => ({
  ...call,
  arguments: Object.fromEntries(Object.entries(call.arguments).map(([name, value]) => [name, change(value)])),
});
const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
const capital = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value);

function withFirst(calls: readonly Made[], change: (call: Made) => ToolCall | null): ToolCall[] | null {
  const [first, ...others] = calls;
  const changed = first ? change(first) : null;
  return changed && [changed, ...others];
}

/** A value that no list of allowed values has. */
function altered(call: Made): ToolCall | null {
  const [argument] = Object.entries(call.arguments);
  if (!argument) return null;
  const [name, value] = argument;
  const other =
    typeof value === 'number' ? value + 1_234_567 : typeof value === 'boolean' ? 'perhaps' : 'quite another value';
  return { ...call, arguments: { ...call.arguments, [name]: other } };
}
