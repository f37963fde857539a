import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeringPart } from '../../../../../engines/evaluation/judges/built-in/relevance.ts';
import { assertLinearInText } from '../../../../support/linear.ts';

const QUESTION = 'When was the old tide mill at Eling restored?';

const failure = (answer: string, question = QUESTION): string | null | undefined =>
  answeringPart(question, answer)?.failure;

test('an answer may answer', () => {
  const part = answeringPart(QUESTION, 'It was restored between 1975 and 1980.');
  assert.deepEqual(part, { text: 'It was restored between 1975 and 1980.', failure: null, isShort: false });
});

test('an answer without words is none', () => {
  assert.equal(answeringPart(QUESTION, ' \n…'), null);
});

test('a repeated question answers nothing', () => {
  assert.equal(failure(QUESTION), 'repeats_question');
  assert.equal(failure('The old tide mill at Eling was restored.'), 'repeats_question');
  assert.equal(failure('You want to know when the tide mill at Eling was restored.'), 'repeats_question');
});

test('what says or chooses something by the words of the question is an answer', () => {
  assert.equal(failure('Yes, it was restored.', 'Was the mill restored?'), null);
  assert.equal(failure('The mill was restored.', 'Was the mill restored?'), null);
  assert.equal(failure('Was the mill restored?', 'Was the mill restored?'), 'repeats_question');
  assert.equal(failure('Vincent Walker', 'Who is older, Vincent Walker or David Usher?'), null);
  assert.equal(
    failure('Who is older, Vincent Walker or David Usher', 'Who is older, Vincent Walker or David Usher?'),
    'repeats_question',
  );
});

test('an evasion answers nothing; what follows it may', () => {
  assert.equal(failure('I am sorry, I do not know when the mill was restored.'), 'evasive');
  const part = answeringPart(
    QUESTION,
    'I am not sure, but records show that the mill reopened in 1980. It is unclear.',
  );
  assert.equal(part?.text, 'records show that the mill reopened in 1980.');
  assert.equal(part.failure, null);
});

test('the question itself is no part of what is compared', () => {
  const part = answeringPart(
    QUESTION,
    `You want to hear ${QUESTION.toLowerCase()} That subject is quite complex, I think.`,
  );
  assert.equal(part?.text, 'You want to hear ? That subject is quite complex, I think.');
  assert.equal(part.failure, null);
  assert.equal(failure('How are you?', 'How are you?'), 'repeats_question');
});

test('a name or a year is too short to be compared', () => {
  assert.equal(answeringPart(QUESTION, 'In 1980.')?.isShort, true);
});

test('hostile texts are read in linear time', async () => {
  await assertLinearInText('an answer', (text) => answeringPart(QUESTION, text));
  await assertLinearInText('a question', (text) => answeringPart(text, QUESTION));
});
