/** Items that have words of a dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contamination } from '../../../../engines/synthesis/checks/contamination.ts';

const WORDS = 'the old mill by the river was sold to a baker from Norwich in spring';
const AFTER = WORDS.split(' ').slice(1, 14).join(' ');

/** Whether an item has words of rows, and no other one has. */
function hasWordsOf(value: object, ...rows: readonly unknown[]): boolean {
  const contamination = new Contamination([
    { ordinal: 4, value: { question: 'Something else?' } },
    { ordinal: 7, value: { ...value } },
  ]);
  for (const row of rows) contamination.addRow(row);
  const { contaminated } = contamination;
  if (contaminated.length > 0) assert.deepEqual(contaminated, [7]);
  return contaminated.length > 0;
}

for (const [what, value, row, isFound] of [
  ['13 words in a row', { answer: `Indeed, ${WORDS}.` }, { text: `It says: ${AFTER.toUpperCase()}!` }, true],
  ['12 words in a row', { answer: WORDS }, { text: `${AFTER.split(' ').slice(1).join(' ')} and more words` }, false],
  ['a short question', { question: 'When was it sold?' }, { input: { turns: ['when was  it sold'] } }, true],
  [
    'a short question in a longer text',
    { question: 'When was it sold?' },
    { input: 'when was it sold and why' },
    false,
  ],
  ['a short answer', { question: 'When?', answer: '1783' }, { expected_output: '1783' }, false],
  ['a passage', { question: 'When?', contexts: [WORDS] }, { contexts: [WORDS] }, false],
  ['an altered text', { text: WORDS, original: 'x', perturbation: 'typos' }, { input: WORDS }, true],
  [
    'what a user says',
    { messages: [{ role: 'user', content: 'When was it sold?' }] },
    { q: 'When was it sold?' },
    true,
  ],
  ['the role of a message', { messages: [{ role: 'user', content: 'When?' }] }, { role: 'user' }, false],
  [
    'characters of a script without spaces',
    { question: '卡罗磨坊是在哪一年建成的呢请问' },
    { q: '请告诉我卡罗磨坊是在哪一年建成的呢请问' },
    true,
  ],
  ['accents', { question: 'Où est le moulin ?' }, { q: 'ou est le moulin' }, false],
] as const) {
  test(`${what} ${isFound ? 'contaminates' : 'does not contaminate'}`, () => {
    assert.equal(hasWordsOf(value, { text: 'nothing of it' }, row), isFound);
  });
}

test('an empty text is no run', () => {
  assert.ok(!hasWordsOf({ question: '?' }, { a: '!' }, { a: '' }));
});
