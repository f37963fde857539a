/** Hyphens at line ends: those that divide a word go, those of compounds, codes, numbers and addresses stay. */

/** Words of a document in lower case, some with hyphens in them: how it writes a word decides. */
export type Vocabulary = ReadonlySet<string>;

export const NO_VOCABULARY: Vocabulary = new Set();

/** Longer passages without a space are no words. */
const MAX_WORD = 80;
const END = /([\p{L}\p{N}])[-\u00ad\u2010\u2011]$/u;
const RANGE_END = /\p{N}\u2013$/u;
const ADDRESS = /^\P{L}*(?:www\.|[a-z]+:\/\/)|[/@]/iu;
/** `Ein- und Ausgang`, `one- or two-way`: the rest of the word comes later. */
const SUSPENDED = /^(?:and|or|to|und|oder|bis|sowie|bzw\.|et|ou|y|o|e|en|of)\s/;
const NO_WORD = /[^\p{L}\u2010\u2011-]+/u;
const WORD_AFTER = /^\p{L}+(?:[-\u2010\u2011]\p{L}+)*/u;

/** Whether a word, code or number goes on in the next line. */
export const endsInHyphen = (text: string): boolean => END.test(text);

/** `text` and `line` as one word, when a hyphen or a dash of a range joins them; else `null`. */
export function hyphenated(text: string, line: string, vocabulary: Vocabulary): string | null {
  const end = text.slice(-MAX_WORD);
  const before = end.slice(end.lastIndexOf(' ') + 1);
  if (RANGE_END.test(before) && /^\p{N}/u.test(line)) return text + line;
  if (!endsInHyphen(before) || !/^[\p{L}\p{N}]/u.test(line) || SUSPENDED.test(line)) return null;
  return keeps(before, line.slice(0, MAX_WORD), vocabulary) ? text + line : text.slice(0, -1) + line;
}

function keeps(before: string, line: string, vocabulary: Vocabulary): boolean {
  if (before.endsWith('\u00ad')) return false;
  if (ADDRESS.test(before) || /^[^\s@]+@/.test(line)) return true;
  const start = before.slice(0, -1);
  const [left, right] = [start.split(NO_WORD).at(-1) ?? '', WORD_AFTER.exec(line)?.[0] ?? ''];
  const isWord = left !== '' && right !== '';
  const isOne = isWord && vocabulary.has((left + right).toLowerCase());
  const isCompound = isWord && vocabulary.has(`${left}-${right}`.toLowerCase());
  if (isOne !== isCompound) return isCompound;
  // Only letters before small ones are part of a divided word, and only of one that has no hyphen yet.
  return !/^\p{Ll}/u.test(line) || !/\p{L}{2}$/u.test(start) || /[\p{L}\p{N}][-\u2010\u2011]/u.test(start);
}

const WORD = /^[("“„«]*(\p{L}{2,}(?:[-\u2010\u2011]\p{L}+)*)[)"”“»,.;:!?]*$/u;

/** The form of a word in a vocabulary; `null` for what is no word. */
export function vocabularyWord(text: string): string | null {
  const word = text.length <= MAX_WORD ? WORD.exec(text)?.[1] : undefined;
  return word === undefined ? null : word.replace(/[\u2010\u2011]/g, '-').toLowerCase();
}
