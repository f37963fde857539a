/** Values of fields and text boxes as words of the page, where the page does not show them. */

import { centreY } from '../../page/geometry.ts';
import type { Box } from '../../page/geometry.ts';
import { BOX_TEXT, checkbox } from '../../page/marks.ts';
import { recognizedWord } from '../../page/word.ts';
import type { Word } from '../../page/word.ts';
import { wordsInAreas } from './words-in-areas.ts';

/** What a person wrote on the page, or chose: the value of a field or a text box. */
export interface FilledIn {
  readonly box: Box;
  /** Whether a box is ticked, or the text. */
  readonly value: boolean | string;
}

/** Sizes of text without looks, in points, and its share of the height of its field. */
const SIZES = { least: 6, most: 11, share: 0.7 };
/** The usual width of a letter and of a space, and the height of a line, in em. */
const LETTER = 0.5;
const SPACE = 0.3;
const LEADING = 1.2;
const MAX_VALUE = 20_000; // the text of four pages

/** The words of the page, with what was filled in. A box is shown by its state, whatever is drawn in it. */
export function withFilledIn(words: readonly Word[], fields: readonly FilledIn[]): readonly Word[] {
  const inside = wordsInAreas(
    words,
    fields.map(({ box }) => box),
  );
  const added: Word[] = [];
  const replaced = new Set<Word>();
  for (const { box, value } of fields) {
    const shown = inside.get(box) ?? [];
    if (typeof value === 'boolean') {
      for (const word of shown) replaced.add(word);
      added.push(boxWord(box, value));
    } else if (!shown.some(({ text }) => /[\p{L}\p{N}]/u.test(text) && value.includes(text))) {
      added.push(...wordsIn(box, value.slice(0, MAX_VALUE)));
    }
  }
  return added.length === 0 ? words : [...words.filter((word) => !replaced.has(word)), ...added];
}

function boxWord(box: Box, checked: boolean): Word {
  const fontSize = sizeIn(box);
  const baseline = centreY(box) + 0.3 * fontSize;
  return { ...wordAt(BOX_TEXT, box.x0, baseline, fontSize), marked: checkbox(checked) };
}

const sizeIn = ({ y0, y1 }: Box): number => Math.min(SIZES.most, Math.max(SIZES.least, SIZES.share * (y1 - y0)));

/** The words of the text in lines that fit the width of the box. */
function wordsIn(box: Box, value: string): Word[] {
  const fontSize = sizeIn(box);
  const isOneLine = box.y1 - box.y0 < 2 * LEADING * fontSize;
  let baseline = isOneLine ? centreY(box) + 0.3 * fontSize : box.y0 + fontSize;
  const words: Word[] = [];
  for (const line of value.split(/\r\n?|\n/)) {
    let x = box.x0 + 2;
    for (const text of line.split(/\s+/).filter((part) => part !== '')) {
      if (x + widthOf(text, fontSize) > box.x1 && x > box.x0 + 2 && !isOneLine) {
        baseline += LEADING * fontSize;
        x = box.x0 + 2;
      }
      words.push(wordAt(text, x, baseline, fontSize));
      x += widthOf(text, fontSize) + SPACE * fontSize;
    }
    baseline += LEADING * fontSize;
  }
  return words;
}

const widthOf = (text: string, fontSize: number): number => LETTER * fontSize * text.length;

function wordAt(text: string, x0: number, baseline: number, fontSize: number): Word {
  const box = {
    x0,
    x1: x0 + widthOf(text, fontSize),
    y0: baseline - 0.8 * fontSize,
    y1: baseline + 0.2 * fontSize,
  };
  return recognizedWord({ ...box, text, baseline, fontSize, bold: false, font: '', confidence: 1 });
}
