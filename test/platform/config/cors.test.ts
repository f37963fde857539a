import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCorsOrigins } from '../../../platform/config/cors.ts';
import { openReader } from '../../../platform/config/reader.ts';

function read(value: string) {
  const reader = openReader({ CORS_ALLOWED_ORIGINS: value });
  return { origins: readCorsOrigins(reader), problems: reader.problems };
}

test('origins are accepted as browsers send them', () => {
  const origins = ['https://app.example.com', 'http://localhost:3000', 'https://xn--bcher-kva.example'];
  assert.deepEqual(read(origins.join(',')), { origins, problems: [] });
  assert.deepEqual(read(''), { origins: [], problems: [] });
});

for (const wrong of [
  '*',
  'null',
  'app.example.com',
  'https://app.example.com/',
  'https://App.example.com',
  'https://a.example:443',
  'ftp://a.example',
]) {
  test(`${wrong} is not an origin`, () => {
    assert.match(read(wrong).problems.join('\n'), /^CORS_ALLOWED_ORIGINS holds ".*"\. Fix: .*$/);
  });
}
