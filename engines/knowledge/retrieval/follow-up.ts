/**
 * A question that depends on the questions before it becomes one that a search understands: by rules, for English and
 * German.
 */
import { guessLanguage } from '../../text/language.ts';
import { lower, words } from '../../text/words.ts';
import { lexemes } from './lexemes.ts';
import { capitalRuns } from '../names/capital-runs.ts';
import { isNoName } from '../names/no-names.ts';
import { normalName } from '../names/normal.ts';
import { saysTime, withoutTime } from '../time/replaced.ts';

/** Words that stand for something that was named before. */
const POINTERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: new Set('he she it they him her them his hers its their theirs this these those there one ones'.split(' ')),
    de: new Set(
      'er sie es ihn ihm ihr ihnen sein seine seinen seiner ihre ihren ihrer dieser diese dieses dort davon dazu'.split(
        ' ',
      ),
    ),
  }),
);

/** How a question begins that asks the former one of something else. */
const INSTEAD = /^(?:and |und )?(?:what about|how about|was ist mit|wie ist es mit|wie sieht es mit)\b/;

/**
 * A question of fewer content words, and without a name, says too little by itself: "How many?", "Give me some
 * examples".
 */
const LEAST_WORDS = 3;
/** Code units that are read, those of each former question that is taken over, and names that are. */
const LONGEST_READ = 1000;
const LONGEST_FORMER = 500;
const MOST_NAMES = 3;

export interface Resolved {
  /** The question, with what it leaves out. */
  readonly text: string;
  /** What was added: names, or former questions without a time that a later one replaces. */
  readonly added: readonly string[];
}

/**
 * `null` for a question that stands by itself. `before` are the questions before it, the last one first; `titles` are
 * those of the passages that answered the last one, which stand in for its names if it has none.
 */
export function resolveQuestion(asked: string, before: readonly string[], titles: readonly string[]): Resolved | null {
  if (before.length === 0 || asked.length > LONGEST_READ) return null;
  const lack = lackOf(asked);
  if (lack === null) return null;
  if (lack === 'question') return withFormer(asked, before);
  const names = before.map(namesIn).find((found) => found.length > 0) ?? titles;
  return names.length === 0 ? withFormer(asked, before) : withNames(asked, names.slice(0, MOST_NAMES));
}

/**
 * What a question leaves out: what it points to with a word, or most of what is asked; `null` if it stands by itself.
 */
function lackOf(asked: string): 'name' | 'question' | null {
  if (INSTEAD.test(lower(asked).trim())) return 'question';
  if (namesIn(asked).length > 0) return null;
  const language = guessLanguage(asked);
  const pointers = POINTERS.get(language) ?? new Set<string>();
  if (Array.from(words(asked)).some(({ text }) => pointers.has(lower(text)))) return 'name';
  return lexemes(asked, language).positions.size < LEAST_WORDS ? 'question' : null;
}

const withNames = (asked: string, names: readonly string[]): Resolved => ({
  text: `${asked.trim()} (${names.join(', ')})`,
  added: names,
});

/**
 * With the last question, and if that one depends on others, with the last one before it that does not. Of several
 * times the last one counts; `null` if nothing but another time was asked before.
 */
function withFormer(asked: string, before: readonly string[]): Resolved | null {
  const [last = '', ...earlier] = before.map(shortened);
  const subject = lackOf(last) === null ? undefined : earlier.find((question) => lackOf(question) === null);
  const added: string[] = [];
  let isTimed = saysTime(asked);
  for (const former of subject === undefined ? [last] : [last, subject]) {
    const left = isTimed ? withoutTime(former) : former;
    isTimed ||= saysTime(former);
    if (left === former || saysMore(left)) added.unshift(left);
  }
  return added.length === 0 ? null : { text: [...added, asked.trim()].join(' '), added };
}

/** Whether anything but stop words is left of a question. */
const saysMore = (question: string): boolean => lexemes(question, guessLanguage(question)).positions.size > 0;

const shortened = (question: string): string =>
  question
    .trim()
    .slice(0, LONGEST_FORMER)
    // Not half of a character.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** The names that a question writes, each once. */
function namesIn(question: string): string[] {
  const read = question.slice(0, LONGEST_READ).toWellFormed();
  const names = capitalRuns(read, guessLanguage(read)).map(({ start, end }) => read.slice(start, end));
  return [...new Set(names)].filter((name) => !isNoName(normalName(name)));
}
