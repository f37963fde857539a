import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPictures } from '../../../../../engines/parse/document_ai_converter/read/image-files.ts';
import { assertFails } from '../../../../support/documents/parse.ts';

/** Dark on the left, white in the middle, transparent on the right: 16 × 8 pixels. */
const PICTURE = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAACAAAABAABAcHAAAAAAAPY29scgEAAAAAABAAAAAiY2RlZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAABHWpwMmP/T/9RADIAAAAAABAAAAAIAAAAAAAAAAAAAAAQAAAACAAAAAAAAAAAAAQHAQEHAQEHAQEHAQH/UgAMAAAAAQADBAQAAf9cAA1AQEhIUEhIUEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuNP+QAAoAAAAAAJkAAf+T34AYBuh434AYBuh434AYBuh4z7QMAY+Hz8AMCUjTz8AMCUjTz8AMCUjTz8AQC/3Nf8/AJBEzUavymHJ6D8/AJBEzUavymHJ6D8/AJBEzUavymHJ6D8/AFBFEJlx3z8AoLFxzu+K6uem248/AKCxcc7viurnptuPPwCgsXHO74rq56bbjz8AQLFzHP//Z',
  'base64',
);
const RUNTIME = { directory: 'not set up', threads: 1 };

test('JPEG 2000 pictures are decoded, on white', async () => {
  const pictures = openPictures(PICTURE, 'image/jp2', RUNTIME);
  const { pixels, width, height, dpi } = await pictures.read(0);
  assert.deepEqual([pictures.count, width, height, dpi], [1, 16, 8, 72]);
  assert.deepEqual(
    [...pixels.subarray(18, 20), ...pixels.subarray(25, 27), ...pixels.subarray(29, 31)],
    [40, 40, 255, 255, 255, 255],
  );
});

test('damaged JPEG 2000 pictures are reported, and those with too many pixels before they are decoded', async () => {
  await assertFails(openPictures(PICTURE.subarray(0, -60), 'image/jp2', RUNTIME).read(0), 'corrupt');
  assert.throws(() => openPictures(PICTURE.subarray(0, 60), 'image/jp2', RUNTIME), { code: 'corrupt' });
  const huge = Buffer.from(PICTURE);
  const size = huge.indexOf(Buffer.from('ff4fff51', 'hex')) + 8;
  huge.writeUInt32BE(60_001, size);
  huge.writeUInt32BE(1000, size + 4);
  assert.throws(() => openPictures(huge, 'image/jp2', RUNTIME), { code: 'too_large' });
});
