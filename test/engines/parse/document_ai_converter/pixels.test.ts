import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from '../../../../engines/parse/document_ai_converter/read/image-size.ts';
import { metadataOf, withBestOf } from '../../../../engines/parse/document_ai_converter/models/onnx-edit.ts';
import {
  fan,
  rotate,
  scaleInto,
  turnClockwise,
  turnHalf,
} from '../../../../engines/parse/document_ai_converter/raster/raster.ts';
import type { Raster } from '../../../../engines/parse/document_ai_converter/raster/raster.ts';
import { findRules, withoutStrokes } from '../../../../engines/parse/document_ai_converter/raster/rules.ts';
import { scanLine } from '../../../../engines/parse/document_ai_converter/lines/scan-line.ts';
import { checkLanguages } from '../../../../engines/parse/document_ai_converter/recognition/languages.ts';
import { straighten, straightenOtherwise } from '../../../../engines/parse/document_ai_converter/raster/skew.ts';
import { withoutSpecks } from '../../../../engines/parse/document_ai_converter/raster/specks.ts';

/** A white page with black boxes. */
function page(
  width: number,
  height: number,
  boxes: readonly (readonly [x: number, y: number, w: number, h: number])[],
): Raster {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [x, y, w, h] of boxes) {
    for (let row = y; row < y + h; row++) pixels.fill(0, row * width + x, row * width + x + w);
  }
  return { pixels, width, height, dpi: 150 };
}

/** Lines of text as rows of small boxes. */
const textPage = (width: number, height: number): Raster =>
  page(
    width,
    height,
    Array.from({ length: 20 }, (_, line) =>
      Array.from({ length: 25 }, (__, word) => [60 + word * 20, 60 + line * 30, 12, 10] as const),
    ).flat(),
  );

test('turning by 90° four times, or by 180° twice, changes nothing', () => {
  const original = page(5, 3, [[1, 0, 2, 1]]);
  const turned = turnClockwise(original);
  assert.deepEqual([turned.width, turned.height, turned.pixels[1 * 3 + 2]], [3, 5, 0]);
  assert.deepEqual(turnClockwise(turnClockwise(turnClockwise(turned))), original);
  assert.deepEqual(turnHalf(turnHalf(original)), original);
});

test('a shrunken part is the mean of its pixels', () => {
  const half = page(4, 4, [[0, 0, 2, 4]]);
  assert.deepEqual([...scaleInto(half, { x0: 0, y0: 0, x1: 4, y1: 4 }, 2, 1)], [0, 255]);
});

test('tilted and sideways text is put straight', () => {
  const straight = textPage(700, 800);
  assert.deepEqual(straighten(straight).skew, 0);
  for (const degrees of [-3, 2]) {
    const { skew, turned } = straighten(rotate(straight, degrees));
    assert.ok(Math.abs(skew + degrees) < 0.3, `${skew} for ${degrees}`);
    assert.equal(turned, false);
  }
  assert.equal(straighten(turnClockwise(straight)).turned, true);
});

test('lines that fan out, as of a page photographed at an angle, are made parallel', () => {
  const lines = Array.from({ length: 20 }, (_, line) =>
    Array.from({ length: 20 }, (__, word) => [60 + ((line * 11) % 27) + word * 27, 60 + line * 30, 25, 6] as const),
  );
  const straight = page(700, 720, lines.flat());
  const blankRows = ({ pixels, width, height }: Raster): number =>
    Array.from({ length: height }, (_, y) => pixels.subarray(y * width, (y + 1) * width)).filter((row) =>
      row.every((value) => value > 200),
    ).length;
  const photographed = fan(straight, 1.5, -1.5);
  assert.ok(blankRows(photographed) < 0.7 * blankRows(straight));
  const { raster, skew, turned } = straighten(photographed);
  assert.equal(turned, false);
  assert.ok(Math.abs(skew) < 0.3);
  assert.ok(blankRows(raster) > 0.85 * blankRows(straight), `${blankRows(raster)} of ${blankRows(straight)}`);
});

test('a picture can be put straight the other way, once its text could not be read', () => {
  const tilted = rotate(textPage(700, 800), 2);
  const { turned, raster } = straightenOtherwise(tilted, { ...straighten(tilted), turned: true });
  assert.equal(turned, false);
  assert.ok(Math.abs(straighten(raster).skew) < 0.3);
  assert.equal(straightenOtherwise(tilted, straighten(tilted)).turned, true);
});

test('a long strip of noisy text stays as it is', () => {
  const strip = textPage(700, 2400);
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pixels = strip.pixels.map((pixel) => (random() < 0.04 ? (random() < 0.5 ? 0 : 255) : pixel));
  assert.equal(straighten({ ...strip, pixels }).turned, false);
  assert.equal(straighten(turnClockwise({ ...strip, pixels })).turned, true);
});

test('single pixels of noise are taken out, and nothing of a page that has few', () => {
  const text = textPage(700, 800);
  assert.equal(withoutSpecks(text), text);
  const pixels = text.pixels.slice();
  for (let y = 3; y < 800; y += 9) {
    for (let x = 3; x < 700; x += 7) pixels[y * 700 + x] = 255 - (pixels[y * 700 + x] ?? 0);
  }
  const cleaned = withoutSpecks({ ...text, pixels });
  const wrong = (noisy: Uint8Array): number => noisy.filter((pixel, at) => pixel !== text.pixels[at]).length;
  assert.ok(wrong(cleaned.pixels) < wrong(pixels) / 8, `${wrong(cleaned.pixels)} of ${wrong(pixels)}`);
});

test('a line ends with its last character, not with letters of the next column that its box catches', () => {
  const raster = page(
    300,
    60,
    [0, 1, 2, 3, 4, 9, 10].map((place) => [20 + place * 20, 20, 12, 20] as const),
  );
  const characters = [0, 1, 2, 3, 4].map((place) => ({ text: 'm', x: 26 + place * 20 }));
  const box = { x0: 15, y0: 12, x1: 235, y1: 48 };
  const line = scanLine(raster, { ...box, characters, text: 'mmmmm', confidence: 1 }, { horizontal: [], vertical: [] });
  assert.deepEqual(
    line?.words.map(({ x0, x1 }) => [x0, x1]),
    [[20, 112]],
  );
});

test('drawn lines are found, fills and strokes of letters are not', () => {
  const drawn = page(400, 300, [
    [50, 100, 300, 2],
    [50, 100, 2, 150],
    [200, 150, 100, 60],
    [100, 40, 3, 30],
  ]);
  const rules = findRules(drawn);
  assert.deepEqual(
    rules.horizontal.map(({ at, from, to }) => [Math.round(at), Math.round(from / 10), Math.round(to / 10)]),
    [[101, 5, 35]],
  );
  const line = { x0: 90, y0: 35, x1: 140, y1: 75 };
  assert.equal(rules.vertical.length, 2);
  assert.deepEqual(
    withoutStrokes(rules, [line]).vertical.map(({ at }) => Math.round(at / 10)),
    [5],
  );
});

test('the size of a picture is read from its header alone', () => {
  const png = Buffer.alloc(24);
  png.writeUInt32BE(70_000, 16);
  png.writeUInt32BE(90_000, 20);
  assert.deepEqual(imageSize(png, 'image/png'), { width: 70_000, height: 90_000 });
  const jpeg = Buffer.from('ffd8ffe000040000ffc2000b08012c0190030000', 'hex');
  assert.deepEqual(imageSize(jpeg, 'image/jpeg'), { width: 400, height: 300 });
  const gif = Buffer.from('474946383961c8009600', 'hex');
  assert.deepEqual(imageSize(gif, 'image/gif'), { width: 200, height: 150 });
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']) {
    assert.equal(imageSize(Buffer.from('ffd8', 'hex'), type), null, type);
  }
});

test('outputs are appended to a model, and its metadata stay readable', () => {
  // An empty graph, then metadata: key 1, value 2.
  const model = Buffer.concat([
    Buffer.from([0x3a, 0]),
    Buffer.from([0x72, 18, 0x0a, 9]),
    Buffer.from('character'),
    Buffer.from([0x12, 5]),
    Buffer.from('a\nb\nc'),
  ]);
  assert.equal(metadataOf(model, 'character'), 'a\nb\nc');
  assert.equal(metadataOf(model, 'dictionary'), null);
  const edited = Buffer.from(withBestOf(model, 'scores'));
  assert.deepEqual(edited.subarray(0, model.length), model);
  assert.match(edited.toString('latin1', model.length), /ArgMax.*ReduceMax.*best_class.*best_probability/s);
  assert.equal(metadataOf(edited, 'character'), 'a\nb\nc');
});

test('languages in scripts that the models do not know are refused, unless others are expected too', () => {
  for (const languages of [[], ['en'], ['ja', 'ko'], ['zh-Hant'], ['sr-Latn']]) checkLanguages(languages);
  for (const languages of [['ko'], ['ru', 'uk'], ['ar'], ['he'], ['sr'], ['el']]) {
    assert.throws(() => checkLanguages(languages), { code: 'unsupported_script' }, languages.join());
  }
});
