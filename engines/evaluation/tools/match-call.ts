/** How far one tool call is the one that was expected. */
import type { ComparisonRules, Expected } from './values.ts';
import { isObject } from '../../../platform/is-object.ts';
import { isRight, mayBeAbsent } from './values.ts';

export interface ToolCall {
  readonly name: string;
  /** An object, or its JSON text, as models return it. */
  readonly arguments: unknown;
}

export interface ExpectedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Expected>>;
}

/** Names of arguments. */
export interface CallMatch {
  /** 0 for another tool; otherwise (1 + right arguments) / (1 + all arguments, expected or surplus). */
  readonly score: number;
  /** Whether nothing is wrong, missing or surplus. */
  readonly isFull: boolean;
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  /** Whether the arguments could be read: text must be a JSON object. */
  readonly isReadable: boolean;
}

const OTHER_TOOL: CallMatch = { score: 0, isFull: false, wrong: [], missing: [], surplus: [], isReadable: true };

export function matchCall(expected: ExpectedCall, call: ToolCall, rules: ComparisonRules): CallMatch {
  if (toolName(expected.name) !== toolName(call.name)) return OTHER_TOOL;
  const given = readArguments(call.arguments);
  if (given === null) return { ...OTHER_TOOL, isReadable: false };
  const wrong: string[] = [];
  const missing: string[] = [];
  const surplus = Object.keys(given).filter((name) => !Object.hasOwn(expected.arguments, name));
  let right = 0;
  for (const [name, value] of Object.entries(expected.arguments)) {
    if (isAbsent(given, name, value)) {
      if (!mayBeAbsent(value)) missing.push(name);
    } else if (isRight(value, given[name], rules)) right++;
    else wrong.push(name);
  }
  const all = right + wrong.length + missing.length + surplus.length;
  return { score: (1 + right) / (1 + all), isFull: right === all, wrong, missing, surplus, isReadable: true };
}

/** `null` stands for an argument that is left out, where it may be. */
const isAbsent = (given: Readonly<Record<string, unknown>>, name: string, expected: Expected): boolean =>
  !Object.hasOwn(given, name) || (given[name] === null && mayBeAbsent(expected));

/** Some endpoints do not allow dots in names and return an underscore for them. */
const toolName = (name: string): string =>
  name
    .trim()
    .replace(/[.\-/]/g, '_')
    .toLowerCase();

/** `null` when they are no object. A call without arguments has none. */
function readArguments(given: unknown): Readonly<Record<string, unknown>> | null {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'string') return isObject(given) ? given : null;
  try {
    const parsed: unknown = JSON.parse(given);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
