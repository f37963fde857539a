/** Calls that are right or wrong in a known way are judged so, on the cases of a public benchmark. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolCorrectness } from '../../../../engines/evaluation/tools/tool-correctness.ts';
import type { ExpectedCall, ToolCall } from '../../../../engines/evaluation/tools/match-call.ts';
import { expectedCalls, hasBfcl, rightCall } from '../../../support/evaluation/bfcl.ts';

const FILES = ['simple_python', 'multiple', 'parallel'];
const RULES = { coerces: true, ignoresListOrder: false, requiresOrder: false };
const LEAST_AGREEMENT = 0.995;

/** What is done to the right calls, and whether they are still right then; `null` where it cannot be done. */
const CHANGES: Readonly<
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

test(
  'calls of a public benchmark are judged as they were made',
  { skip: !hasBfcl && 'the benchmark is absent' },
  () => {
    const cases = FILES.flatMap(expectedCalls);
    let [agreed, total] = [0, 0];
    const wrong = new Map<string, ExpectedCall[]>();
    for (const expected of cases) {
      for (const [name, { isRight, change }] of Object.entries(CHANGES)) {
        const calls = change(expected.map(rightCall));
        if (calls === null) continue;
        total++;
        const { isExact, score } = toolCorrectness(expected, calls, RULES);
        assert.equal(isExact, score === 1);
        if (isExact === isRight) agreed++;
        else if (!wrong.has(name)) wrong.set(name, expected);
      }
    }
    assert.ok(total > 4000);
    assert.ok(agreed / total >= LEAST_AGREEMENT, `${agreed} of ${total}; ${JSON.stringify([...wrong])}`);
  },
);
