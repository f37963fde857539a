import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../../engines/synthesis/grounded/facts.ts';
import type { GroundedFact } from '../../../../engines/synthesis/grounded/facts.ts';
import { makeQuestions } from '../../../../engines/synthesis/grounded/questions/index.ts';
import type { MadeQuestion, QuestionKind } from '../../../../engines/synthesis/grounded/questions/question.ts';

const PASSAGES = [
  { id: 'a', title: 'Ada Lovelace', text: 'Ada Lovelace was a friend of Mary Somerville. She was born in 1815.' },
  {
    id: 'b',
    title: 'Mary Somerville',
    text: 'Mary Somerville was born in Jedburgh. Mary Somerville was married in 1804.',
  },
  { id: 'c', title: 'Carrow Mill', text: 'Carrow Mill was built in 1783. Carrow Mill is located in Norwich.' },
  { id: 'd', title: 'Eling Mill', text: 'Eling Mill was built in 1418.' },
];
const facts: GroundedFact[] = PASSAGES.flatMap((passage) => factsOf(passage));

function questions(kind: QuestionKind, from: readonly GroundedFact[] = facts): MadeQuestion[] {
  return [...makeQuestions(from, { [kind]: 1 }, 1)];
}
const texts = (kind: QuestionKind, from?: readonly GroundedFact[]): string[] =>
  questions(kind, from)
    .map(({ question, answer }) => `${question} ${answer}`)
    .sort((a, b) => (a < b ? -1 : 1));

test('facts have the sentence that states them', () => {
  const built = facts.find(({ subject, isDate }) => subject.label === 'Carrow Mill' && isDate);
  assert.deepEqual(built?.evidence, { passage: 'c', start: 0, end: 30, sentence: 'Carrow Mill was built in 1783.' });
});

test('the facts of a graph take the place of those found by rules, unless the text has other words for them', () => {
  const text = 'Carrow Mill was built in 1783. It was sold to Ada Byron.';
  const ada = { name: 'ada byron', label: 'Ada Byron' };
  const mill = { name: 'carrow mill', label: 'Carrow Mill (Norwich)' };
  const sold = { subject: mill, predicate: 'was sold to', object: ada, start: 31, end: 55 };
  const known = [sold, { ...sold, predicate: 'sold_to' }];
  const read = factsOf({ id: 'e', title: 'Carrow Mill', text, facts: known });
  assert.deepEqual(
    read.map(({ subject, predicate, object }) => [subject.label, predicate, object.label]),
    [
      ['Carrow Mill', 'was sold to', 'Ada Byron'],
      ['Carrow Mill', 'was built in', '1783'],
    ],
  );
  assert.equal(read[0]?.evidence.sentence, 'It was sold to Ada Byron.');
});

test('single-hop questions ask for a subject or a place', () => {
  const made = texts('single_hop');
  assert.ok(made.includes('Who was a friend of Mary Somerville? Ada Lovelace'), made.join('\n'));
  assert.ok(made.includes('Where is Carrow Mill located? Norwich'), made.join('\n'));
});

test('temporal questions ask when something was', () => {
  assert.ok(texts('temporal').includes('When was Carrow Mill built? 1783'));
});

test('multi-hop questions go along a path of facts of different passages', () => {
  const [made] = questions('multi_hop').filter(({ question }) => question.includes('Jedburgh'));
  assert.equal(made?.question, 'Who was a friend of the person who was born in Jedburgh?');
  assert.equal(made?.answer, 'Ada Lovelace');
  assert.deepEqual(
    made?.facts.map(({ evidence }) => evidence.passage),
    ['a', 'b'],
  );
});

test('comparisons are answered by the earlier year', () => {
  assert.ok(
    texts('comparison').includes('Which was built earlier: Carrow Mill or Eling Mill? Eling Mill'),
    texts('comparison').join('\n'),
  );
});

test('unanswerable questions ask what no passage says of the subject', () => {
  const made = questions('unanswerable');
  assert.ok(made.length > 0);
  for (const { question, answer, names } of made) {
    assert.equal(answer, null);
    // Readers who may not read the passage of the other subject must not see its name.
    const named = PASSAGES.filter(({ title }) => question.includes(title)).map(({ id }) => id);
    assert.deepEqual(names, named);
    assert.ok(!texts('temporal').some((text) => text.startsWith(question)), question);
  }
});

test('a cloze leaves out what the sentence says', () => {
  assert.ok(texts('cloze').includes('Fill in the blank: Carrow Mill is located in _____. Norwich'));
});

test('a question that would have two answers is not asked', () => {
  const both = [
    ...facts,
    ...factsOf({
      id: 'e',
      title: 'Other Friend',
      text: 'Jane Marcet was a friend of Mary Somerville.',
    }),
  ];
  assert.ok(!texts('single_hop', both).some((text) => text.startsWith('Who was a friend of Mary Somerville')));
  assert.ok(!texts('multi_hop', both).some((text) => text.includes('friend')));
});

test('the seed decides the order, and a kind without facts gives none', () => {
  const order = (seed: number): string[] =>
    [...makeQuestions(facts, { single_hop: 1, cloze: 1 }, seed)].map(({ question }) => question);
  assert.deepEqual(order(1), order(1));
  assert.notDeepEqual(order(1), order(2));
  assert.deepEqual(questions('comparison', facts.slice(0, 1)), []);
});
