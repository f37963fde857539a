/** What a pronoun at the beginning of a sentence stands for: the subject of the sentence before, where both agree. */
import type { TaggedWord } from './tagger.ts';
import type { NamedWords } from './names-in.ts';

export interface Topic {
  /** Normal form. */
  readonly name: string;
  readonly kind: 'person' | 'thing' | 'many';
}

/** Endings of what only a person is, and words for persons. */
const PERSON_ENDINGS = 'ist ian man woman ress maker writer'.split(' ');
const PERSONS: ReadonlySet<string> = new Set(
  `actor singer player footballer cricketer drummer composer director producer author poet painter sculptor architect lawyer professor
   scholar philosopher engineer officer general admiral soldier leader minister president senator king queen prince duke earl baron
   bishop priest pope saint rapper dancer model host presenter driver boxer wrestler swimmer skater golfer coach manager editor teacher
   judge governor mayor monk nun son daughter brother sister wife husband father mother explorer inventor founder entrepreneur
   broadcaster emperor astronaut surgeon biochemist critic activist diplomat ruler warrior`.split(/\s+/),
);
const PLURAL = new Set(['are', 'were', 'have']);
/** How far behind the subject its kind is looked for. */
const WORDS_READ = 40;

const PRONOUNS: ReadonlyMap<string, Topic['kind']> = new Map(
  Object.entries({ he: 'person', she: 'person', it: 'thing', they: 'many' }),
);

/** The subject of a sentence as a topic of the next. */
export function topicOf({ name, to }: NamedWords, verb: string, words: readonly TaggedWord[]): Topic {
  if (PLURAL.has(verb.toLowerCase())) return { name, kind: 'many' };
  const after = words.slice(to, to + WORDS_READ).map(({ text }) => text.toLowerCase());
  const isPerson = (after[0] === '(' && isLife(after)) || after.some(namesPerson);
  return { name, kind: isPerson ? 'person' : 'thing' };
}

/** Whether a noun, in lower case, is a word for a person. */
export const namesPerson = (word: string): boolean =>
  PERSONS.has(word) || PERSON_ENDINGS.some((ending) => word.length > ending.length + 1 && word.endsWith(ending));

/** "(born 1970 …" or "(1 April 1954 – 5 August 1992)". */
function isLife(after: readonly string[]): boolean {
  const close = after.indexOf(')');
  const aside = close < 0 ? after : after.slice(0, close);
  const years = aside.filter((word) => /^\d{3,4}$/.test(word));
  return aside.includes('born') || (years.length > 1 && aside.some((word) => /^[-–—]$/.test(word)));
}

/** The topic that the first word of a sentence stands for, if it is a pronoun. */
export function meantBy(first: TaggedWord | undefined, topic: Topic | null): Topic | null {
  const kind = PRONOUNS.get(first?.text.toLowerCase() ?? '');
  return topic !== null && kind === topic.kind ? topic : null;
}
