/** Joins the words of a line to text in reading order: left to right, right to left, and mixed. */

import { sum } from '../page/geometry.ts';
import { SAME_ORIGIN } from '../page/glyph.ts';
import type { Glyph } from '../page/glyph.ts';
import { isArabic, isEmbedded, isLatin, isLeftToRight, isKanaOrHan, isVowelMark } from '../page/scripts.ts';
import type { Word } from '../page/word.ts';
import { hyphenated } from './hyphens.ts';
import type { Vocabulary } from './hyphens.ts';
import { letterSpacedText } from './letter-spacing.ts';
import { textLinesOf } from './text-lines.ts';

/** Words closer than this, in em, are one: the file separated them for kerning only. */
const NO_GAP = 0.08; // normal_4pages: +.003 at .064, −.027 at .1
/** Words that overlap by more than this, in em, are still two. */
const OVERPRINT = 0.3; // redp5110_sampled: other text at .24, other text at .375
/** The same for pieces of a right-to-left word, whose boxes are less exact. */
// no sample between .06 and .3: twice NO_GAP, as boxes of right-to-left fonts are less exact
const NO_GAP_RIGHT_TO_LEFT = 0.15;

/** How a word is written: as plain text, or with the marks of its looks. */
export type WordText = (word: Word) => string;

const plain: WordText = ({ text }) => text;
export const withLooks: WordText = ({ text, marked }) => marked ?? text;

export function lineText(words: readonly Word[], write: WordText = plain): string {
  const rightward = sum(words, (word) => (!word.rightToLeft && isLeftToRight(word.text) ? word.length : 0));
  const leftward = sum(words, (word) => (word.rightToLeft ? word.length : 0));
  const ordered = [...words].sort((a, b) => a.x0 - b.x0);
  return leftward > 0 && leftward >= rightward ? rightToLeftLine(ordered, write) : leftToRightLine(ordered, write);
}

function leftToRightLine(words: readonly Word[], write: WordText): string {
  const letterSpaced = letterSpacedText(words);
  if (letterSpaced !== null) return letterSpaced;
  const trustsSpaces = !isTorn(words);
  let text = '';
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    if (previous !== undefined) {
      const gap = word.x0 - previous.x1;
      const isClose = gap < NO_GAP * word.fontSize && gap >= -OVERPRINT * word.fontSize;
      const joined = isClose && !word.rightToLeft && !(trustsSpaces && word.spaced);
      if (!joined) text += ' ';
    }
    text += write(word);
  }
  return text.replaceAll('‘‘', '“').replaceAll('’’', '”');
}

/** Some producers write a space after every letter, as wide as nothing. */
function isTorn(words: readonly Word[]): boolean {
  const spaced = words.filter((word) => word.spaced);
  return spaced.length > 1 && 2 * spaced.filter(({ length }) => length === 1).length > spaced.length;
}

function rightToLeftLine(ascending: readonly Word[], write: WordText): string {
  const words = readingOrder(joinNumbers(ascending).reverse());
  const arabic = words.some((word) => isArabic(word.text));
  let text = '';
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    if (previous !== undefined) {
      const gap = Math.max(previous.x0 - word.x1, word.x0 - previous.x1);
      const neighbours =
        (word.follows === previous || previous.follows === word) && isLatin(word.text) === isLatin(previous.text);
      if (!(neighbours && gap < NO_GAP_RIGHT_TO_LEFT * word.fontSize)) text += ' ';
    }
    text += isStoredByPlace(word) ? rightToLeftWord(word, arabic) : write(word);
  }
  return orientParentheses(text);
}

const NUMBER_PART = /^[\d\u0660-\u0669\u06f0-\u06f9.,:/]+$/;

/** Joins the pieces of a number, whose digits run from left to right in every script. */
function joinNumbers(ascending: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of ascending) {
    const last = joined.at(-1);
    const isPart =
      last !== undefined &&
      NUMBER_PART.test(last.text) &&
      NUMBER_PART.test(word.text) &&
      word.x0 - last.x1 < NO_GAP_RIGHT_TO_LEFT * word.fontSize;
    if (!isPart) {
      joined.push(word);
      continue;
    }
    const length = last.length + word.length;
    const glyphs = [...last.glyphs, ...word.glyphs];
    joined.splice(-1, 1, { ...last, text: last.text + word.text, x1: Math.max(last.x1, word.x1), length, glyphs });
  }
  return joined;
}

/** Files may store letters in any order; recognized words have no letters and are in reading order. */
const isStoredByPlace = (word: Word): boolean => word.glyphs.length > 0 && (word.rightToLeft || !isLatin(word.text));

/**
 * Makes pairs of parentheses open and close in turn: some producers mirror them, some do not, some only inside numbers.
 */
function orientParentheses(text: string): string {
  const marks = text.match(/[()]/g) ?? [];
  if (marks.length % 2 === 0) {
    let count = 0;
    return text.replace(/[()]/g, () => (count++ % 2 === 0 ? '(' : ')'));
  }
  return marks[0] === ')' ? text.replace(/[()]/g, (mark) => (mark === '(' ? ')' : '(')) : text;
}

/** From right to left, except that runs starting with a left-to-right word are reversed. */
function readingOrder(descending: readonly Word[]): Word[] {
  const ordered: Word[] = [];
  let run: Word[] = [];
  for (const word of descending) {
    const startsRun = !word.rightToLeft && isLeftToRight(word.text);
    if (startsRun || (run.length > 0 && !word.rightToLeft)) {
      run.unshift(word);
      continue;
    }
    ordered.push(...run, word);
    run = [];
  }
  return [...ordered, ...run];
}

/** Orders letters by position from right to left; numbers and Latin letters inside keep their own order. */
function rightToLeftWord(word: Word, arabic: boolean): string {
  const letters = stackMarks(word.glyphs).sort((a, b) => b.centre - a.centre);
  const isRun = (index: number): boolean => isEmbedded(letters[index]?.text ?? '');
  // A hyphen separates numbers in Arabic and joins them in Hebrew.
  const joins = arabic ? /[.,:/]/ : /[.,:/\-+_@&]/;
  let text = '';
  let index = 0;
  while (index < letters.length) {
    let end = index;
    if (isRun(index)) {
      while (isRun(end + 1) || (isRun(end + 2) && joins.test(letters[end + 1]?.text ?? ''))) end++;
    }
    const run = letters.slice(index, end + 1).map((letter) => letter.text);
    text += run.reverse().join('');
    index = end + 1;
  }
  return text;
}

interface Letter {
  text: string;
  readonly originX: number;
  readonly centre: number;
}

function stackMarks(glyphs: readonly Glyph[]): Letter[] {
  const letters: Letter[] = [];
  for (const glyph of glyphs) {
    const last = letters.at(-1);
    if (last !== undefined && (isVowelMark(glyph.text) || Math.abs(last.originX - glyph.originX) < SAME_ORIGIN)) {
      last.text += glyph.text;
      continue;
    }
    const centre = (Math.min(glyph.x0, glyph.inkX0) + Math.max(glyph.inkX1, glyph.inkX0)) / 2;
    letters.push({ text: glyph.text, originX: glyph.originX, centre });
  }
  return letters;
}

/** Joins the lines of a paragraph, and words hyphenated at a line's end. */
export function joinLines(lines: readonly string[], vocabulary: Vocabulary): string {
  let text = '';
  for (const line of lines) {
    const word = text === '' ? line : hyphenated(text, line, vocabulary);
    if (word !== null) text = word;
    else if (isKanaOrHan(text.slice(-1)) && isKanaOrHan(line.slice(0, 1))) text += line;
    else text += ` ${line}`;
  }
  return text;
}

/** Text of words in a separate frame, such as a table cell. */
export function blockText(words: readonly Word[], vocabulary: Vocabulary, write: WordText = plain): string {
  if (words.length > 1 && words.every((word) => word.rotated)) return words.map((word) => word.text).join(' ');
  const lines = textLinesOf(words).map((line) => lineText(line.words, write));
  return joinLines(lines, vocabulary).replaceAll('\u00ad', '');
}

export const isMostlyRightToLeft = (words: readonly Word[]): boolean =>
  words.filter((word) => word.rightToLeft).length > words.filter((word) => !word.rightToLeft).length;
