/** The models, spread over the processors that document AI may use. */

import type { DocumentAiRuntime } from '../../documents/types.ts';
import { bandsOf } from '../detection/bands.ts';
import { DETECTION_MODEL, loadOnnxRuntime, modelPath, RECOGNITION_MODEL } from '../models/runtime.ts';
import type { ScriptModel } from '../models/tesseract.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';
import { lineBatches } from '../recognition/line-batches.ts';
import type { RecognizedLine } from '../recognition/recognition.ts';
import { startModelThreads } from './model-threads.ts';
import type { RunModel } from './model-threads.ts';

/** Returns one line per box, in the order of the boxes. */
export type RecognizeLines = (raster: Raster, boxes: readonly PixelBox[]) => Promise<RecognizedLine[]>;

export interface Models {
  /** Finds the lines of text in a picture whose lines run horizontally. */
  readonly detect: (raster: Raster) => Promise<PixelBox[]>;
  readonly recognize: RecognizeLines;
  /** Reads lines with the model of a script. Returns one line per box, in the order of the boxes. */
  readonly readScript: (
    raster: Raster,
    boxes: readonly PixelBox[],
    model: ScriptModel,
  ) => Promise<readonly RecognizedLine[]>;
}

/** Fewer lines are not worth loading a model on another thread. */
const MIN_SCRIPT_LINES = 4; // a line takes as long as loading

let loaded: Models | null = null;

/** The models, loaded once per process. Throws `unavailable` when they are absent; the next call tries again. */
export function loadModels(runtime: DocumentAiRuntime): Models {
  if (loaded === null) {
    // Reports a missing library or model here, because errors lose their class between threads.
    loadOnnxRuntime(runtime);
    for (const model of [DETECTION_MODEL, RECOGNITION_MODEL]) modelPath(runtime, model);
    loaded = modelsOf(
      startModelThreads(runtime, () => (loaded = null)),
      runtime.threads,
    );
  }
  return loaded;
}

const modelsOf = (run: RunModel, threads: number): Models => ({
  detect: async (picture) => {
    const raster = shared(picture);
    const found = await Promise.all(
      bandsOf(raster, threads).map(async ({ box: part, from, to }) => {
        const answer = await run({ kind: 'detect', raster, part });
        const isOwn = ({ y0, y1 }: PixelBox): boolean => (y0 + y1) / 2 >= from && (y0 + y1) / 2 < to;
        return answer.kind === 'detect' ? answer.boxes.filter(isOwn) : [];
      }),
    );
    return found.flat();
  },
  recognize: async (picture, boxes) => {
    const raster = shared(picture);
    const lines = await Promise.all(
      lineBatches(boxes).map(async (batch) => {
        const answer = await run({ kind: 'read', raster, batch });
        const read = answer.kind === 'read' ? answer.lines : [];
        return batch.flatMap(({ index }, place) => {
          const line = read[place];
          return line === undefined ? [] : [{ index, line }];
        });
      }),
    );
    return lines
      .flat()
      .sort((a, b) => a.index - b.index)
      .map(({ line }) => line);
  },
  readScript: async (picture, boxes, model) => {
    const raster = shared(picture);
    const size = Math.max(MIN_SCRIPT_LINES, Math.ceil(boxes.length / threads));
    const starts = Array.from({ length: Math.ceil(boxes.length / size) }, (_, index) => index * size);
    const lines = await Promise.all(
      starts.map(async (start) => {
        const answer = await run({ kind: 'script', raster, boxes: boxes.slice(start, start + size), model });
        return answer.kind === 'read' ? answer.lines : [];
      }),
    );
    return lines.flat();
  },
});

/** Moves the pixels to shared memory, so that threads read them without a copy. */
function shared(raster: Raster): Raster {
  if (raster.pixels.buffer instanceof SharedArrayBuffer) return raster;
  const pixels = new Uint8Array(new SharedArrayBuffer(raster.pixels.length));
  pixels.set(raster.pixels);
  return { ...raster, pixels };
}
