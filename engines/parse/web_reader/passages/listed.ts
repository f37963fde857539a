/**
 * Passages that say what JSON-LD lists of the page: the ingredients and steps of a recipe, or of another instruction.
 */
import { wordsOf } from '../tree/measure.ts';
import type { PageMeasures } from '../measures/page-measures.ts';
import type { Passage } from '../measures/passage.ts';
import { PHRASE, phraseShare, phrasesOf } from './phrases.ts';

/** Share of its phrases from which a passage says a text; amounts and units are often written in another way. */
const SAID = 0.5;
/**
 * Share of the words of its name in the titles of the page from which an instruction is what the page is about: so of
 * 922 of 924 recipes.
 */
const ABOUT = 1 / 3;
/** Fewer passages may say the same by chance. */
const MIN_PASSAGES = 3;

/**
 * For each list that the page shows, the passages that show it, in document order. Instructions that are named and that
 * the page is not about, such as the recipe of the day beside news, have none. Those in elements named as furniture
 * count: two of 164 recipes have their list there.
 */
export function listedPassages({ stated, headlineWords, passages }: PageMeasures): Passage[][] {
  return stated.lists
    .filter(({ subject }) => isAbout(headlineWords, wordsOf(subject)))
    .map(({ items }) => {
      const listed = items.map(wordsOf).filter((words) => words.length > 0);
      const texts = new Set(listed.map(keyOf));
      const phrases = phrasesOf(listed);
      return passages.filter(
        ({ words, place }) =>
          !place.isHidden && (words.length < PHRASE ? texts.has(keyOf(words)) : phraseShare(words, phrases) >= SAID),
      );
    })
    .filter((shown) => shown.length >= MIN_PASSAGES);
}

function isAbout(headlineWords: ReadonlySet<string>, name: readonly string[]): boolean {
  if (headlineWords.size === 0) return true;
  return name.filter((word) => headlineWords.has(word)).length >= name.length * ABOUT;
}

/** Whether a Markdown text has less than half of the passages of a list. */
export function lacksList(markdown: string, lists: readonly (readonly Passage[])[]): boolean {
  if (lists.length === 0) return false;
  const phrases = phrasesOf([wordsOf(markdown)]);
  return lists.some((list) => list.filter(({ words }) => phraseShare(words, phrases) >= SAID).length < list.length / 2);
}

const keyOf = (words: readonly string[]): string => words.join(' ');
