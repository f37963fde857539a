import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../../engines/synthesis/grounded/facts.ts';
import { questionOf } from '../../../../engines/synthesis/grounded/reading/fact.ts';
import type { KnownFact } from '../../../../engines/synthesis/items/source.ts';

/** What is asked about a text and what answers it, without the blanks. */
function asked(title: string, text: string, facts: readonly KnownFact[] = []): string[] {
  return factsOf({ id: 'a', title, text, facts }).flatMap((fact) => {
    const about = questionOf(fact);
    return [
      ...(about === null ? [] : [`${about} ${fact.object.label}`]),
      ...(fact.stated === null ? [] : [`${fact.stated.question} ${fact.subject.label}`]),
    ];
  });
}

function asks(title: string, text: string, ...expected: readonly string[]): void {
  const made = asked(title, text);
  for (const question of expected) assert.ok(made.includes(question), `${question} is not in\n${made.join('\n')}`);
}

test('verbs take the form of a question, and names keep their article', () => {
  asks(
    'Norwich Harriers',
    'The Norwich Harriers won the Anglia Cup in 1962. In 1964, the Norwich Harriers moved to Thorpe Park.',
    'What did the Norwich Harriers win in 1962? the Anglia Cup',
    'When did the Norwich Harriers win the Anglia Cup? 1962',
    'When did the Norwich Harriers move to Thorpe Park? 1964',
  );
});

test('who did something is asked for with the past tense', () => {
  asks(
    'The Long Tide',
    'The Long Tide is a 1931 novel written by Edith Farrow.',
    'Who wrote The Long Tide? Edith Farrow',
  );
});

test('what a definition says of its subject is asked for by its kind', () => {
  asks(
    'The Long Tide',
    'The Long Tide is a 1931 British drama film directed by Edith Farrow.',
    'What is The Long Tide? a 1931 British drama film',
    'Which 1931 British drama film was directed by Edith Farrow? The Long Tide',
  );
  asks(
    'Old Thetford',
    'Old Thetford, the capital of East Anglia, was destroyed in 1004.',
    'What was the capital of East Anglia? Old Thetford',
  );
});

test('a list of what someone is stays whole', () => {
  asks(
    'Edith Farrow',
    'Edith Farrow (born 6 May 1904) was a British novelist, critic and translator. She married Tom Hale in 1930.',
    'Who was Edith Farrow? a British novelist, critic and translator',
    'When was Edith Farrow born? 6 May 1904',
    'Who did Edith Farrow marry in 1930? Tom Hale',
    'Who married Tom Hale in 1930? Edith Farrow',
  );
});

test('numbers and measures are asked for', () => {
  asks(
    'Cow Tower',
    'Cow Tower is 15 metres tall. It has 42 windows. Cow Tower has a capacity of 60 people.',
    'How tall is Cow Tower? 15 metres',
    'How many windows does Cow Tower have? 42',
    'What is the capacity of Cow Tower? 60 people',
  );
});

test('what says nothing without the text around it is not asked', () => {
  const made = [
    // Which band, and whose?
    ...asked(
      'Edith Farrow',
      'Edith Farrow joined the band in 1931. This tower was built in 1398. They moved to London in 1930.',
    ),
    // Denied, possible, asked.
    ...asked(
      'Cow Tower',
      'Cow Tower was not built in 1398. Cow Tower may have been built in 1400. Was Cow Tower built in 1410?',
    ),
    // A part of the answer, and a father who is not the subject.
    ...asked(
      'Cow Tower',
      "Cow Tower was built by John Crow, Tom Hale and Ann Lee. Edith Farrow's father was born in 1870.",
    ),
  ];
  assert.deepEqual(made, []);
});

test('a definition says more of a subject than the end of its name', () => {
  asks(
    'Edith Hall',
    'Edith Hall is a British film director and writer.',
    'Who is Edith Hall? a British film director and writer',
  );
  asks(
    'Night Ferry',
    'Night Ferry is a British country and pop song written by Ann Lee.',
    'Which British country and pop song was written by Ann Lee? Night Ferry',
  );
});

test('who made a work is asked for by what it is', () => {
  asks(
    'The Long Tide',
    'The Long Tide is a novel by British author Edith Farrow. It was adapted and directed by Tom Hale in 1950.',
    'Who wrote The Long Tide? British author Edith Farrow',
    'Who adapted and directed The Long Tide in 1950? Tom Hale',
  );
});

test('a person is not asked for by what many have done', () => {
  const made = asked(
    'Edith Farrow',
    'Edith Farrow was a British novelist. She was born in Leeds. She won a Carnegie Medal. She moved to Leeds ' +
      'in 1931. She wrote The Long Tide.',
  );
  assert.deepEqual(
    made.filter((question) => /^(?:Who|Which) /.test(question) && question.endsWith('Edith Farrow')),
    ['Who wrote The Long Tide? Edith Farrow'],
  );
});

test('what is cut off is not asked', () => {
  const made = [
    ...asked('Cow Tower', 'On 4 May 1968, Cow Tower was designated a U.S.'),
    ...asked('Tidal', 'Tidal is an open source, in-memory store. Tidal announced in 1998 that it had been sold.'),
    ...asked('Wren', 'Wren, or, The Lost Bird is a novel of old times, published in 1995.'),
    ...asked(
      'Long Tide',
      'The Long Tide was based on an old story by Ann Lee. The Long Tide is a peer-reviewed paper. The Long ' +
        'Tide was a big success.',
    ),
  ];
  assert.deepEqual(made, []);
});

test('a part of a name, of a list or of two dates is no answer', () => {
  const made = [
    ...asked('Kim Lee-hale', 'Kim Lee-hale wrote The Long Tide. In 2010 Norwich opened a harbour.'),
    ...asked('Carrow Bank', 'Carrow Bank has 44 branches in Norfolk, Suffolk and Essex.'),
    ...asked(
      'Old Mill',
      'Old Mill was sold in 1930 in Leeds and 1931 in York. Part of the Old Mill was built in 1850.',
    ),
  ];
  assert.deepEqual(
    made.filter((question) => !question.startsWith('When did Norwich')),
    [],
  );
});

test('what was true when it was written, what praises, and what an organization can be too are left out', () => {
  const made = [
    ...asked('Tidal', 'Tidal is a beautiful new tool. Tidal is a member of the Anglia Group. Tidal grew in Leeds.'),
    ...asked('Tom Hale', 'Tom Hale has recently been writing The Long Tide.'),
    ...asked('Carrow Hall', 'Carrow Hall is a historic hall in the Gothic style of England.'),
  ];
  assert.deepEqual(
    made.filter((question) => /^(?:Who|Where) |recently|beautiful/.test(question)),
    [],
  );
});

test('the graph tells what a sentence is about where the rules do not know it, unless the text has other words', () => {
  const text = 'After long talks it was sold by Ada Byron in 1850.';
  const sold: KnownFact = {
    subject: { name: 'carrow mill', label: 'Carrow Mill (Norwich)' },
    predicate: 'was sold by',
    object: { name: 'ada byron', label: 'Ada Byron' },
    start: 32,
    end: 41,
  };
  assert.deepEqual(asked('Mills', text), []);
  assert.deepEqual(asked('Mills', text, [{ ...sold, predicate: 'sold_by' }]), []);
  assert.ok(asked('Mills', text, [sold]).includes('When was Carrow Mill sold by Ada Byron? 1850'));
});
