import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkItem } from '../../../../engines/synthesis/checks/check-item.ts';

const PASSAGE = [
  'Carrow Mill is a mill in Norwich. It was built in 1783 by Jeremiah Ives. The mill ground wheat. The mill burned down in 1849.',
  'Much of Norwich saw the mill burn. A brewery was opened there later. Harry Bullard ran it.',
].join(' ');

const question = (text: string, answer: string | null, kind = 'single_hop') => ({
  ...{ kind, question: text, answer },
  contexts: [PASSAGE],
});

test('a question that its passage answers is accepted, with a score and a method for each check', () => {
  const { scores, rejected } = checkItem(question('When was Carrow Mill built?', '1783'));
  assert.equal(rejected, null);
  assert.deepEqual(
    Object.entries(scores).map(([name, { method }]) => [name, method]),
    [
      ['grounded', 'built_in_faithfulness'],
      ['answerable', 'words'],
      ['needs_context', 'words'],
    ],
  );
  assert.deepEqual(
    [scores['answerable'], scores['needs_context']],
    [
      { score: 1, method: 'words' },
      { score: 1, method: 'words' },
    ],
  );
});

for (const [what, value, reason] of [
  ['an answer that the passage does not have', question('When was Carrow Mill built?', '1901'), 'not_grounded'],
  [
    'an answer that stands elsewhere in the passage',
    question('Who was the owner of the mill in Norwich that ground wheat?', 'Harry Bullard'),
    'not_answerable',
  ],
  [
    'an answer that stands in the question',
    question('Who or what is the mill that is called Carrow Mill?', 'Carrow Mill'),
    'answerable_without_context',
  ],
  ['an unanswerable question that the passage answers', question('When was Carrow Mill built?', null), 'answered'],
  [
    'a question that points at its text',
    question('According to the passage, when was the mill built?', '1783'),
    'not_self_contained',
  ],
  ['a pronoun that stands for nothing', question('When was it built?', '1783'), 'not_self_contained'],
  ['an e-mail address', question('Who is ann@mills.org, the owner of Carrow Mill?', 'Ann'), 'personal_data'],
  [
    'a secret in a turn of a conversation',
    { turns: [{ role: 'user', content: 'My password: hunter2hunter2' }] },
    'personal_data',
  ],
] as const) {
  test(`${what} is rejected`, () => assert.equal(checkItem(value).rejected?.reason, reason));
}

test('an unanswerable question that the passage does not answer is accepted', () => {
  assert.equal(checkItem(question('When was Carrow Mill sold?', null, 'unanswerable')).rejected, null);
});

test('an answer without a word of its own rests on the words of its question', () => {
  assert.equal(checkItem(question('Was Carrow Mill built by Jeremiah Ives?', 'Yes')).rejected, null);
  const other = question('Was the cathedral of Exeter designed by Christopher Wren?', 'No');
  assert.equal(checkItem(other).rejected?.reason, 'not_answerable');
});

test('a longer answer may use words of its own', () => {
  const answer = 'The mill ground wheat and burned down in 1849.';
  assert.equal(checkItem(question('What did the mill do?', answer)).rejected, null);
});

test('the answer of a choice may stand in its question', () => {
  const value = question('Which was first: Carrow Mill or the brewery?', 'Carrow Mill', 'comparison');
  assert.equal(checkItem(value).rejected, null);
});

test('an e-mail address at a reserved domain is nobody’s, and what the client gave for tools is not the item’s', () => {
  const item = (to: string) => ({
    request: 'Write to the mill.',
    calls: [{ name: 'send', arguments: { to } }],
    tools: [{ name: 'send', description: 'Sends from me@mills.org.', parameters: {} }],
  });
  assert.equal(checkItem(item('ann@mail.example.com')).rejected, null);
  assert.equal(checkItem(item('ann@example.mills.org')).rejected?.reason, 'personal_data');
});

test('personal data in what the client gave does not reject an item', () => {
  const contexts = [`${PASSAGE} Write to ann@mills.org.`];
  assert.equal(checkItem({ ...question('When was Carrow Mill built?', '1783'), contexts }).rejected, null);
  assert.equal(checkItem({ text: 'Wriet to ann@mills.org.', perturbation: 'typos' }).rejected, null);
});
