import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkItem } from '../../../../engines/synthesis/checks/check-item.ts';

const PASSAGE = [
  'Carrow Mill is a mill in Norwich. It was built in 1783 by Jeremiah Ives. The mill ground wheat. The mill ' +
    'burned down in 1849.',
  'Much of Norwich saw the mill burn. A brewery was opened there later. Harry Bullard ran it.',
].join(' ');

const question = (text: string, answer: string | null, kind = 'single_hop') => ({
  kind,
  question: text,
  answer,
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

const BANK = 'Barings was a bank in London. It was founded by Francis Baring in 1762. It was ruined by Nick Leeson.';
const onTwo = (answer: string, text = 'When did Carrow Mill burn down, and who founded Barings?') => ({
  ...question(text, answer, 'multi_hop'),
  contexts: [PASSAGE, BANK],
});

for (const answer of [
  '1849 and Francis Baring',
  'First 1849, then Francis Baring.',
  '1849, Francis Baring and 1762',
  'both 1849 & Francis Baring',
]) {
  test(`parts of different passages are right each by itself: ${answer}`, () => {
    assert.equal(checkItem(onTwo(answer)).rejected, null);
  });
}

for (const [answer, reason] of [
  ['1849 and Wilhelmina Ostrander', 'not_grounded'],
  ['1347 and Francis Baring', 'not_grounded'],
  ['Jeremiah Ives, Francis Baring, Nick Leeson and 1347', 'not_grounded'],
  ['first 1849, then Lake Titicaca', 'not_grounded'],
  ['1849 and Francis Bullard', 'not_grounded'],
] as const) {
  test(`a part that no passage has is rejected: ${answer}`, () => {
    assert.equal(checkItem(onTwo(answer)).rejected?.reason, reason);
  });
}

test('a list is given away by a question that has its parts, unless it is one of two to choose from', () => {
  const given = onTwo('1849 and Francis Baring', 'Is 1849 and Francis Baring right: when, or who founded Barings?');
  assert.equal(checkItem(given).rejected?.reason, 'answerable_without_context');
  const offered = onTwo('Norwich and London', 'Which had a bank or a mill: Norwich and London or Exeter?');
  assert.equal(checkItem(offered).rejected, null);
});

test('a passage has its title, which is no sentence of it', () => {
  const contexts = ['Hexham Mill\n\nIt was built in 1642 by John Crow.', 'Eling Mill\n\nIt was built in 1418.'];
  const asked = 'Which of the two was built in 1418: Hexham Mill or Eling Mill?';
  assert.equal(checkItem({ question: asked, answer: 'Eling Mill', contexts }).rejected, null);
  const untitled = contexts.map((text) => text.slice(text.indexOf('It was')));
  assert.equal(
    checkItem({ question: asked, answer: 'Eling Mill', contexts: untitled }).rejected?.reason,
    'not_grounded',
  );
});

test('the first sentence below a title says what the others are about, and the title takes the place of none', () => {
  const text = [
    'Carrow Mill was the property of Jeremiah Ives. Nothing else is known of that time.',
    'The wheel was turned by the river. The wheel was sold when the river froze. The wheel was turned again in 1790.',
  ].join(' ');
  const contexts = [`The wheel turned by the river\n\n${text}`];
  for (const [asked, answer] of [
    ['Who had the wheel turned by the river?', 'Jeremiah Ives'],
    ['When was the wheel turned by the river?', '1790'],
  ] as const) {
    assert.equal(checkItem({ question: asked, answer, contexts }).rejected, null, answer);
  }
});
