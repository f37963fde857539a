import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { API_NODE_OPTIONS } from '../../embedded/services.ts';

test('the API runs with the same options of Node, whoever starts it', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  assert.equal(scripts['api'], `exec node scripts/run.mjs ${API_NODE_OPTIONS.join(' ')} api/server.ts`);
});
