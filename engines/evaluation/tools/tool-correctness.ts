/** `agent.tool_correctness`: whether an agent called the tools that it should have called, with the right arguments. */
import { bestAssignment } from './assignment.ts';
import { matchCall } from './match-call.ts';
import type { CallMatch, ExpectedCall, ToolCall } from './match-call.ts';
import type { ComparisonRules } from './values.ts';

export interface ToolRules extends ComparisonRules {
  /** Whether the calls must come in the expected order: the first is then compared with the first only. */
  readonly requiresOrder: boolean;
}

/** An expected call and the call that comes closest to it. */
export interface MatchedCall {
  readonly expected: ExpectedCall;
  /** Index among the actual calls; `null` when none is of this tool. */
  readonly actual: number | null;
  readonly match: CallMatch | null;
}

export interface ToolCorrectness {
  /**
   * From 0 to 1: the harmonic mean of the matches' scores per actual and per expected call. A surplus call lowers it.
   */
  readonly score: number;
  /** Whether every expected call was made as it should be, and no other. */
  readonly isExact: boolean;
  /** Share of the actual calls that are fully right. */
  readonly precision: number;
  /** Share of the expected calls that were made fully right. */
  readonly recall: number;
  /** Whether the matched calls came in the expected order. */
  readonly isInOrder: boolean;
  readonly calls: readonly MatchedCall[];
  /** Indices of actual calls that match no expected one. */
  readonly surplus: readonly number[];
}

/** Of several assignments, the one with the most fully right calls is taken. */
const FULL = 1000;

/** Where no call is expected, any call is wrong. */
export function toolCorrectness(
  expected: readonly ExpectedCall[],
  actual: readonly ToolCall[],
  rules: ToolRules,
): ToolCorrectness {
  if (expected.length === 0) return withoutExpected(actual);
  const matches = expected.map((call) => actual.map((made) => matchCall(call, made, rules)));
  const partners = rules.requiresOrder ? inTheirOrder(matches) : assigned(matches);
  const calls = expected.map((call, index): MatchedCall => {
    const partner = partners[index] ?? null;
    return { expected: call, actual: partner, match: partner === null ? null : (matches[index]?.[partner] ?? null) };
  });
  const taken = partners.filter((partner) => partner !== null);
  const full = calls.filter(({ match }) => match?.isFull).length;
  const right = calls.reduce((sum, { match }) => sum + (match?.score ?? 0), 0);
  return {
    score: (2 * right) / (expected.length + actual.length),
    isExact: full === expected.length && full === actual.length,
    precision: actual.length === 0 ? 0 : full / actual.length,
    recall: full / expected.length,
    isInOrder: taken.every((partner, index) => index === 0 || partner > (taken[index - 1] ?? -1)),
    calls,
    surplus: actual.map((_call, index) => index).filter((index) => !taken.includes(index)),
  };
}

function withoutExpected(actual: readonly ToolCall[]): ToolCorrectness {
  const isExact = actual.length === 0;
  const share = isExact ? 1 : 0;
  const surplus = actual.map((_call, index) => index);
  return { score: share, isExact, precision: share, recall: 1, isInOrder: true, calls: [], surplus };
}

type Matches = readonly (readonly CallMatch[])[];

const inTheirOrder = (matches: Matches): (number | null)[] =>
  matches.map((row, index) => ((row[index]?.score ?? 0) > 0 ? index : null));

const assigned = (matches: Matches): (number | null)[] =>
  bestAssignment(matches.map((row) => row.map(({ score, isFull }) => score + (isFull ? FULL : 0))));
