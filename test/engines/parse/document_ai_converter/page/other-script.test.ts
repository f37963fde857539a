import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Models } from '../../../../../engines/parse/document_ai_converter/inference/models.ts';
import type { ScriptModel } from '../../../../../engines/parse/document_ai_converter/models/tesseract.ts';
import { withOtherScript } from '../../../../../engines/parse/document_ai_converter/page/other-script.ts';
import type { RecognizedLine } from '../../../../../engines/parse/document_ai_converter/recognition/recognition.ts';

const raster = { pixels: new Uint8Array(700 * 400), width: 700, height: 400, dpi: 200 };

function line(y0: number, text: string, confidence: number): RecognizedLine {
  const characters = Array.from(text).map((letter, index) => ({ text: letter, x: index }));
  return { x0: 0, y0, x1: 600, y1: y0 + 30, text, characters, confidence };
}

const page = (texts: readonly string[], confidence: number) => ({
  raster,
  flipped: false,
  lines: texts.map((text, index) => line(index * 40, text, confidence)),
});

/** Models that read the same text in every line, each with its confidence; the others are unsure. */
function modelsReading(
  answers: Partial<Record<ScriptModel, readonly [string, number]>>,
  asked: ScriptModel[] = [],
): Models {
  return {
    detect: async () => [],
    recognize: async () => [],
    readScript: async (_, boxes, model) => {
      asked.push(model);
      const [text, confidence] = answers[model] ?? ['?', 0.3];
      return boxes.map(({ x0, y0, x1, y1 }) => ({ ...line(0, text, confidence), x0, y0, x1, y1 }));
    },
  };
}

test('a page that the recognition model reads is read by no other model', async () => {
  const asked: ScriptModel[] = [];
  const read = page(['The mill ground more corn.', 'Die Mühle mahlte mehr Korn.', 'Le moulin'], 0.96);
  assert.equal(await withOtherScript(modelsReading({}, asked), read), read);
  assert.deepEqual(asked, []);
});

test('lines that were not read are read with the surest model, the others stay', async () => {
  const models = modelsReading({ kaz: ['Старая мельница', 0.92], ukr: ['Старая мельнипя', 0.86], ell: ['Οταρᾶ', 0.4] });
  const names = line(200, 'Ivan Petrov, Moscow', 0.97);
  const before = page(['   181 .', '  ', ' . 12', '  '], 0.93);
  const after = await withOtherScript(models, { ...before, lines: [...before.lines, names] });
  assert.equal(after.model, 'kaz');
  assert.deepEqual(
    after.lines.map(({ text }) => text),
    [...Array<string>(4).fill('Старая мельница'), 'Ivan Petrov, Moscow'],
  );
});

test('what no model is sure of, or reads as Latin letters, stays as it is', async () => {
  const guessed = page(['UxLO CI4LI Ct UILl', 'IAIla CALCO ICIC', 'ab'], 0.7);
  assert.equal(await withOtherScript(modelsReading({ kor: ['제주도', 0.65] }), guessed), guessed);
  assert.equal(await withOtherScript(modelsReading({ kor: ['Jeju do', 0.95] }), guessed), guessed);
});
