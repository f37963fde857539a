/**
 * The native libraries and models that `npm run setup:document-ai` installs. They are not dependencies of the service,
 * so the compiler does not know them: the functions that are called are checked at load time.
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ServiceError } from '../../../../errors/index.ts';
import type { DocumentAiRuntime } from '../../documents/types.ts';

export const DETECTION_MODEL = 'PP-OCRv6_det_small.onnx';
export const RECOGNITION_MODEL = 'PP-OCRv6_rec_small.onnx';

export interface Tensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly run: (feeds: Record<string, Tensor>, outputs: readonly string[]) => Promise<Record<string, Tensor>>;
}

export interface OnnxRuntime {
  readonly InferenceSession: {
    readonly create: (model: Uint8Array, options: Readonly<Record<string, unknown>>) => Promise<Session>;
  };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** The parts of @napi-rs/canvas that decode pictures. */
export interface Canvas {
  readonly loadImage: (bytes: Uint8Array) => Promise<{ readonly width: number; readonly height: number }>;
  readonly createCanvas: (
    width: number,
    height: number,
  ) => {
    readonly getContext: (kind: '2d') => {
      fillStyle: string;
      fillRect: (x: number, y: number, width: number, height: number) => void;
      drawImage: (image: object, x: number, y: number) => void;
      getImageData: (x: number, y: number, width: number, height: number) => { readonly data: Uint8ClampedArray };
    };
  };
}

/** The parts of utif2 that decode TIFF files. */
export interface Tiff {
  readonly decode: (bytes: ArrayBuffer) => TiffPage[];
  readonly decodeImage: (bytes: ArrayBuffer, page: TiffPage) => void;
  readonly toRGBA8: (page: TiffPage) => Uint8Array;
}

export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** Tags by number: width and height. */
  readonly t256?: readonly number[];
  readonly t257?: readonly number[];
  /** Resolution across and down, in one unit, as numerator and denominator. */
  readonly t282?: readonly (readonly number[])[];
  readonly t283?: readonly (readonly number[])[];
}

const isOnnxRuntime = (loaded: unknown): loaded is OnnxRuntime => has(loaded, ['InferenceSession', 'Tensor']);
const isCanvas = (loaded: unknown): loaded is Canvas => has(loaded, ['loadImage', 'createCanvas']);
const isTiff = (loaded: unknown): loaded is Tiff => has(loaded, ['decode', 'decodeImage', 'toRGBA8']);

const has = (loaded: unknown, names: readonly string[]): boolean =>
  typeof loaded === 'object' &&
  loaded !== null &&
  names.every((name) => typeof Reflect.get(loaded, name) === 'function');

export const loadOnnxRuntime = (runtime: DocumentAiRuntime): OnnxRuntime =>
  load(runtime, 'onnxruntime-node', isOnnxRuntime);
export const loadCanvas = (runtime: DocumentAiRuntime): Canvas => load(runtime, '@napi-rs/canvas', isCanvas);
export const loadTiff = (runtime: DocumentAiRuntime): Tiff => load(runtime, 'utif2', isTiff);

function load<T>({ directory }: DocumentAiRuntime, name: string, isExpected: (loaded: unknown) => loaded is T): T {
  if (!existsSync(join(directory, 'node_modules', name))) throw notSetUp();
  const loaded: unknown = createRequire(join(directory, 'index.js'))(name);
  if (!isExpected(loaded)) throw new Error(`This version of ${name} lacks functions that document AI calls.`);
  return loaded;
}

/** The path of a model. Throws `unavailable` when it is absent. */
export function modelPath({ directory }: DocumentAiRuntime, name: string): string {
  const path = join(directory, 'models', name);
  if (!existsSync(path)) throw notSetUp();
  return path;
}

export function notSetUp(): ServiceError {
  return new ServiceError('unavailable', 'Document AI is not set up. Fix: run npm run setup:document-ai.');
}
