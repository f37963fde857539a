import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../../engines/synthesis/grounded/facts.ts';
import type { GroundedFact } from '../../../../engines/synthesis/grounded/reading/fact.ts';
import { makeQuestions } from '../../../../engines/synthesis/grounded/questions/index.ts';
import type { MadeQuestion, QuestionKind } from '../../../../engines/synthesis/grounded/questions/question.ts';
import { spread } from '../../../../engines/synthesis/grounded/questions/spread.ts';

const PASSAGES = [
  { id: 'a', title: 'Ada Lovelace', text: 'Ada Lovelace was a friend of Mary Somerville. She was born in 1815.' },
  {
    id: 'b',
    title: 'Mary Somerville',
    text: 'Mary Somerville was born in Jedburgh. Mary Somerville was married in 1804.',
  },
  {
    id: 'c',
    title: 'Carrow Mill',
    text: 'Carrow Mill was built by John Crow in 1783. Carrow Mill is located in Norwich.',
  },
  { id: 'd', title: 'Eling Mill', text: 'Eling Mill was built in 1418.' },
  { id: 'e', title: 'John Crow', text: 'John Crow (4 May 1750 – 5 June 1820) was an English engineer.' },
];
const facts: GroundedFact[] = PASSAGES.flatMap((passage) => factsOf(passage));

const read: ReadonlyMap<string, string> = new Map(PASSAGES.map(({ id, text }) => [id, text]));

function questions(kind: QuestionKind, from: readonly GroundedFact[] = facts, of = read): MadeQuestion[] {
  return [...makeQuestions(from, of, { [kind]: 1 }, 1)];
}
const texts = (kind: QuestionKind, from?: readonly GroundedFact[], of?: ReadonlyMap<string, string>): string[] =>
  questions(kind, from, of)
    .map(({ question, answer }) => `${question} ${answer}`)
    .sort((a, b) => (a < b ? -1 : 1));

test('facts have the sentence that states them', () => {
  const built = facts.find(({ subject, kind }) => subject.label === 'Eling Mill' && kind === 'date');
  assert.deepEqual(built?.evidence, { passage: 'd', start: 0, end: 29, sentence: 'Eling Mill was built in 1418.' });
  assert.deepEqual([built.predicate, built.object.label], ['was built in', '1418']);
});

test('single-hop questions ask for a subject, an object or a place', () => {
  const made = texts('single_hop');
  for (const text of [
    'Who built Carrow Mill in 1783? John Crow',
    'Which mill was built by John Crow in 1783? Carrow Mill',
    'Where is Carrow Mill located? Norwich',
    'Who was John Crow? an English engineer',
  ]) {
    assert.ok(made.includes(text), `${text} is not in\n${made.join('\n')}`);
  }
});

test('temporal questions ask when something was', () => {
  const made = texts('temporal');
  assert.ok(made.includes('When was Ada Lovelace born? 1815'), made.join('\n'));
  assert.ok(made.includes('When did John Crow die? 5 June 1820'), made.join('\n'));
});

test('multi-hop questions go along a path of facts of different passages', () => {
  const [made] = questions('multi_hop').filter(({ answer }) => answer === '4 May 1750');
  assert.equal(made?.question, 'When was the person who built Carrow Mill in 1783 born?');
  assert.deepEqual(
    made.facts.map(({ evidence }) => evidence.passage),
    ['c', 'e'],
  );
});

/** Questions on passages about what their title names. */
function on(kind: QuestionKind, passages: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(passages).map(([title, text]) => ({ id: title, title, text }));
  return texts(
    kind,
    named.flatMap((passage) => factsOf(passage)),
    new Map(Object.entries(passages)),
  );
}

test('multi-hop questions name a thing by what is said of it in another sentence', () => {
  assert.deepEqual(
    on('multi_hop', { 'Hale Tower': 'Hale Tower was built by John Crow. The tower is located in Great Yarmouth.' }),
    ['Where is the tower that was built by John Crow located? Great Yarmouth'],
  );
  assert.deepEqual(
    on('multi_hop', {
      'The Long Tide': 'The Long Tide is a novel by Edith Farrow.',
      'Edith Farrow': 'Edith Farrow (4 May 1904 – 6 June 1990) was a British novelist.',
    }),
    ['When did the author of The Long Tide die? 6 June 1990', 'When was the author of The Long Tide born? 4 May 1904'],
  );
});

test('multi-hop questions do not mix up a film and a book of one name, nor ask back for where they began', () => {
  const film = 'The Long Tide is a 1931 British drama film directed by Tom Hale.';
  assert.deepEqual(
    on('multi_hop', {
      'The Long Tide (film)': film,
      'The Long Tide (novel)': 'The Long Tide is a novel by Edith Farrow.',
    }),
    [],
  );
  assert.deepEqual(
    on('multi_hop', {
      'Hale Tower': 'Hale Tower was built by John Crow.',
      'John Crow': 'John Crow (born 4 May 1950) built Hale Tower in 1980.',
    }),
    ['When was the person who built Hale Tower born? 4 May 1950'],
  );
});

test('a multi-hop question has no word of the name that it describes', () => {
  const text = 'Hale Air was founded by Tom Crow. It was renamed to Hale Airways in 1977. It was sold in 1980.';
  assert.deepEqual(on('multi_hop', { 'Hale Air': `Hale Air is a Welsh airline. ${text}` }), [
    'When was the airline that was founded by Tom Crow sold? 1980',
  ]);
});

test('nothing is asked of what only shares a noun', () => {
  assert.deepEqual(
    on('unanswerable', {
      'Hale Radio': 'Hale Radio is a radio station in Wales. It is popular.',
      'Old Street': 'Old Street is a railway station in Leeds. It was opened in 1850.',
    }),
    [],
  );
});

test('comparisons ask for years, measures and places', () => {
  assert.deepEqual(on('comparison', { Dawn: 'Dawn is a 1931 British film.', Dusk: 'Dusk is a 1950 British film.' }), [
    'Which film came out earlier: Dawn or Dusk? Dawn',
  ]);
  const towers = {
    'Cow Tower': 'Cow Tower is 15 metres tall.',
    'Hale Tower': 'Hale Tower is 120 metres tall.',
    'Old Tower': 'Old Tower is 200 feet tall.',
  };
  assert.deepEqual(on('comparison', towers), ['Which tower is taller: Cow Tower or Hale Tower? Hale Tower']);
  const mills = {
    'Carrow Mill': 'Carrow Mill is located in Norwich.',
    'Eling Mill': 'Eling Mill is located in Totton.',
    'Old Mill': 'Old Mill is located in Totton.',
  };
  assert.deepEqual(on('comparison', mills), [
    'Which mill is located in Norwich: Eling Mill or Carrow Mill? Carrow Mill',
  ]);
});

test('nothing is called unanswerable that brackets, or other words of the passage, may answer', () => {
  const lives = {
    'Tom Hale': 'Tom Hale (born 4 May 1904) was a British novelist.',
    'Ann Lee': 'Ann Lee (1815–1852) was a British novelist.',
    'Edith Farrow': 'Edith Farrow was a British novelist.',
  };
  assert.deepEqual(on('unanswerable', lives), ['When was Edith Farrow born? null']);
  assert.deepEqual(
    on('unanswerable', {
      'Hale Mill': 'Hale Mill was founded in 1850.',
      'Old Mill': 'Old Mill is 15 metres tall. For all that, it opened in 1850.',
    }),
    [],
  );
});

test('forms take turns, and what texts have most of is at most a tenth', () => {
  const made = (form: string, count: number): MadeQuestion[] =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'single_hop',
      form,
      question: `${form} ${at}?`,
      answer: 'yes',
      facts: [],
    }));
  const forms = spread([...made('description', 30), ...made('name', 30), ...made('place', 6)]).map(({ form }) => form);
  assert.deepEqual(forms.slice(0, 10), [
    'name',
    'place',
    'name',
    'place',
    'name',
    'place',
    'name',
    'place',
    'name',
    'description',
  ]);
  assert.equal(forms.slice(0, 40).filter((form) => form === 'description').length, 4);
  assert.equal(forms.length, 66);
});

test('comparisons are answered by the earlier year, and compare what is of one kind', () => {
  const mills = [
    ...factsOf({ id: 'f', title: 'Letheringsett Mill', text: 'Letheringsett Mill was built in 1802.' }),
    ...factsOf({ id: 'g', title: 'Cow Tower', text: 'Cow Tower was built in 1398.' }),
  ];
  assert.deepEqual(
    texts('comparison', [...facts, ...mills]).filter((text) => text.includes('built')),
    ['Which mill was built earlier: Eling Mill or Letheringsett Mill? Eling Mill'],
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

test('a cloze leaves out a whole name or date of any sentence that names its subject', () => {
  const text =
    'Carrow Mill, which stands empty today, attracted visitors from Great Yarmouth until the flood of May ' +
    '1912. It was a popular place for a very long time in Norfolk.';
  const made = texts('cloze', factsOf({ id: 'f', title: 'Carrow Mill', text }));
  const sentence = text.slice(0, text.indexOf(' It'));
  assert.deepEqual(made, [
    `Fill in the blank: ${sentence.replace('May 1912', '_____')} May 1912`,
    `Fill in the blank: ${sentence.replace('Great Yarmouth', '_____')} Great Yarmouth`,
  ]);
});

test('a question that would have two answers is not asked', () => {
  const both = [...facts, ...factsOf({ id: 'f', title: 'Eling Mill', text: 'Eling Mill was built in 1420.' })];
  assert.ok(texts('temporal').some((text) => text.startsWith('When was Eling Mill built?')));
  assert.ok(!texts('temporal', both).some((text) => text.startsWith('When was Eling Mill built?')));
});

test('the seed decides the order, and a kind without facts gives none', () => {
  const order = (seed: number): string[] =>
    [...makeQuestions(facts, read, { single_hop: 1, temporal: 1 }, seed)].map(({ question }) => question);
  assert.deepEqual(order(1), order(1));
  assert.notDeepEqual(order(1), order(2));
  assert.deepEqual(questions('comparison', facts.slice(0, 1)), []);
});
