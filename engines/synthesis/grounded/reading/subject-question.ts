/** The question for the subject of a clause. */
import { isUnclear } from './clear.ts';
import { behind } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Phrase } from './phrases.ts';
import { spoken } from './spoken.ts';
import { nounInName } from './subject.ts';
import type { Subject } from './subject.ts';

/** "Who" or "Which mill"; `null` where it is not known what a subject is. */
export function wordFor({ sort, noun }: Subject): string | null {
  if (sort === 'person') return 'Who';
  return noun === null ? null : `Which ${noun}`;
}

/** `null` unless what is said of the subject is likely to be true of nothing else. */
export function askedForSubject(clause: Clause): string | null {
  const { subject, verb, phrases } = clause;
  const word = wordFor(subject);
  if (word === null || LYING.has(verb.lemma) || phrases.length === 0 || phrases.some(({ words, isOpen }) => isOpen || isUnclear(words))) return null;
  const said = behind(phrases);
  // "1931 British film" tells it apart, too.
  const anchors = phrases.filter(hasAnchor).length + Number(/[\p{Lu}\p{N}]/u.test(subject.noun ?? ''));
  const hasObject = phrases[0]?.preposition === '' && hasAnchor(phrases[0]);
  const isNarrow = nounInName(subject.label) !== null && subject.noun === nounInName(subject.label);
  if (anchors < (hasObject || isNarrow ? 1 : LEAST_ANCHORS)) return null;
  return namesSubject(subject, said) ? null : `${word} ${spoken(verb.words)}${said}?`;
}

/** A name and a date, or the like: one of them alone many things share. */
const LEAST_ANCHORS = 2;

/** Many things are at one place. */
const LYING: ReadonlySet<string> = new Set('locate situate lie stand base live be'.split(' '));

const hasAnchor = ({ words }: Phrase): boolean => words.some(({ tag }) => tag === 'PROPN' || tag === 'NUM');

/** Whether a question has a long word of the name it asks for. */
export function namesSubject({ label, noun }: Subject, question: string): boolean {
  const asked = new Set(question.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return label.toLowerCase().split(/[^\p{L}\p{N}]+/u).some((word) => word.length > 3 && word !== noun && asked.has(word));
}
