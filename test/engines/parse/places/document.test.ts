import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { placesPage } from './document.ts';

test('docs/what-is-read.md has the lists of places', ({ assert }) => {
  const page = fileURLToPath(new URL('../../../../docs/what-is-read.md', import.meta.url));
  assert.fileSnapshot(placesPage(), page, { serializers: [String] });
});
