import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddable } from '../../../../activities/parse/formats/make-formats.ts';

const MB = 1024 * 1024;

test('HTML gets the images of a document, in order, up to 24 MiB', () => {
  const image = (name: string, bytes: number) => ({ name, key: `k/${name}`, media_type: 'image/png', bytes, page: 1 });
  const images = [image('a', 20 * MB), image('b', 4 * MB), image('c', 1)];
  assert.deepEqual(embeddable(images), images.slice(0, 2));
});
