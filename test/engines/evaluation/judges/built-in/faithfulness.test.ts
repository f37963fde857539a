import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeFaithfulness } from '../../../../../engines/evaluation/judges/built-in/faithfulness.ts';
import type { Faithfulness } from '../../../../../engines/evaluation/judges/built-in/faithfulness.ts';
import { assertLinearInText } from '../../../../support/linear.ts';

const CONTEXT =
  'The tide mill at Eling was built in 1418 and is owned by the district council. It was restored between 1975 ' +
  'and 1980 after thirty years of disuse.';
const QUESTION = 'When was the mill restored?';
const RIGHT = 'The mill was restored between 1975 and 1980.';

function judge(answer: string, question = QUESTION): Faithfulness {
  const judged = judgeFaithfulness(question, answer, [CONTEXT]);
  assert.ok(typeof judged === 'object', JSON.stringify(judged));
  return judged;
}

test('marks of citations claim nothing', () => {
  const [plain, marked] = [RIGHT, `${RIGHT} [1][3]`].map((answer) => judge(answer));
  assert.deepEqual(marked, plain);
});

test('a supported claim is supported, with the sentence that it rests on', () => {
  const { score, claims } = judge(RIGHT);
  assert.ok(score > 0.8);
  const [claim] = claims;
  assert.equal(claim?.quote?.text, 'It was restored between 1975 and 1980 after thirty years of disuse.');
  assert.equal(CONTEXT.slice(claim.quote.start, claim.quote.end), claim.quote.text);
  assert.deepEqual(claim.missing, []);
  assert.deepEqual(claim.flags, []);
});

test('a changed number lowers the score and is flagged', () => {
  const changed = judge('The mill was restored between 1985 and 1990.');
  assert.ok(changed.score < judge(RIGHT).score - 0.2);
  assert.deepEqual(changed.claims[0]?.missing, ['1985', '1990']);
  assert.deepEqual(changed.claims[0]?.flags, ['number_missing']);
});

test('an unsupported claim lowers the score of the answer', () => {
  const both = judge(`${RIGHT} It is now a famous hotel in Paris.`);
  assert.ok(both.score < judge(RIGHT).score - 0.2);
  assert.ok(both.hallucination > 0.7);
  assert.ok(both.claims[1]?.flags.includes('name_missing'));
});

test('a number in words is the number', () => {
  const { claims } = judge('It stood still for 30 years.');
  assert.deepEqual(claims[0]?.missing, ['stood', 'still']);
});

test('the items of a list are claims of their own', () => {
  const { claims } = judge('- The mill was built in 1418.\n2. It is a hotel.\n');
  assert.deepEqual(
    claims.map(({ text }) => text),
    ['The mill was built in 1418.', 'It is a hotel.'],
  );
});

test('a negation that differs is flagged', () => {
  assert.ok(judge('The mill was not restored between 1975 and 1980.').claims[0]?.flags.includes('negation_differs'));
});

test('an empty answer and an empty context cannot be judged', () => {
  assert.equal(judgeFaithfulness(QUESTION, ' ', [CONTEXT]), 'no_claim');
  assert.equal(judgeFaithfulness(QUESTION, 'It is.', [CONTEXT]), 'no_claim');
  assert.equal(judgeFaithfulness(QUESTION, RIGHT, []), 'no_context');
  assert.equal(judgeFaithfulness(QUESTION, RIGHT, ['\n']), 'no_context');
});

test('without a question the context alone decides', () => {
  assert.ok(judge(RIGHT, '').score > judge('It is a famous hotel in Paris.', '').score + 0.4);
});

test('answers and contexts in other languages are judged by their own words', () => {
  const context = 'Die Gezeitenmühle in Eling wurde 1418 gebaut und gehört dem Bezirk. Sie wurde bis 1980 restauriert.';
  const score = (answer: string): number => {
    const judged = judgeFaithfulness('Wann wurde die Mühle gebaut?', answer, [context]);
    return typeof judged === 'object' ? judged.score : Number.NaN;
  };
  assert.ok(score('Die Gezeitenmühle wurde 1418 gebaut.') > score('Das Schloss wurde 1620 abgerissen.') + 0.4);
});

test('hostile texts are judged in linear time', async () => {
  await assertLinearInText('an answer', (text) => judgeFaithfulness(QUESTION, text, [CONTEXT]));
  await assertLinearInText('a context', (text) => judgeFaithfulness(QUESTION, RIGHT, [text]));
});

test('a long answer is compared with a long context, whether their sentences are alike or differ', () => {
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const score = (answer: string, contexts: readonly string[]): number => {
    const judged = judgeFaithfulness('', answer, contexts);
    assert.ok(typeof judged === 'object');
    return judged.score;
  };
  const near = (one: number, other: number): void => assert.ok(Math.abs(one - other) < 1e-9, `${one}, ${other}`);
  const built = 'It was built in 1783. ';
  near(
    score(
      built.repeat(4500),
      times(10, () => built.repeat(4500)),
    ),
    score(built, [built]),
  );
  // One of a hundred thousand words against as many sentences.
  near(score('mill '.repeat(20_000), ['Mill. '.repeat(16_000)]), score('mill', ['Mill.']));
  const named = times(3700, (at) => `Mill ${String.fromCodePoint(0x4e00 + at, 0x4e00 + at)} was built in 1783. `).join(
    '',
  );
  near(score(named, [named]), score(built, [built]));
});
