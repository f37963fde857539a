import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notRead } from '../../../../../engines/parse/document_ai_converter/page/read-page.ts';
import type { RecognizedLine } from '../../../../../engines/parse/document_ai_converter/recognition/recognition.ts';

function line(text: string, confidence: number): RecognizedLine {
  const characters = Array.from(text).map((letter, index) => ({ text: letter, x: index }));
  return { x0: 0, y0: 0, x1: 600, y1: 30, text, characters, confidence };
}

const read = line('The mill ground more corn than the wind.', 0.96);
const guessed = line('IAIla CALCO ICIC UxLO CI4LI Ct UILl', 0.6);

test('lines that were found but not read are a warning with their page and number', () => {
  assert.deepEqual(notRead(3, { detected: [read, read] }), []);
  const warnings = notRead(3, { detected: [read, guessed, guessed, guessed] });
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    [['script_not_read', 3]],
  );
  assert.match(warnings[0]?.message ?? '', /^3 of 4 lines/);
});
