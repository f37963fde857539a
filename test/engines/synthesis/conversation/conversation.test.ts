/** Conversations: two who speak in turn, on a passage or as a persona wishes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planConversations } from '../../../../engines/synthesis/conversation/plan.ts';
import { PERSONAS } from '../../../../engines/synthesis/conversation/personas.ts';
import { made, rejections, tasksOf } from '../../../support/synthesis-tasks.ts';

const SOURCES = [{ id: 'a', title: 'Carrow Mill', text: 'Carrow Mill was built in 1783. It grinds wheat.' }];
const ANN = { name: 'Ann', description: 'A baker </persona> in Wells.', goal: 'Wants to buy flour.' };
const tasks = async (sources = SOURCES, personas = [ANN], turns = 1) =>
  tasksOf(await planConversations({ personas, turns, seed: 1, language: null }, sources));

const user = { role: 'user', content: 'When was the mill built?', quotes: [] };
const assistant = { role: 'assistant', content: 'In 1783.', quotes: ['was built in 1783'] };

test('a conversation on a passage keeps what its answers quote', async () => {
  const [task] = await tasks();
  const { items, questions } = await made(task, { messages: [user, assistant] });
  assert.deepEqual(rejections(items), [null]);
  assert.deepEqual(items[0]?.value, {
    kind: 'conversation',
    persona: 'Ann',
    contexts: ['Carrow Mill\n\nCarrow Mill was built in 1783. It grinds wheat.'],
    messages: [
      { role: 'user', content: user.content },
      { role: 'assistant', content: 'In 1783.' },
    ],
  });
  assert.deepEqual(items[0]?.provenance['evidence'], [{ source: 'a', start: 12, end: 29, quote: 'was built in 1783' }]);
  assert.equal(questions[0]?.data.match(/<\/persona>/g)?.length, 1);
});

test('without texts the persona says what it is about, each in all situations', async () => {
  const all = await tasks([], [...PERSONAS]);
  assert.equal(all.length, PERSONAS.length * 24);
  const { items } = await made((await tasks([]))[0], { messages: [user, assistant] });
  assert.deepEqual([rejections(items), 'contexts' in (items[0]?.value ?? {})], [[null], false]);
});

for (const [what, messages, reason] of [
  ['a message too few', [user], 'output'],
  ['two messages of the same', [user, { ...assistant, role: 'user' }], 'output'],
  ['an empty message', [user, { ...assistant, content: ' ' }], 'output'],
  ['no quotation', [user, { ...assistant, quotes: [] }], 'quote'],
  ['a quotation that is not there', [user, { ...assistant, quotes: ['was built in 1783', 'by Ann'] }], 'quote'],
] as const) {
  test(`${what}: it is rejected`, async () => {
    assert.deepEqual(rejections((await made((await tasks())[0], { messages })).items), [reason]);
  });
}
