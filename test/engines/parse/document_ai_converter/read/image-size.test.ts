import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from '../../../../../engines/parse/document_ai_converter/read/image-size.ts';

test('the size of an image is read from its header alone', () => {
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
