import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCorrectness } from '../../../../../engines/evaluation/judges/built-in/correctness.ts';
import { isEvasive } from '../../../../../engines/evaluation/judges/built-in/evasion.ts';
import { assertLinearInText } from '../../../../support/linear.ts';

const score = (expected: string, answer: string): number => judgeCorrectness([expected], answer)?.score ?? Number.NaN;

test('an answer is right if it says what was expected, in any form', () => {
  for (const [expected, answer] of [
    ['Ada Lovelace', 'It was Ada Lovelace.'],
    ['Wilhelm Conrad Röntgen', 'The first Nobel Prize in Physics was awarded to Wilhelm Röntgen in 1901.'],
    ['12', 'There are twelve of them.'],
    ['May 18, 2018', 'It was released on 18 May 2018.'],
    ['Caerphilly', 'The castle stands in Caerphily.'],
  ] as const) {
    assert.ok(score(expected, answer) > 0.5, `${answer}: ${score(expected, answer)}`);
  }
});

test('an answer is wrong if it says something else, or nothing', () => {
  for (const [expected, answer] of [
    ['Ada Lovelace', 'It was Charles Babbage.'],
    ['1901', 'It was awarded in 1902.'],
    ['Paris', 'I am sorry, I do not know the answer.'],
  ] as const) {
    assert.ok(score(expected, answer) < 0.5, `${answer}: ${score(expected, answer)}`);
  }
});

test('the closest of several right answers counts', () => {
  const { score: best } = judgeCorrectness(['New York', 'NYC'], 'NYC') ?? { score: 0 };
  assert.equal(best, score('NYC', 'NYC'));
});

test('nothing is judged without an answer or an expected one', () => {
  assert.equal(judgeCorrectness(['Paris'], ' '), null);
  assert.equal(judgeCorrectness([], 'Paris'), null);
  assert.equal(judgeCorrectness(['?'], 'Paris'), null);
});

test('refusals and evasions are seen', () => {
  for (const answer of [
    "I'm sorry, but I can't help with that.",
    'As an AI, I have no access to it.',
    'That depends on many factors.',
    'Could you please clarify the question?',
  ]) {
    assert.ok(isEvasive(answer), answer);
  }
  assert.ok(!isEvasive('The mill was restored between 1975 and 1980.'));
});

test('hostile texts are judged in linear time', async () => {
  await assertLinearInText('an answer', (text) => judgeCorrectness(['Ada Lovelace'], text));
  await assertLinearInText('an expected answer', (text) => judgeCorrectness([text], 'It was Ada Lovelace.'));
});
