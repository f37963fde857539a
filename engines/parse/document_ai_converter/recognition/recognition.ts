/** Reads lines of text (PP-OCRv6, connectionist temporal classification). */

import { readFile } from 'node:fs/promises';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { metadataOf, withBestOf } from '../models/onnx-edit.ts';
import { loadOnnxRuntime, modelPath, RECOGNITION_MODEL } from '../models/runtime.ts';
import { openSession } from '../models/sessions.ts';
import { scaleInto } from '../raster/raster.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';
import { RECOGNITION_HEIGHT } from './line-batches.ts';
import type { Crop } from './line-batches.ts';

export interface RecognizedCharacter {
  readonly text: string;
  /** Centre of the character, in pixels of the picture. */
  readonly x: number;
}

export interface RecognizedLine extends PixelBox {
  readonly text: string;
  readonly characters: readonly RecognizedCharacter[];
  /** Mean probability of its characters; 0 when there are none. */
  readonly confidence: number;
}

/** Reads the lines of one batch, in order. */
export type ReadBatch = (raster: Raster, batch: readonly Crop[]) => Promise<RecognizedLine[]>;

/** The model accepts widths that are multiples of this. */
const GRAIN = 8; // the stride of the model

/** Narrow letters, and the maximum distance to the next one, relative to the height of the box. */
const NARROW = /[ijlI1!.,:;'|]/;
const NARROW_ADVANCE = 0.2; // “l” is .22 em wide in Helvetica and .28 in Times, a box over 1.2 em high

/** Class 0 of the model says that a time step holds no new character. */
const BLANK = 0;

/** Loads the model. Throws `unavailable` when it is absent. */
export async function openRecognizer(runtime: DocumentAiRuntime): Promise<ReadBatch> {
  const onnx = loadOnnxRuntime(runtime);
  const model = await readFile(modelPath(runtime, RECOGNITION_MODEL));
  const characters = metadataOf(model, 'character');
  if (characters === null) throw new Error('The recognition model has no list of characters.');
  // The list omits the blank, which comes first, and the space, which comes last.
  const dictionary = ['', ...characters.replace(/\n$/, '').split('\n'), ' '];
  const session = await openSession(onnx, withBestOf(model, 'fetch_name_0'));
  const [input = 'x'] = session.inputNames;

  // Reused, because memory outside the heap is freed late.
  let buffer = new Float32Array();

  return async (raster, batch) => {
    const width = Math.ceil(Math.max(...batch.map((crop) => crop.width)) / GRAIN) * GRAIN;
    const plane = RECOGNITION_HEIGHT * width;
    const size = batch.length * 3 * plane;
    if (buffer.length < size) buffer = new Float32Array(size);
    const pixels = buffer.subarray(0, size).fill(0);
    for (const [index, crop] of batch.entries()) {
      const scaled = scaleInto(raster, crop.box, crop.width, RECOGNITION_HEIGHT);
      const start = index * 3 * plane;
      for (let y = 0; y < RECOGNITION_HEIGHT; y++) {
        for (let x = 0; x < crop.width; x++) {
          pixels[start + y * width + x] = (scaled[y * crop.width + x] ?? 0) / 127.5 - 1;
        }
      }
      pixels.copyWithin(start + plane, start, start + plane);
      pixels.copyWithin(start + 2 * plane, start, start + plane);
    }
    const feeds = { [input]: new onnx.Tensor('float32', pixels, [batch.length, 3, RECOGNITION_HEIGHT, width]) };
    const { best_class: classes, best_probability: probabilities } = await session.run(feeds, [
      'best_class',
      'best_probability',
    ]);
    if (!(classes?.data instanceof BigInt64Array) || !(probabilities?.data instanceof Float32Array)) {
      throw new Error('The recognition model returned an unexpected output.');
    }
    const [, steps = 0] = classes.dims;
    const { data } = classes;
    const { data: certainty } = probabilities;
    return batch.map(({ box, width: used }, place) => {
      const [from, to] = [place * steps, (place + 1) * steps];
      const stepWidth = (width / steps / used) * (box.x1 - box.x0);
      return decode(data.subarray(from, to), certainty.subarray(from, to), box, stepWidth, dictionary);
    });
  };
}

/** Decodes the best class of each time step to text: repetitions are one character, blanks none. */
function decode(
  classes: BigInt64Array,
  probabilities: Float32Array,
  box: PixelBox,
  stepWidth: number,
  dictionary: readonly string[],
): RecognizedLine {
  const characters: RecognizedCharacter[] = [];
  let total = 0;
  let last = BLANK;
  for (const [step, big] of classes.entries()) {
    const found = Number(big);
    if (found !== BLANK && found !== last) {
      const text = dictionary[found] ?? '';
      const x = box.x0 + (step + 0.5) * stepWidth;
      const previous = characters.at(-1);
      // The second of two equal letters shows late, because a blank must come between.
      const isDouble = previous?.text === text && NARROW.test(text);
      characters.push({ text, x: isDouble ? Math.min(x, previous.x + NARROW_ADVANCE * (box.y1 - box.y0)) : x });
      total += probabilities[step] ?? 0;
    }
    last = found;
  }
  const confidence = characters.length === 0 ? 0 : total / characters.length;
  return { ...box, characters, confidence, text: characters.map((character) => character.text).join('') };
}
