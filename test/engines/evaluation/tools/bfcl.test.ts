/** Calls that are right or wrong in a known way are judged so, on the cases of a public benchmark. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolCorrectness } from '../../../../engines/evaluation/tools/tool-correctness.ts';
import type { ExpectedCall } from '../../../../engines/evaluation/tools/match-call.ts';
import { CHANGES, expectedCalls, hasBfcl, rightCall } from '../../../support/evaluation/bfcl.ts';

const FILES = ['simple_python', 'multiple', 'parallel'];
const RULES = { coerces: true, ignoresListOrder: false, requiresOrder: false };
const LEAST_AGREEMENT = 0.995;

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
