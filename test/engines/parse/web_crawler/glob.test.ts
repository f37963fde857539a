import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globMatcher } from '../../../../engines/parse/web_crawler/glob.ts';

test('one star stays within a segment, two go on, and all else is itself', () => {
  const cases: [pattern: string, text: string, isMatch: boolean][] = [
    ['/blog/*', '/blog/a', true],
    ['/blog/*', '/blog/', true],
    ['/blog/*', '/blog/a/b', false],
    ['/blog/**', '/blog/a/b', true],
    ['/blog/**/c', '/blog/a/b/c', true],
    ['/blog/**/c', '/blog/a/b/d', false],
    ['**print**', '/a/print/b', true],
    ['/a.b', '/axb', false],
    ['/a?b=*', '/a?b=1', true],
    ['/a?b=*', '/ab', false],
    ['/a', '/a/', false],
    ['/(a|b)[c]', '/(a|b)[c]', true],
    ['', '', true],
  ];
  for (const [pattern, text, isMatch] of cases) assert.equal(globMatcher(pattern)(text), isMatch, `${pattern} ${text}`);
});

test('a pattern that is all wildcards is held against a long text in proportion to both', () => {
  const steps = 'a*'.repeat(200);
  assert.equal(globMatcher(`${steps}b`)('a'.repeat(2000)), false);
});
