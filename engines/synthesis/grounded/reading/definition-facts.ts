/** Facts of a definition: what its subject is, and what is said of that. */
import { normalName } from '../../../knowledge/names/index.ts';
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { factsOfClause, withoutRole } from './clause-facts.ts';
import { isPlaceNoun, kindAsked } from './definition.ts';
import type { Definition } from './definition.ts';
import type { ReadFact } from './fact.ts';
import { tailFrom } from './phrases.ts';
import type { Tail } from './phrases.ts';
import { sortOfNoun } from './subject.ts';
import type { Subject } from './subject.ts';
import { namesSubject } from './subject-question.ts';
import { verbGroupAt } from './verb-group.ts';
import type { VerbGroup } from './verb-group.ts';
import { isNameOnly, isUnclear, spoken } from './words.ts';

/** Participles that say how something is, not what was done to it. */
const STILL: ReadonlySet<string> = new Set(
  'locate situate base own operate know find headquarter use call make house'.split(' '),
);
const LONGEST_ANSWER = 18;

export function factsOfDefinition(
  subject: Subject,
  verb: VerbGroup,
  definition: Definition,
  words: readonly TaggedWord[],
): ReadFact[] {
  const next = words[definition.after];
  const be = verb.auxiliary;
  if (next?.tag === 'VERB') {
    // "an extended play": the phrase goes on.
    if (next.text.endsWith('ing') || /^(?:NOUN|ADJ|PROPN)$/.test(words[definition.after + 1]?.tag ?? '')) return [];
    const auxiliary = STILL.has(next.lemma) ? be : 'was';
    return [...whatIs(subject, be, definition, []), ...participleFacts(subject, auxiliary, definition, words)];
  }
  if (/^(?:who|that|which)$/.test(next?.text ?? '')) {
    return [...whatIs(subject, be, definition, []), ...relativeFacts(subject, definition, words)];
  }
  const tail = tailFrom(words, definition.after);
  if (tail === null || tail.isOpen) return [];
  const { phrases } = tail;
  // Behind "of" and the like a phrase begins in the middle: it is part of the definition.
  const rest = phrases.flatMap((phrase) => phrase.words);
  // "an actor best known for": not all of it was read.
  if (phrases[0]?.preposition === '' && phrases[0].words[0]?.text !== 'of') return [];
  return [
    ...whatIs(subject, be, definition, rest),
    ...theOne(subject, be, definition, rest),
    ...madeBy(subject, definition, tail),
    ...whereIs(subject, be, definition, tail),
  ];
}

/** "What is the Wensum? A river in Norfolk." */
function whatIs(
  { sort, label }: Subject,
  be: string,
  { phrase, noun }: Definition,
  rest: readonly TaggedWord[],
): ReadFact[] {
  const whole = [...phrase, ...rest];
  const said = spoken(whole).replace(/,$/, '');
  if (sort === null || whole.length > LONGEST_ANSWER || isUnclear(whole) || said.split(' ').length < 3) return [];
  if (label.toLowerCase().includes(noun) && whole.length < 5) return [];
  const asked = [`${sort === 'person' ? 'Who' : 'What'} ${be} `, '?'] as const;
  return [
    {
      predicate: be,
      object: { name: normalName(said), label: said },
      kind: 'description',
      asked,
      stated: null,
      described: null,
    },
  ];
}

/** What "a novel by Irwin Shaw" calls Irwin Shaw, and what he did. */
const MAKERS: ReadonlyMap<string, readonly [did: string, role: string]> = new Map(
  Object.entries({
    novel: ['wrote', 'author'],
    novella: ['wrote', 'author'],
    book: ['wrote', 'author'],
    play: ['wrote', 'author'],
    poem: ['wrote', 'author'],
    memoir: ['wrote', 'author'],
    story: ['wrote', 'author'],
    autobiography: ['wrote', 'author'],
    painting: ['painted', 'painter'],
    song: ['performed', 'performer'],
    single: ['performed', 'performer'],
    album: ['performed', 'performer'],
  }),
);

/** "Who wrote The Long Tide?" of "… is a novel by Edith Farrow". */
function madeBy({ label }: Subject, { noun }: Definition, { phrases }: Tail): ReadFact[] {
  const maker = MAKERS.get(noun);
  const by = phrases.find(({ preposition }) => preposition === 'by');
  if (maker === undefined || by === undefined || by.isOpen || !isNameOnly(by.own) || isUnclear(by.own)) return [];
  const [did, role] = maker;
  const said = spoken(by.own);
  const object = { name: normalName(withoutRole(by.own)), label: said };
  return [
    {
      predicate: `is a ${noun} by`,
      object,
      kind: 'name',
      asked: [`Who ${did} `, '?'],
      stated: null,
      described: `the ${role} of ${label}`,
    },
  ];
}

/** "What is the capital of Norfolk?" */
function theOne(
  subject: Subject,
  be: string,
  { phrase, isDefinite, noun }: Definition,
  rest: readonly TaggedWord[],
): ReadFact[] {
  const whole = [...phrase, ...rest];
  if (!isDefinite || isUnclear(whole) || !whole.slice(1).some(({ tag }) => tag === 'PROPN')) return [];
  const said = spoken(whole).replace(/,$/, '');
  const sort = subject.sort ?? sortOfNoun(noun);
  const word =
    sort === 'person' ? 'Who' : subject.noun !== null && subject.noun !== noun ? `Which ${subject.noun}` : 'What';
  if (sort === null || namesSubject(subject, said)) return [];
  const stated = { question: `${word} ${be} ${said}?`, called: said };
  return [
    {
      predicate: be,
      object: { name: normalName(said), label: said },
      kind: 'description',
      asked: null,
      stated,
      described: null,
    },
  ];
}

/** "Where is Carrow Mill located?" of "… is a mill in Norwich". */
function whereIs(subject: Subject, be: string, { noun, isDefinite }: Definition, { phrases }: Tail): ReadFact[] {
  // "the main city in" says what it is, not where.
  if (!isPlaceNoun(noun) || isDefinite || be !== 'is') return [];
  const [first, ...others] = phrases;
  // "on the Yellow Line"
  if (noun === 'station' && first?.preposition === 'on') return [];
  if (
    first === undefined ||
    !/^(?:in|on|at|near)$/.test(first.preposition) ||
    !isNameOnly(first.own) ||
    isUnclear(first.own)
  )
    return [];
  const place = spoken([
    ...first.own,
    ...others.filter(({ preposition }) => /^(?:in|of)$/.test(preposition)).flatMap(({ words }) => words),
  ]).replace(/,$/, '');
  if (
    !/\p{Lu}/u.test(place) ||
    others.some(({ words, preposition }) => isUnclear(words) || !/^(?:in|of)$/.test(preposition))
  )
    return [];
  const label = first.preposition === 'in' ? place : `${first.preposition} ${place}`;
  const asked = ['Where is ', ' located?'] as const;
  const described = first.preposition === 'in' ? `the {kind} where ${subject.label} is located` : null;
  return [
    {
      predicate: `is a ${noun} in`,
      object: { name: normalName(label), label },
      kind: 'place',
      asked,
      stated: null,
      described,
    },
  ];
}

/** "a 1996 film directed by Joel Coen", or "written and directed by". */
function participleFacts(
  subject: Subject,
  be: string,
  definition: Definition,
  words: readonly TaggedWord[],
): ReadFact[] {
  const { after } = definition;
  let to = after + 1;
  while (words[to]?.tag === 'VERB' || words[to]?.text === ',' || words[to]?.text === 'and') to++;
  if (words[to]?.text !== 'by') to = after + 1;
  const participles = words.slice(after, to);
  const [first] = participles;
  const tail = tailFrom(words, to);
  if (first === undefined || tail === null) return [];
  const auxiliary: TaggedWord = { text: be, tag: 'AUX', lemma: 'be', start: first.start - 1, end: first.start - 1 };
  const verb = {
    words: [auxiliary, ...participles],
    auxiliary: be,
    rest: spoken(participles),
    lemma: first.lemma,
    isPassive: true,
    after: to,
  };
  return factsOfClause({ subject: asKind(subject, definition), verb, phrases: tail.phrases });
}

/** "a footballer who plays for Leeds" */
function relativeFacts(subject: Subject, definition: Definition, words: readonly TaggedWord[]): ReadFact[] {
  const verb = verbGroupAt(words, definition.after + 1, false);
  const tail = verb && tailFrom(words, verb.after);
  if (verb === null || tail === null) return [];
  return factsOfClause({ subject: asKind(subject, definition), verb, phrases: tail.phrases });
}

/** Asked for by all that the definition says: "Which 1996 American film". */
function asKind(subject: Subject, definition: Definition): Subject {
  if (definition.isDefinite || isUnclear(definition.phrase)) return subject;
  return { ...subject, noun: kindAsked(definition), sort: 'thing' };
}
