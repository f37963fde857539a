import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { WARNINGS } from '../../../../engines/parse/documents/warnings.ts';

const docs = readFileSync(new URL('../../../../docs/parsing.md', import.meta.url), 'utf8');

test('docs/parsing.md lists the warnings as the catalog does', () => {
  const [, section = ''] = docs.split('\n## Warnings\n');
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, code, when]) => [code, when]);
  assert.deepEqual(rows, Object.entries(WARNINGS));
});
