/** Whether the text layer of a page is text: a file may map its glyphs to wrong characters, or to none. */

import { sum } from './geometry.ts';
import type { ExtractedPage } from './page.ts';

/** Largest share of characters without a meaning. */
const MAX_MEANINGLESS = 0.08; // test “a page is recognized when more than .08 of its characters have no meaning”
const MEANINGLESS = /[\ufffd\p{Co}\p{Cn}\p{Cc}]/gu;

/** Fewer letters or words say nothing. */
const MIN_LETTERS = 60; // a line of text
const MIN_WORDS = 20; // two lines

/**
 * Letters of other alphabets that were stored as Latin-1 are accented letters: most of a page, which no language has.
 */
const ACCENTED = /[\u00aa-\u00ff]/g;
const MAX_ACCENTED = 0.5; // Vietnamese, whose letters have the most accents, stays below .3

/** Words of a wrong alphabet have no vowels; in those of any language they are abbreviations. */
const LATIN_WORD = /^[A-Za-z]{4,}$/;
const VOWEL = /[aeiouy]/i;
const MAX_VOWELLESS = 0.4; // moving letters by a few places leaves .5 to .8; Czech has .05

/** Longer words are several that run together; only addresses are longer. */
const LONG_WORD = 30;
const MIN_LONG = 3; // a line is one such word
const MAX_RUN_TOGETHER = 0.5; // half of the letters
const MAX_TORN = 0.7; // share of words of one letter; a page of formulas stays below .5
const MIN_ALPHABET = 10; // a table of formulas has fewer letters

/** Fewer characters on a page of pictures are a stamp, a head or a page number on a scan. */
const FEW_CHARACTERS = 120; // test “a page is recognized when it has no text, or few characters beside images”
/** Share of the page that pictures cover at least. */
const MIN_PICTURES = 0.3; // smaller ones are figures and logos

/** Whether a page has little text beside large pictures, which may show more, and which nobody has recognized yet. */
export function hasLittleText({ words, rotated, drawings }: ExtractedPage): boolean {
  const characters = sum([...words, ...rotated], ({ text }) => text.length);
  const isRecognized = words.some(({ glyphs }) => glyphs[0]?.style.invisible === true);
  return characters < FEW_CHARACTERS && drawings.imageShare >= MIN_PICTURES && !isRecognized;
}

/** What is wrong with the text of a page, for people; `null` when nothing is, or there is too little text to tell. */
export function illegibility({ words, rotated, unmapped }: ExtractedPage): string | null {
  const texts = [...words, ...rotated].map((word) => word.text);
  const text = texts.join('');
  const meaningless = (text.match(MEANINGLESS)?.length ?? 0) + unmapped;
  if (meaningless > MAX_MEANINGLESS * (text.length + unmapped))
    return 'its fonts do not say which characters they show';
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return null;
  if ((text.match(ACCENTED)?.length ?? 0) > MAX_ACCENTED * letters) return 'its letters are in a wrong encoding';
  const latin = [...new Set(texts.filter((word) => LATIN_WORD.test(word)))];
  if (latin.length >= MIN_WORDS && latin.filter((word) => !VOWEL.test(word)).length > MAX_VOWELLESS * latin.length) {
    return 'its letters make no words';
  }
  const spaced = texts.filter((word) => /^\p{Script=Latin}+$/u.test(word));
  const long = spaced.filter(({ length }) => length > LONG_WORD);
  if (long.length >= MIN_LONG && sum(long, ({ length }) => length) > MAX_RUN_TOGETHER * letters)
    return 'its words run together';
  const single = spaced.filter(({ length }) => length === 1);
  const isTorn = single.length > MAX_TORN * spaced.length && new Set(single).size >= MIN_ALPHABET;
  if (isTorn && spaced.length >= MIN_WORDS) return 'its words are torn into letters';
  return null;
}
