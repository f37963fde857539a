/** Puts letters into words, one after the other. */

import type { Glyph } from '../page/glyph.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import { addBeforeLast, addLetter, wordAt } from './growing-word.ts';
import type { GrowingWord } from './growing-word.ts';
import { areInLigature, isSwappedLamAlef, ligatureEnd } from './glyphs/ligatures.ts';
import { areMonospaced, endsBetween, gapBetween, isSpaced } from './word-breaks.ts';

interface OpenWord {
  readonly word: GrowingWord;
  readonly last: Glyph;
}

export class WordReader {
  readonly words: GrowingWord[] = [];
  readonly #monoFonts: MonospaceFonts;
  /** What the next letter may continue. */
  #open: OpenWord | null = null;
  /** Where the last letter ends, and how many letters already share its origin. */
  #end = 0;
  #sharing = 1;
  /** The space of the file before the next letter. */
  #space: Glyph | null = null;

  constructor(monoFonts: MonospaceFonts) {
    this.#monoFonts = monoFonts;
  }

  /** PDFium's own spaces are wrong in monospaced text: its advance looks like a gap. */
  readGap(next: Glyph): void {
    if (this.#open !== null && !areMonospaced(this.#open.last, next, this.#monoFonts)) this.#open = null;
  }

  readSpace(space: Glyph): void {
    this.#open = null;
    this.#space = space;
  }

  readLetter(glyph: Glyph): void {
    const open = this.#open;
    const inLigature = open !== null && areInLigature(open.last, glyph);
    const continued = open !== null && !this.#endsBefore(glyph, open, inLigature) ? open : null;
    if (continued !== null && isSwappedLamAlef(continued.last, glyph)) {
      this.#readSwapped(glyph, continued);
      return;
    }
    const word = continued?.word ?? this.#startWord(glyph, open?.word ?? null);
    this.#sharing = inLigature ? this.#sharing + 1 : 1;
    this.#end = inLigature ? ligatureEnd(glyph, this.#sharing) : glyph.x1;
    addLetter(word, glyph, inLigature ? glyph.inkX1 : glyph.x1);
    this.#open = { word, last: glyph };
  }

  #endsBefore(glyph: Glyph, { word, last }: OpenWord, inLigature: boolean): boolean {
    const gap = inLigature ? 0 : gapBetween(last, glyph, this.#end);
    return endsBetween(last, glyph, gap, word.leftward, this.#monoFonts);
  }

  /** The last letter stays the last one. */
  #readSwapped(glyph: Glyph, { word, last }: OpenWord): void {
    this.#end = Math.max(this.#end, last.x1, last.inkX1, glyph.inkX1);
    addBeforeLast(word, glyph, last, this.#end);
  }

  #startWord(glyph: Glyph, follows: GrowingWord | null): GrowingWord {
    const word = wordAt(glyph, follows, this.#space !== null && isSpaced(this.#space, glyph, this.#end));
    this.#space = null;
    this.words.push(word);
    return word;
  }
}
