import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeFaithfulness } from '../../../../../engines/evaluation/judges/built-in/faithfulness.ts';
import type { Limit } from '../../../../../engines/evaluation/judges/built-in/limits.ts';
import { assertLinearInText } from '../../../../support/linear.ts';

const CONTEXT =
  'The tide mill at Eling was built in 1418 and is owned by the district council. It was restored between 1975 ' +
  'and 1980 after thirty years of disuse.';
const QUESTION = 'When was the mill restored?';

function limit(question: string, answer: string): Limit | null {
  const judged = judgeFaithfulness(question, answer, [CONTEXT]);
  assert.ok(typeof judged === 'object');
  return judged.limit;
}

test('of a few words of the context that answer a question, the judge cannot tell whether they are the right ones', () => {
  assert.equal(limit(QUESTION, '1418'), 'short_span');
  assert.equal(limit(QUESTION, 'Between 1975 and 1980.'), 'short_span');
  assert.equal(limit(QUESTION, 'Between 1975 and 1990.'), null);
  assert.equal(limit(QUESTION, 'The mill was restored between 1975 and 1980.'), null);
  assert.equal(limit(QUESTION, 'It was restored between 1975 and 1980 after thirty years of disuse.'), null);
  assert.equal(limit('', 'The district council'), null);
});

test('a summary in other words cannot be judged; one in the words of the context, or of other things, can', () => {
  const ofOtherWords = 'After disuse of thirty years the council restored a mill that Eling built.';
  assert.equal(limit('', ofOtherWords), 'abstractive_summary');
  assert.equal(limit(QUESTION, ofOtherWords), null);
  assert.equal(limit('', 'The tide mill at Eling was built in 1418. It was restored after thirty years.'), null);
  assert.equal(limit('', 'Paris has famous hotels near its railway stations.'), null);
});

test('hostile texts are compared in linear time', async () => {
  await assertLinearInText('an answer', (text) => judgeFaithfulness('', text, [CONTEXT]));
  await assertLinearInText('a context', (text) => judgeFaithfulness('', CONTEXT, [text]));
});
