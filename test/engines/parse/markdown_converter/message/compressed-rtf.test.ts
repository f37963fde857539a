import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompressRtf } from '../../../../../engines/parse/markdown_converter/message/compressed-rtf.ts';

const START = 207;
const COPIED = 17;

/** Letters, then copies of the longest kind. */
function compressed(copies: number): Buffer {
  const header = Buffer.alloc(16);
  header.write('LZFu', 8);
  const letters = Buffer.from('\0abcdefgh');
  const items: number[] = [];
  for (let copy = 0; copy < copies; copy++) {
    if (copy % 8 === 0) items.push(0xff);
    // Eight letters further back: the last ones again.
    const from = (START + COPIED * copy) % 4096;
    items.push(from >> 4, ((from & 15) << 4) | (COPIED - 2));
  }
  return Buffer.concat([header, letters, Buffer.from(items)]);
}

test('what copies repeat is written again', () => {
  assert.equal(decompressRtf(compressed(3)).toString(), 'abcdefgh'.repeat(8).slice(0, 8 + 3 * COPIED));
});

test('a stream that ends within a copy is read to its end', () => {
  assert.equal(decompressRtf(compressed(1).subarray(0, -1)).length, 8 + 2);
});

test('takes a small multiple of the text in memory', () => {
  const stream = compressed(1_000_000);
  const before = process.resourceUsage().maxRSS;
  const { length } = decompressRtf(stream);
  assert.equal(length, 8 + 1_000_000 * COPIED);
  assert.ok((process.resourceUsage().maxRSS - before) * 1024 < 4 * length);
});
