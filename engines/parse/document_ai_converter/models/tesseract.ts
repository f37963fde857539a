/**
 * Tesseract, for scripts that the recognition model does not know. Its library and models come with `npm run
 * setup:document-ai`.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { notSetUp } from './runtime.ts';

/**
 * Tesseract's models, and the letters of their scripts. The model of Kazakh knows the letters of all languages in
 * Cyrillic, of Russian too; no package has one of Russian.
 */
export const SCRIPT_MODELS = {
  ara: /\p{Script=Arabic}/gu,
  bul: /\p{Script=Cyrillic}/gu,
  ell: /\p{Script=Greek}/gu,
  hin: /\p{Script=Devanagari}/gu,
  kaz: /\p{Script=Cyrillic}/gu,
  kor: /\p{Script=Hangul}/gu,
  ukr: /\p{Script=Cyrillic}/gu,
} as const satisfies Readonly<Record<string, RegExp>>;

export type ScriptModel = keyof typeof SCRIPT_MODELS;

export const isScriptModel = (name: string): name is ScriptModel => Object.hasOwn(SCRIPT_MODELS, name);

export interface TesseractWord {
  readonly text: string;
  /** 0..1. */
  readonly confidence: number;
  /** In pixels of the picture. */
  readonly rect: { readonly left: number; readonly right: number };
}

/** The parts of tesseract-wasm that are called. */
export interface Tesseract {
  readonly setVariable: (name: string, value: string) => void;
  readonly loadModel: (model: Uint8Array) => void;
  readonly loadImage: (image: { data: Uint8ClampedArray; width: number; height: number }) => void;
  readonly getTextBoxes: (unit: 'word') => readonly TesseractWord[];
  readonly clearImage: () => void;
}

interface Library {
  readonly createOCREngine: (options: { readonly wasmBinary: Uint8Array }) => Promise<Tesseract>;
}

const isLibrary = (loaded: unknown): loaded is Library =>
  typeof loaded === 'object' && loaded !== null && typeof Reflect.get(loaded, 'createOCREngine') === 'function';

/** Settings: each picture is one line; its resolution is not estimated. */
const VARIABLES = { tessedit_pageseg_mode: '13', user_defined_dpi: '300' };

/** Tesseract with a model: it cannot take another one. Throws `unavailable` when they are absent. */
export async function openTesseract({ directory }: DocumentAiRuntime, model: ScriptModel): Promise<Tesseract> {
  const folder = join(directory, 'node_modules/tesseract-wasm/dist');
  const weights = join(directory, `node_modules/@tesseract.js-data/${model}/4.0.0_best_int/${model}.traineddata.gz`);
  if (!existsSync(folder) || !existsSync(weights)) throw notSetUp();
  const loaded: unknown = await import(pathToFileURL(join(folder, 'lib.js')).href);
  if (!isLibrary(loaded)) throw new Error('This version of tesseract-wasm lacks functions that document AI calls.');
  const wasmBinary = await readFile(join(folder, 'tesseract-core.wasm'));
  const tesseract = await silently(() => loaded.createOCREngine({ wasmBinary }));
  tesseract.loadModel(gunzipSync(await readFile(weights)));
  // After the model, which has settings of its own.
  for (const [name, value] of Object.entries(VARIABLES)) tesseract.setVariable(name, value);
  return tesseract;
}

/** Tesseract reports each line to the `console.warn` that it finds when it starts. */
async function silently<T>(start: () => Promise<T>): Promise<T> {
  const { warn } = console;
  // oxlint-disable-next-line no-console -- replaced, not called
  console.warn = () => {};
  try {
    return await start();
  } finally {
    // oxlint-disable-next-line no-console -- restored
    console.warn = warn;
  }
}
