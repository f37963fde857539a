/** Reads lines of text (PP-OCRv6, connectionist temporal classification). */

import { readFile } from 'node:fs/promises';
import { metadataOf, withBestOf } from './onnx-edit.ts';
import { scaleInto, turnHalf } from './raster.ts';
import type { PixelBox, Raster } from './raster.ts';
import { loadOnnxRuntime, modelPath, RECOGNITION_MODEL } from './runtime.ts';
import type { DocumentAiRuntime } from './runtime.ts';
import { SESSION_OPTIONS } from './sessions.ts';

export interface RecognisedCharacter {
  readonly text: string;
  /** Its middle, in pixels of the picture. */
  readonly x: number;
}

export interface RecognisedLine extends PixelBox {
  readonly text: string;
  readonly characters: readonly RecognisedCharacter[];
  /** Mean probability of its characters; 0 when there are none. */
  readonly confidence: number;
}

/** One line for each box, in their order. */
export type RecogniseLines = (raster: Raster, boxes: readonly PixelBox[]) => Promise<RecognisedLine[]>;

/** What the model takes, in pixels. */
const HEIGHT = 48;
const MIN_WIDTH = 16;
const MAX_WIDTH = 3200;
/** Lines of one batch: how many, how wide together, and how much wider the widest than the narrowest. */
const MAX_BATCH = 8;
const MAX_BATCH_WIDTH = 6000;
const MAX_SPREAD = 1.25;
const SPREAD_PIXELS = 40;
const GRAIN = 8;

/** Letters whose neighbours are near, and how far the next one is at most, against the height of the box. */
const NARROW = /[ijlI1!.,:;'|]/;
const NARROW_ADVANCE = 0.2;

/** Class 0 of the model says that a time step holds no new character. */
const BLANK = 0;

interface Crop {
  readonly box: PixelBox;
  readonly index: number;
  readonly width: number;
}

/** Loads the model. Throws `unavailable` when it is absent. */
export async function openRecogniser(runtime: DocumentAiRuntime): Promise<RecogniseLines> {
  const onnx = loadOnnxRuntime(runtime);
  const model = await readFile(modelPath(runtime, RECOGNITION_MODEL));
  const characters = metadataOf(model, 'character');
  if (characters === null) throw new Error('The recognition model has no list of characters.');
  // The list leaves out the blank, which comes first, and the space, which comes last.
  const dictionary = ['', ...characters.replace(/\n$/, '').split('\n'), ' '];
  const session = await onnx.InferenceSession.create(withBestOf(model, 'fetch_name_0'), SESSION_OPTIONS(runtime));
  const [input = 'x'] = session.inputNames;

  const read = async (raster: Raster, batch: readonly Crop[]): Promise<{ index: number; line: RecognisedLine }[]> => {
    const width = Math.ceil(Math.max(...batch.map((crop) => crop.width)) / GRAIN) * GRAIN;
    const plane = HEIGHT * width;
    const pixels = new Float32Array(batch.length * 3 * plane);
    for (const [index, crop] of batch.entries()) {
      const scaled = scaleInto(raster, crop.box, crop.width, HEIGHT);
      const start = index * 3 * plane;
      for (let y = 0; y < HEIGHT; y++) {
        for (let x = 0; x < crop.width; x++) {
          pixels[start + y * width + x] = (scaled[y * crop.width + x] ?? 0) / 127.5 - 1;
        }
      }
      pixels.copyWithin(start + plane, start, start + plane);
      pixels.copyWithin(start + 2 * plane, start, start + plane);
    }
    const feeds = { [input]: new onnx.Tensor('float32', pixels, [batch.length, 3, HEIGHT, width]) };
    const { best_class: classes, best_probability: probabilities } = await session.run(feeds, [
      'best_class',
      'best_probability',
    ]);
    if (!(classes?.data instanceof BigInt64Array) || !(probabilities?.data instanceof Float32Array)) {
      throw new Error('The recognition model answered in another form.');
    }
    const [, steps = 0] = classes.dims;
    const { data } = classes;
    const { data: certainty } = probabilities;
    return batch.map(({ box, index, width: used }, place) => {
      const [from, to] = [place * steps, (place + 1) * steps];
      const stepWidth = (width / steps / used) * (box.x1 - box.x0);
      return { index, line: decode(data.subarray(from, to), certainty.subarray(from, to), box, stepWidth, dictionary) };
    });
  };

  return async (raster, boxes) => {
    const lines: { readonly index: number; readonly line: RecognisedLine }[] = [];
    for (const batch of batches(boxes)) lines.push(...(await read(raster, batch)));
    return lines.sort((a, b) => a.index - b.index).map(({ line }) => line);
  };
}

/** Crops of like width together: what is filled up costs as much as text. */
function batches(boxes: readonly PixelBox[]): Crop[][] {
  const crops = boxes.map((box, index) => ({ box, index, width: cropWidth(box) })).sort((a, b) => a.width - b.width);
  const all: Crop[][] = [];
  for (const crop of crops) {
    const batch = all.at(-1);
    const [first] = batch ?? [];
    const fits =
      batch !== undefined &&
      first !== undefined &&
      batch.length < MAX_BATCH &&
      crop.width * (batch.length + 1) < MAX_BATCH_WIDTH &&
      crop.width < first.width * MAX_SPREAD + SPREAD_PIXELS;
    if (fits) batch.push(crop);
    else all.push([crop]);
  }
  return all;
}

const cropWidth = ({ x0, y0, x1, y1 }: PixelBox): number =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil((HEIGHT * (x1 - x0)) / (y1 - y0))));

/** The best class of each time step to text: repetitions are one character, blanks none. */
function decode(
  classes: BigInt64Array,
  probabilities: Float32Array,
  box: PixelBox,
  stepWidth: number,
  dictionary: readonly string[],
): RecognisedLine {
  const characters: RecognisedCharacter[] = [];
  let total = 0;
  let last = BLANK;
  for (const [step, big] of classes.entries()) {
    const found = Number(big);
    if (found !== BLANK && found !== last) {
      const text = dictionary[found] ?? '';
      const x = box.x0 + (step + 0.5) * stepWidth;
      const previous = characters.at(-1);
      // The second of two equal letters is told late: a blank must come between.
      const isDouble = previous?.text === text && NARROW.test(text);
      characters.push({ text, x: isDouble ? Math.min(x, previous.x + NARROW_ADVANCE * (box.y1 - box.y0)) : x });
      total += probabilities[step] ?? 0;
    }
    last = found;
  }
  const confidence = characters.length === 0 ? 0 : total / characters.length;
  return { ...box, characters, confidence, text: characters.map((character) => character.text).join('') };
}

/** Lines looked at to tell which way up a page is, those nearest to this ratio of width to height. */
const PROBES = 6;
const PROBE_RATIO = 10;
const MIN_PROBE_RATIO = 2;
/** Mean confidence from which nothing else is tried. */
const SURE = 0.93;
/** Shorter lines count less. */
const FULL_LENGTH = 5;

/** Whether a picture reads better turned by 180°. */
export async function isUpsideDown(
  recognise: RecogniseLines,
  raster: Raster,
  boxes: readonly PixelBox[],
): Promise<boolean> {
  const ratio = ({ x0, y0, x1, y1 }: PixelBox): number => (x1 - x0) / (y1 - y0);
  const probes = boxes
    .filter((box) => ratio(box) > MIN_PROBE_RATIO)
    .sort((a, b) => Math.abs(ratio(a) - PROBE_RATIO) - Math.abs(ratio(b) - PROBE_RATIO))
    .slice(0, PROBES);
  if (probes.length === 0) return false;
  const score = (lines: readonly RecognisedLine[]): number =>
    lines.reduce((sum, line) => sum + line.confidence * Math.min(1, line.characters.length / FULL_LENGTH), 0);
  const upright = score(await recognise(raster, probes));
  if (upright >= SURE * probes.length) return false;
  const turned = turnHalf(raster);
  return (
    score(
      await recognise(
        turned,
        probes.map((box) => turnedBox(box, raster)),
      ),
    ) > upright
  );
}

/** Where a box is once its picture was turned by 180°. */
export const turnedBox = ({ x0, y0, x1, y1 }: PixelBox, { width, height }: Raster): PixelBox => ({
  x0: width - x1,
  y0: height - y1,
  x1: width - x0,
  y1: height - y0,
});
