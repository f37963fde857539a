/** The question for the subject of a clause. */
import type { Clause } from './clause.ts';
import { MONTHS } from './dates.ts';
import type { Stated } from './fact.ts';
import { behind } from './phrases.ts';
import type { Phrase } from './phrases.ts';
import type { Subject } from './subject.ts';
import { SAYS } from './verb-group.ts';
import type { VerbGroup } from './verb-group.ts';
import { isUnclear, spoken } from './words.ts';

/** "Who" or "Which mill"; `null` where it is not known what a subject is. */
export function wordFor({ sort, noun }: Subject): string | null {
  if (sort === 'person') return 'Who';
  return noun === null ? null : `Which ${noun}`;
}

/** `null` unless what is said of the subject is likely to be true of nothing else. */
export function askedForSubject(clause: Clause): Stated | null {
  const { subject, verb, phrases } = clause;
  const word = wordFor(subject);
  if (
    word === null ||
    SAYS.has(verb.lemma) ||
    SHARED.has(verb.lemma) ||
    phrases.length === 0 ||
    phrases.some(({ words, isOpen }) => isOpen || isUnclear(words))
  )
    return null;
  const said = behind(phrases);
  // "1931 British film" tells it apart, too.
  const anchors = phrases.reduce(
    (sum, phrase) => sum + anchorsOf(phrase),
    Number(/[\p{Lu}\p{N}]/u.test(subject.noun ?? '')),
  );
  if (anchors < leastAnchors(verb, phrases)) return null;
  if (namesSubject(subject, said)) return null;
  const happens = `${spoken(verb.words)}${said}`;
  return {
    question: `${word} ${happens}?`,
    called: subject.sort === 'person' ? `the person who ${happens}` : `the ${subject.noun ?? ''} that ${happens}`,
  };
}

/** What one does to a thing: one has written a novel, though one may write many novels. */
const ONCE: ReadonlySet<string> = new Set(
  'found establish create invent discover design build co-found construct own operate'.split(' '),
);
const BY_ONE: ReadonlySet<string> = new Set(
  (
    'write compose direct paint sculpt co-write illustrate author animate adapt develop acquire purchase win ' +
    'marry defeat succeed replace host'
  ).split(' '),
);

/** A name and a day, or the like: of one of them alone many things are true. */
function leastAnchors({ lemma, isPassive }: VerbGroup, phrases: readonly Phrase[]): number {
  const isNamed = phrases.some((phrase) => phrase.preposition === (isPassive ? 'by' : '') && hasName(phrase));
  if (isNamed && ONCE.has(lemma)) return 1;
  if (isNamed && BY_ONE.has(lemma)) return isPassive || !MADE.has(lemma) ? 2 : 1;
  return 3;
}

/** What "who" asks for with the name of a work. */
const MADE: ReadonlySet<string> = new Set(
  'write compose direct paint sculpt co-write illustrate author animate develop'.split(' '),
);

/** Many are at one place, or were born there. */
const SHARED: ReadonlySet<string> = new Set(
  'locate situate lie stand base live be bear die raise educate grow headquarter reside bury serve work'.split(' '),
);

const hasName = ({ words }: Phrase): boolean => words.some(({ tag }) => tag === 'PROPN');

/** A month with its year tells more apart than a year; other numbers say little: many played six games. */
function anchorsOf({ words, isDate }: Phrase): number {
  const hasYear = words.some(({ text }) => /^(?:1\d{3}|20\d{2})$/.test(text));
  if (isDate) return words.some(({ text }) => MONTHS.has(text)) ? 2 : Number(hasYear);
  return Number(hasYear || words.some(({ tag }) => tag === 'PROPN'));
}

/** Whether a question has a long word of the name it asks for. */
export function namesSubject({ label, noun }: Subject, question: string): boolean {
  const asked = new Set(question.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 3 && word !== noun && asked.has(word));
}
