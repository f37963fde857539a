import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERRORS } from '../../errors/index.ts';

const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = '', ...lines] = section.split('\n');
      return [code, lines.join('\n')];
    }),
);

test('docs/errors.md and the catalog list the same codes in the same order', () => {
  assert.deepEqual([...sections.keys()], Object.keys(ERRORS));
});

for (const [code, { title, status, retryable, fix }] of Object.entries(ERRORS)) {
  test(`docs/errors.md describes ${code} as the catalog does`, () => {
    const [, said, explained = '', status_, retry, fixSaid] =
      /^\n(.*)\.\n\n(.*)\n\n- HTTP status: (.*)\n- Retry: (.*)\n- Fix: (.*)\n+$/.exec(sections.get(code) ?? '') ?? [];
    assert.deepEqual(
      { title: said, status: status_, retry, fix: fixSaid },
      { title, status: String(status ?? 'none, job error'), retry: retryable ? 'yes' : 'no', fix },
    );
    assert.ok(explained.length > 40, 'it explains when the error comes');
  });
}
