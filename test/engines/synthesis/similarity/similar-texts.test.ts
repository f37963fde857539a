/** Texts that say the same in other words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeSame, readNames } from '../../../../engines/synthesis/similarity/names.ts';
import { SimilarTexts, mostCompared } from '../../../../engines/synthesis/similarity/similar-texts.ts';

for (const [what, a, b, isSame] of [
  ['paraphrases', 'When was Carrow Mill built?', 'In what year did they build Carrow Mill?', true],
  ['a template about another name', 'When was Carrow Mill built?', 'When was Letheringsett Mill built?', false],
  ['another number', 'Who owned the Mill in 1783?', 'Who owned the Mill in 1784?', false],
  ['a number as a word', 'Which of the 12 mills did Bob own?', 'Which of the twelve mills did Bob own?', true],
  ['another number as a word', 'Which of the two mills did Bob own?', 'Which of the three mills did Bob own?', false],
  ['a name at the beginning', 'Norwich lies on which river?', 'Which river does Norwich lie on?', true],
  ['names in another order', 'Did Bob beat Ann?', 'Was Ann beaten by Bob?', true],
  ['instructions without names', 'Describe how a mill works.', 'Explain how a mill works.', true],
  ['German nouns', 'Wann wurde die Mühle gebaut?', 'Wann wurde die Brücke gebaut?', false],
  ['German nouns that ask', 'Wann wurde die Mühle gebaut?', 'In welchem Jahr wurde die Mühle errichtet?', true],
  ['German names', 'Wie viele Mühlen hat Norwich?', 'Wie viele Mühlen hat Hexham?', false],
  ['other question words', 'When was Ann born?', 'Where was Ann born?', false],
  ['German question words', 'Wann ging Ann nach Norwich?', 'Warum ging Ann nach Norwich?', false],
  ['forms of one question word', 'Who beat Bob?', 'By whom was Bob beaten?', true],
  ['a question word beside none', 'Where was Ann born?', 'In which town was Ann born?', true],
  ['German verbs that open the sentence', 'Beschreibe die Mühlen in Norwich.', 'Erkläre die Mühlen in Norwich.', true],
] as const) {
  test(`${what} ${isSame ? 'can' : 'cannot'} be the same`, () => {
    const [first, second] = [readNames(a), readNames(b)];
    assert.ok(first !== null && second !== null);
    assert.equal(canBeSame(first, second), isSame);
    assert.equal(canBeSame(second, first), isSame);
  });
}

test('where nothing is written with a capital, names are not known', () => {
  for (const text of ['when was carrow mill built?', '卡罗磨坊何时建成？', '']) assert.equal(readNames(text), null);
});

const text = (question: string, ...vector: number[]) => {
  const named = readNames(question);
  assert.ok(named !== null);
  return { named, answer: null, vector: Float32Array.from(vector) };
};

test('the nearest text counts that has the same names', () => {
  const texts = new SimilarTexts();
  texts.add({ place: 3, ...text('When was Carrow Mill built?', 1, 0) });
  texts.add({ place: 5, ...text('When did they build Hexham Mill?', 0.6, 0.8) });
  assert.deepEqual(texts.nearest(text('When was Hexham Mill built?', 1, 0))?.of, 5);
  assert.deepEqual(texts.nearest(text('In which year was Carrow Mill built?', 0, 1)), { of: 3, cosine: 0 });
  assert.equal(texts.nearest(text('When was Ripon Mill built?', 1, 0)), null);
});

test('the vectors that were added last are compared', () => {
  const most = mostCompared(2 ** 20);
  assert.equal(most, 4);
  const long = (place: number) => ({ place, ...text('Who?'), vector: new Float32Array(2 ** 20).fill(2 ** -10) });
  const texts = new SimilarTexts();
  for (let place = 0; place <= most; place++) texts.add(long(place));
  assert.equal(texts.nearest(long(9))?.of, 1);
});
