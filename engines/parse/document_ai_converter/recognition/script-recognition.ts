/** Reads lines of text in scripts that the recognition model does not know (Tesseract). */

import { isRightToLeft } from '../../pages/page/scripts.ts';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { openTesseract } from '../models/tesseract.ts';
import type { ScriptModel, Tesseract, TesseractWord } from '../models/tesseract.ts';
import { scaleInto } from '../raster/raster.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';
import type { RecognizedCharacter, RecognizedLine } from './recognition.ts';

/** Reads lines with a model. */
export type ReadScript = (raster: Raster, boxes: readonly PixelBox[], model: ScriptModel) => Promise<RecognizedLine[]>;

/** Height of a line and the white margin around it, in pixels. */
const HEIGHT = 36; // the height to which Tesseract scales lines: at 48 it lost lines of Korean
const MARGIN = 12; // a third of the height
const MAX_WIDTH = 3200; // as MAX_WIDTH of line-batches.ts
/** Tesseract separates the syllables of Korean too: a space is at least this wide, in heights of the box. */
const HANGUL_SPACE = 0.27; // Noto Serif: syllables to .22, words from .31
const HANGUL = /^\p{Script=Hangul}/u;

/** Nothing is loaded before the first line, and one model at a time is kept: each has memory of its own. */
export function openScriptReader(runtime: DocumentAiRuntime): ReadScript {
  let open: { readonly model: ScriptModel; readonly tesseract: Tesseract } | null = null;

  return async (raster, boxes, model) => {
    if (open?.model !== model) open = { model, tesseract: await openTesseract(runtime, model) };
    const { tesseract } = open;
    return boxes.map((box) => {
      tesseract.loadImage(pictureOf(raster, box));
      const words = tesseract.getTextBoxes('word');
      tesseract.clearImage();
      return lineOf(words, box);
    });
  };
}

/** The line as black on white, in the four channels that the library takes. */
function pictureOf(raster: Raster, box: PixelBox): { data: Uint8ClampedArray; width: number; height: number } {
  const inner = innerWidth(box);
  const [width, height] = [inner + 2 * MARGIN, HEIGHT + 2 * MARGIN];
  const grey = scaleInto(raster, box, inner, HEIGHT);
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < inner; x++) {
      const at = 4 * ((y + MARGIN) * width + x + MARGIN);
      data.fill(grey[y * inner + x] ?? 0, at, at + 3);
    }
  }
  return { data, width, height };
}

const innerWidth = ({ x0, y0, x1, y1 }: PixelBox): number =>
  Math.max(1, Math.min(MAX_WIDTH, Math.ceil((HEIGHT * (x1 - x0)) / (y1 - y0))));

/** The words from left to right, whatever their reading direction; the letters of each stay in reading order. */
function lineOf(read: readonly TesseractWord[], box: PixelBox): RecognizedLine {
  const words = read.some(({ text }) => isRightToLeft(text))
    ? read.toSorted((a, b) => a.rect.left - b.rect.left)
    : read;
  const perPixel = (box.x1 - box.x0) / innerWidth(box);
  const place = (x: number): number => box.x0 + (x - MARGIN) * perPixel;
  const characters: RecognizedCharacter[] = [];
  let [certainty, count, end] = [0, 0, -Infinity];
  for (const [index, { text, confidence, rect }] of words.entries()) {
    const letters = Array.from(text.trim());
    const x0 = place(rect.left);
    // The box of a syllable may reach over its neighbours.
    const x1 = Math.max(x0, Math.min(place(rect.right), place(words[index + 1]?.rect.left ?? Infinity)));
    const joins = HANGUL.test(text) && x0 - end < HANGUL_SPACE * (box.y1 - box.y0);
    if (characters.length > 0 && !joins) characters.push({ text: ' ', x: (x0 + end) / 2 });
    characters.push(
      ...letters.map((letter, at) => ({ text: letter, x: x0 + ((at + 0.5) / letters.length) * (x1 - x0) })),
    );
    certainty += confidence * letters.length;
    count += letters.length;
    end = x1;
  }
  const text = characters.map((character) => character.text).join('');
  return { ...box, characters, text, confidence: count === 0 ? 0 : certainty / count };
}
