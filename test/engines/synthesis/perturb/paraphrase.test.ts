/** Paraphrases: other words, the same numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planParaphrases } from '../../../../engines/synthesis/perturb/paraphrase.ts';
import { made, rejections, tasksOf } from '../../../support/synthesis-tasks.ts';

const TEXT = 'Carrow Mill was built in 1783 beside the river, and it grinds wheat for Norwich.';
const tasks = tasksOf(planParaphrases({ seed: 1 }, [{ id: 'a', title: '', text: TEXT }]));

test('a text is put into other words in six ways', async () => {
  const questions = await Promise.all(tasks.map(async (task) => (await made(task, { text: '' })).questions[0]));
  assert.equal(new Set(questions.map((question) => question?.instructions)).size, 6);
});

for (const [what, text, reason] of [
  [
    'other words with the same numbers are kept',
    'In 1783 they put up a mill near the water; Norwich gets its flour there.',
    null,
  ],
  ['the same words are rejected', TEXT.toLowerCase(), 'no_gain'],
  ['a number that is missing is another meaning', 'Long ago they put up a mill near the water for Norwich.', 'meaning'],
  ['so is one that is new', 'In 1783 they put up 2 mills near the water for Norwich.', 'meaning'],
  ['no words are no text', '...', 'output'],
] as const) {
  test(what, async () => {
    const { items } = await made(tasks[0], { text });
    assert.deepEqual(rejections(items), [reason]);
    assert.equal(items[0]?.value['original'], TEXT);
  });
}
