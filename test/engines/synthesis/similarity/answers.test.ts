/** Which answers are the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameAnswer, readAnswer } from '../../../../engines/synthesis/similarity/answers.ts';

const question = 'When was Ann born?';
const call = (on: boolean) => ({ request: 'Turn the lamp.', calls: [{ name: 'set_lamp', arguments: { on } }] });

for (const [what, a, b, isSame] of [
  ['a year in other words', { question, answer: '1783' }, { question, answer: 'In 1783.' }, true],
  ['another year', { question, answer: '1783' }, { question, answer: '1784' }, false],
  ['a name with what it is', { question, answer: 'John Crow' }, { question, answer: 'the engineer John Crow' }, true],
  ['what has the name in it', { question, answer: 'Norwich' }, { question, answer: 'a mill in Norwich' }, false],
  ['function words alone', { question, answer: 'It is what it is.' }, { question, answer: 'it is' }, true],
  ['no answer', { question, answer: null }, { question, answer: null }, true],
  ['an answer and none', { question, answer: '1783' }, { question, answer: null }, false],
  ['equal calls', call(true), call(true), true],
  ['other arguments', call(true), call(false), false],
  [
    'free responses',
    { instruction: 'Describe a mill.', response: 'It grinds.' },
    { instruction: 'Say what a mill is.', response: 'A house.' },
    true,
  ],
  ['a conversation beside a question', { messages: [] }, { question, answer: '1783' }, false],
] as const) {
  test(`${what}: ${isSame ? 'the same' : 'another one'}`, () => {
    assert.equal(isSameAnswer(readAnswer(a), readAnswer(b)), isSame);
    assert.equal(isSameAnswer(readAnswer(b), readAnswer(a)), isSame);
  });
}
