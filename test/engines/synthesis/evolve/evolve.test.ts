/** Evolution of instructions: the operations follow each other, and what brings nothing is eliminated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planEvolutions } from '../../../../engines/synthesis/evolve/plan.ts';
import type { EvolutionName } from '../../../../engines/synthesis/evolve/operations.ts';
import { made, rejections, tasksOf } from '../../../support/synthesis-tasks.ts';

const SEEDS = [
  { id: 'a', title: '', text: 'Write a poem about a mill.' },
  { id: 'b', title: '', text: 'Explain tides.' },
];
const plan = (operations: readonly EvolutionName[], depth: number, seed = 1) =>
  planEvolutions({ operations, depth, seed, language: null }, SEEDS);
const only = (source: string, depth: number) =>
  tasksOf(plan(['constraints'], depth)).find(({ sources }) => sources.includes(source));

const different = { reason: 'It has a constraint more.', verdict: 'different' };
const answered = { response: 'The wheel turns, the water burns in evening light.' };

test('each evolution begins with the result of the one before, and has a response', async () => {
  const { items, questions } = await made(
    only('a', 2),
    { instruction: 'Write a sonnet about a mill.' },
    different,
    answered,
    { instruction: 'Write a sonnet about a mill in winter.' },
    different,
    answered,
  );
  assert.deepEqual(rejections(items), [null, null]);
  assert.deepEqual(
    items.map(({ value }) => value['instruction']),
    ['Write a sonnet about a mill.', 'Write a sonnet about a mill in winter.'],
  );
  assert.equal(items[0]?.value['response'], answered.response);
  assert.deepEqual(items[1]?.provenance, {
    made_by: 'model',
    source: 'a',
    operations: ['constraints', 'constraints'],
    evolved_from: 'Write a sonnet about a mill.',
  });
  assert.match(questions[3]?.data ?? '', /sonnet/);
});

for (const [what, answers, reason] of [
  ['the same words', [{ instruction: 'write a poem about a mill' }], 'no_gain'],
  ['no words', [{ instruction: ' - ' }], 'output'],
  ['words of the request', [{ instruction: 'The rewritten instruction: a poem on mills.' }], 'leak'],
  [
    'nothing more',
    [{ instruction: 'Compose a poem on a mill.' }, { reason: 'It asks the same.', verdict: 'same' }],
    'no_gain',
  ],
  [
    'an apology',
    [{ instruction: 'Write a sonnet.' }, different, { response: 'Sorry, I cannot do that.' }],
    'unanswered',
  ],
  ['function words', [{ instruction: 'Write a sonnet.' }, different, { response: 'It is the, and so.' }], 'unanswered'],
] as const) {
  test(`${what}: the evolution is eliminated, and none follows it`, async () => {
    const { items, questions } = await made(only('a', 3), ...answers);
    assert.deepEqual(rejections(items), [reason]);
    assert.equal(questions.length, answers.length);
  });
}

test('all instructions are evolved before one is evolved again, by operations that the seed draws', () => {
  const sources = tasksOf(plan(['deepen', 'breadth'], 1)).map((task) => task.sources.join());
  assert.deepEqual(
    sources.slice(0, 2).toSorted((a, b) => a.localeCompare(b)),
    ['a', 'b'],
  );
  assert.equal(sources.length, 4);
});
