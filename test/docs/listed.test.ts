/** What a client can choose among has a row in the documentation of knowledge. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MEMIFY_PIPELINES } from '../../domain/knowledge/memify/pipelines.ts';
import { SEARCH_TYPES } from '../../domain/knowledge/search/query.ts';
import { SEARCH_WARNING_CODES } from '../../domain/knowledge/search/warnings.ts';

const rows = readFileSync(new URL('../../docs/knowledge.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'));

for (const [what, names] of [
  ['pipelines of Memify', Object.keys(MEMIFY_PIPELINES)],
  ['types of search', SEARCH_TYPES],
  ['warnings of searches', SEARCH_WARNING_CODES],
] as const) {
  test(`docs/knowledge.md has a row for each of the ${what}`, () => {
    assert.deepEqual(
      names.filter((name) => !rows.some((row) => row.startsWith(`| \`${name}\``))),
      [],
    );
  });
}
