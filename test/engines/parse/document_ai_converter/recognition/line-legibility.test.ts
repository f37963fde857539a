import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isLegible,
  isUnknownScript,
  unreadLines,
} from '../../../../../engines/parse/document_ai_converter/recognition/line-legibility.ts';
import type { RecognizedLine } from '../../../../../engines/parse/document_ai_converter/recognition/recognition.ts';

/** A line 20 times as wide as high. */
function line(text: string, confidence: number): RecognizedLine {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }, index) => ({ text: segment, x: index }));
  return { x0: 0, y0: 0, x1: 600, y1: 30, text, characters, confidence };
}

const page = (text: string, confidence: number) => ({
  detected: Array.from({ length: 10 }, () => line(text, confidence)),
});

test('a page with known letters is read, however few or faint they are', () => {
  assert.equal(isUnknownScript(page('The mill ground more corn.', 0.93)), false);
  assert.equal(isUnknownScript(page('水車は去年より多くの穀物をひいた', 0.95)), false);
  assert.equal(isUnknownScript({ detected: [{ ...line('?', 0.4), x1: 60 }] }), false);
  assert.equal(isUnknownScript({ detected: [] }), false);
});

test('a page with hardly any letters, or uncertain ones, is in an unknown script', () => {
  assert.equal(isUnknownScript(page('     .  ', 0.94)), true);
  assert.equal(isUnknownScript(page('UxLO CI4LI Ct UILl IAIla CALCO ICIC', 0.73)), true);
  assert.equal(isUnknownScript(page('', 0)), true);
});

test('a long line needs a higher confidence than a label', () => {
  assert.equal(isLegible(line('Fig. 3', 0.7)), true);
  assert.equal(isLegible(line('UxLO CI4LI Ct UILl', 0.73)), false);
  assert.equal(isLegible(line('The mill ground more corn.', 0.85)), true);
});

test('lines that were found but not read are counted, unless they are few', () => {
  const read = Array.from({ length: 10 }, () => line('The mill ground more corn.', 0.95));
  const guessed = line('UxLO CI4LI Ct UILl', 0.7);
  const column = { ...line('', 0), x1: 30, y1: 600 };
  assert.equal(unreadLines([...read, guessed, guessed]), 0);
  assert.equal(unreadLines([...read, guessed, guessed, column]), 3);
  assert.equal(unreadLines([...read, line('', 0), line('.', 0.9), guessed]), 3);
  const greek = line('παλι λο στ πτι το 1861', 0.93);
  assert.equal(unreadLines([...read, greek, greek, greek]), 3);
  const accented = line('Ο παλιός μύλος στο ποτάμι', 0.93);
  assert.equal(unreadLines([...read, accented, accented, accented]), 0);
  const logos = Array.from({ length: 5 }, () => ({ ...line('', 0), x1: 40 }));
  assert.equal(unreadLines([...read, ...logos]), 0);
});
