/** A question that depends on the questions before it becomes one that a search understands: by rules, for English and German. */
import { guessLanguage } from '../../text/language.ts';
import { lower, words } from '../../text/words.ts';
import { lexemes } from '../lexis/lexemes.ts';
import { capitalRuns } from '../names/capital-runs.ts';

/** Words that stand for something that was named before. */
const POINTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('he she it they him her them his hers its their theirs this these those there one ones'.split(' ')),
  de: new Set(
    'er sie es ihn ihm ihr ihnen sein seine seinen seiner ihre ihren ihrer dieser diese dieses dort davon dazu'.split(
      ' ',
    ),
  ),
};

/** How a question begins that asks the former one of something else. */
const INSTEAD = /^(?:and |und )?(?:what about|how about|was ist mit|wie ist es mit|wie sieht es mit)\b/;

/** A question of fewer content words, and without a name, says too little by itself: "How many?", "Why?". */
const LEAST_WORDS = 2;
/** Code units that are read, and names that are taken over. */
const LONGEST_READ = 1000;
const MOST_NAMES = 3;

export interface Resolved {
  /** The question, with what it leaves out. */
  readonly text: string;
  /** What was added: names, or the former question. */
  readonly added: readonly string[];
}

/**
 * `null` for a question that stands by itself. `before` are the questions before it, the last one first; `titles` are those of the
 * passages that answered the last one, which stand in for its names if it has none.
 */
export function resolveQuestion(asked: string, before: readonly string[], titles: readonly string[]): Resolved | null {
  const [last] = before;
  if (last === undefined || asked.length > LONGEST_READ) return null;
  const language = guessLanguage(asked);
  const said = Array.from(words(asked), ({ text }) => lower(text));
  const pointers = POINTERS[language] ?? new Set<string>();
  if (INSTEAD.test(lower(asked).trim())) return withFormer(asked, last);
  if (namesIn(asked).length > 0) return null;
  const pointsBack = said.some((word) => pointers.has(word));
  const saysLittle = lexemes(asked, language).positions.size < LEAST_WORDS;
  if (!pointsBack && !saysLittle) return null;
  if (saysLittle && !pointsBack) return withFormer(asked, last);
  const names = before.map(namesIn).find((found) => found.length > 0) ?? titles;
  return names.length === 0 ? withFormer(asked, last) : withNames(asked, names.slice(0, MOST_NAMES));
}

const withNames = (asked: string, names: readonly string[]): Resolved => ({
  text: `${asked.trim()} (${names.join(', ')})`,
  added: names,
});

const withFormer = (asked: string, former: string): Resolved => ({
  // Not half of a character.
  text: `${former
    .trim()
    .slice(0, LONGEST_READ)
    .replace(/[\uD800-\uDBFF]$/, '')} ${asked.trim()}`,
  added: [former],
});

/** The names that a question writes, each once. */
function namesIn(question: string): string[] {
  const read = question.slice(0, LONGEST_READ).toWellFormed();
  return [...new Set(capitalRuns(read, guessLanguage(read)).map(({ start, end }) => read.slice(start, end)))];
}
