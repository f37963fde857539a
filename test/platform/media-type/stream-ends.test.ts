import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { SNIFF_BYTES } from '../../../platform/media-type/index.ts';
import { StreamEnds } from '../../../platform/media-type/stream-ends.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HINT = { filename: null, declared: null };

/** A workbook that is recognized only by its last bytes. */
const workbook = Buffer.from(
  zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'media/noise.bin': [Uint8Array.from({ length: 9 * SNIFF_BYTES }, (_, i) => (i * 7919) % 251), { level: 0 }],
    'xl/workbook.xml': strToU8('<workbook/>'),
  }),
);

for (const size of [1000, SNIFF_BYTES, 3 * SNIFF_BYTES, workbook.length - 10]) {
  test(`the type is detected from the ends of a stream in chunks of ${size} bytes`, () => {
    const kept = new StreamEnds();
    const copied = new StreamEnds();
    const buffer = Buffer.alloc(size);
    for (let at = 0; at < workbook.length; at += size) {
      const chunk = workbook.subarray(at, at + size);
      kept.add(chunk);
      chunk.copy(buffer);
      copied.addCopy(buffer.subarray(0, chunk.length));
    }
    assert.equal(kept.mediaType(HINT), XLSX);
    assert.equal(copied.mediaType(HINT), XLSX);
  });
}
