/** The facts of a clause: each phrase of a known kind can be asked for, and what is left identifies it. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { normalName } from '../../../knowledge/names/index.ts';
import type { Clause } from './clause.ts';
import type { Asked, GroundedFact, ReadFact } from './fact.ts';
import { countIn, measureIn } from './numbers.ts';
import { behind } from './phrases.ts';
import type { Phrase } from './phrases.ts';
import { askedForSubject } from './subject-question.ts';
import { activeOf, SAYS } from './verb-group.ts';
import { isLoose, isNameOnly, isUnclear, spoken } from './words.ts';

type AskedFact = Pick<GroundedFact, 'predicate' | 'object' | 'kind'> & {
  readonly asked: Asked;
  readonly described?: string | null;
};

/** What happens somewhere, so that "in" and "at" lead to its place. */
const AT_PLACES: ReadonlySet<string> = new Set(
  `bear die locate situate live hold build base raise bury headquarter educate grow settle film construct found establish station reside
   take lie stand perform create manufacture erect place arrest imprison marry baptize launch crash house`.split(/\s+/),
);
/** What has an object that "what" or "who" asks for. */
const ASKS_WHAT: ReadonlySet<string> = new Set(
  `win write direct publish release compose invent create found design build receive discover establish paint produce develop launch join
   attend play defeat acquire purchase introduce cover replace succeed include`.split(/\s+/),
);
const ASKS_WHO: ReadonlySet<string> = new Set(['marry']);
/** What is done by what follows "by" as by a person or an organization. */
const NOT_DONE: ReadonlySet<string> = new Set(
  (
    'follow border surround precede replace cause affect cross drain feed power serve bound influence inspire ' +
    'accompany characterize mark base'
  ).split(' '),
);

/** One for each phrase that can be asked for. The first has the question for the subject, too. */
export function factsOfClause(clause: Clause): ReadFact[] {
  const stated = askedForSubject(clause);
  return askedFacts(clause).map((fact, index) => ({ described: null, ...fact, stated: index === 0 ? stated : null }));
}

function askedFacts(clause: Clause): AskedFact[] {
  if (SAYS.has(clause.verb.lemma)) return [];
  const dates = clause.phrases.filter(({ isDate }) => isDate);
  return clause.phrases.flatMap((phrase): AskedFact[] => {
    const rest = clause.phrases.filter((other) => other !== phrase);
    if (phrase.isOpen || rest.some(({ words }) => isLoose(words))) return [];
    const fact = phrase.isDate
      ? dates.length === 1 && rest.every(({ preposition }) => preposition !== 'from')
        ? whenFact(clause, phrase, rest)
        : null
      : phraseFact(clause, phrase, rest);
    return fact === null ? [] : [fact];
  });
}

const YEAR = /^(?:1\d{3}|20\d{2})$/;

function whenFact(clause: Clause, phrase: Phrase, rest: readonly Phrase[]): AskedFact | null {
  const hasOther = rest.some(({ words }) => words.some(({ text }) => YEAR.test(text)));
  if (hasOther || !/^(?:in|on|between|during|around)$/.test(phrase.preposition)) return null;
  const label = `${phrase.preposition === 'between' ? 'between ' : ''}${spoken(phrase.own)}`;
  return { ...said(clause, phrase, label), kind: 'date', asked: asking(clause, 'When', rest) };
}

function phraseFact(clause: Clause, phrase: Phrase, rest: readonly Phrase[]): AskedFact | null {
  const { verb, subject } = clause;
  const { preposition, own } = phrase;
  if (preposition === '') return objectFact(clause, phrase, rest);
  if (!isNameOnly(own) || isUnclear(own)) return null;
  const label = spoken(own);
  const done = preposition === 'by' && !NOT_DONE.has(verb.lemma) && isOfVerb(clause, phrase) ? activeOf(verb) : null;
  if (done !== null) {
    const tail = behind(rest);
    return {
      ...said(clause, phrase, label),
      kind: 'name',
      asked: [`Who ${done} `, `${tail}?`],
      described: `the {kind} {who} ${done} ${subject.label}${tail}`,
    };
  }
  const isPlace =
    /^(?:in|at|near)$/.test(preposition) && AT_PLACES.has(verb.lemma) && phrase === lastNamed(clause, phrase);
  if (isPlace && (verb.lemma !== 'take' || spoken(rest[0]?.words ?? []) === 'place')) {
    const asked = asking(clause, preposition === 'near' ? 'Near what' : 'Where', rest);
    const described =
      preposition === 'near' ? null : `the {kind} where ${subject.label} ${spoken(verb.words)}${behind(rest)}`;
    return { ...said(clause, phrase, label), kind: 'place', asked, described };
  }
  return null;
}

/**
 * Whether a phrase with "by" says who did it: not in "based on a novel by Edith Farrow", nor in "written by … with
 * music by …".
 */
function isOfVerb({ phrases }: Clause, phrase: Phrase): boolean {
  const last = phrases[phrases.indexOf(phrase) - 1]?.own.at(-1);
  const isOfNoun = last?.tag === 'NOUN' && /^\p{Ll}/u.test(last.text);
  return !isOfNoun && phrases.filter(({ preposition }) => preposition === 'by').length === 1;
}

/** Where "in … at …" say a place twice, neither is asked for. */
function lastNamed({ phrases }: Clause, phrase: Phrase): Phrase | null {
  const places = phrases.filter(
    ({ preposition, isDate }) => !isDate && /^(?:in|at|near|on|from|to)$/.test(preposition),
  );
  return places.length === 1 && places[0] === phrase ? phrase : null;
}

function objectFact(clause: Clause, phrase: Phrase, rest: readonly Phrase[]): AskedFact | null {
  const { verb } = clause;
  const { own } = phrase;
  if (clause.phrases[0] !== phrase && verb.lemma !== 'be') return null;
  const measure = measureIn(verb, own);
  if (measure !== null) {
    const { value, dimension, isNoun } = measure;
    const asked: Asked = isNoun
      ? [`What ${verb.auxiliary === 'did' ? 'was' : 'is'} the ${dimension} of `, `${behind(rest)}?`]
      : asking(clause, `How ${dimension}`, rest);
    return { ...said(clause, phrase, value), kind: 'number', asked };
  }
  if (verb.isPassive || verb.lemma === 'be') return null;
  // In all places of a list, not in the first.
  const count = rest.some(({ isOpen }) => isOpen) ? null : countIn(own);
  if (count !== null) {
    return {
      ...said(clause, phrase, count.number),
      kind: 'number',
      asked: asking(clause, `How many ${count.counted}`, rest),
    };
  }
  if (!isNameOnly(own) || isUnclear(own)) return null;
  if (spoken(own).startsWith('the role of '))
    return { ...said(clause, phrase, spoken(own.slice(3))), kind: 'name', asked: asking(clause, 'Which role', rest) };
  const word = ASKS_WHO.has(verb.lemma) ? 'Who' : ASKS_WHAT.has(verb.lemma) ? 'What' : null;
  if (word === null) return null;
  const described = `the {kind} ${clause.subject.label} ${spoken(verb.words)}${behind(rest)}`;
  return { ...said(clause, phrase, spoken(own)), kind: 'name', asked: asking(clause, word, rest), described };
}

/** The predicate and the object of a fact. */
function said({ verb, phrases }: Clause, phrase: Phrase, label: string): Pick<AskedFact, 'predicate' | 'object'> {
  const before: TaggedWord[] = [];
  for (const other of phrases) {
    if (other === phrase) break;
    before.push(...other.words);
  }
  const predicate = [spoken(verb.words), spoken(before), phrase.preposition].filter((part) => part !== '').join(' ');
  const isWhole = !phrase.isDate && label === spoken(phrase.own);
  return {
    predicate,
    object: { name: (isWhole ? normalName(withoutRole(phrase.own)) : '') || normalName(label), label },
  };
}

/** "Irwin Shaw" of "American author Irwin Shaw". */
export function withoutRole(own: readonly TaggedWord[]): string {
  return spoken(own.slice(own.findLastIndex(({ tag, text }) => tag === 'NOUN' && /^\p{Ll}/u.test(text)) + 1));
}

/** A question by a word for what is left out. */
function asking({ verb }: Clause, word: string, rest: readonly Phrase[]): Asked {
  return [`${word} ${verb.auxiliary} `, `${verb.rest === '' ? '' : ` ${verb.rest}`}${behind(rest)}?`];
}
