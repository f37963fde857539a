import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { globMatcher, robotsPathMatcher } from '../../../../../engines/parse/web_crawler/site/glob.ts';
import { assertLinear } from '../../../../support/linear.ts';
import { runs } from '../../../../support/depth.ts';

test('one star stays within a segment, two cross segments, and everything else is literal', () => {
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
  for (const [pattern, text, isMatch] of cases)
    assert.equal(globMatcher([pattern])(text), isMatch, `${pattern} ${text}`);
});

test('a pattern of wildcards matches a long text in time proportional to both', () => {
  const steps = 'a*'.repeat(200);
  assert.equal(globMatcher([`${steps}b`])('a'.repeat(2000)), false);
});

/** Few different characters, so that patterns match, and enough of them for several words of positions. */
const pattern = fc
  .array(fc.constantFrom('a', 'b', 'ab', '/', '*', '**', '?', '$', '\u{1f600}'), { maxLength: 50 })
  .map((parts) => parts.join(''));
const text = fc
  .array(fc.constantFrom('a', 'b', '/', '?', '$', '\u{1f600}'), { maxLength: 50 })
  .map((parts) => parts.join(''));
/** One that its pattern matches, unless a wildcard of a segment got a slash. */
const pair = fc.oneof(
  fc.tuple(pattern, text),
  fc.tuple(pattern, text).map(([glob, run]) => [glob, glob.replaceAll(/\*+/g, run.slice(0, 3))] as const),
);
test('a glob matches the same as an exhaustive matcher', () => {
  const property = fc.property(pair, ([glob, address]) => {
    assert.equal(
      globMatcher([glob])(address),
      tryAll(glob, address, (stars) => (stars.length === 1 ? /[^/]/u : /./su)),
    );
  });
  fc.assert(property, runs(3000));
});

test('a robots.txt path matches the same as an exhaustive matcher', () => {
  const property = fc.property(pair, ([path, address]) => {
    const glob = path.endsWith('$') ? path.slice(0, -1) : `${path}*`;
    assert.equal(
      robotsPathMatcher([path])(address) === 0,
      tryAll(glob, address, () => /./su),
    );
  });
  fc.assert(property, runs(3000));
});

test('patterns that share words do not affect each other', () => {
  const property = fc.property(fc.array(pattern, { maxLength: 12 }), text, (patterns, address) => {
    const alone = patterns.map((one) => globMatcher([one])(address));
    assert.equal(globMatcher(patterns)(address), alone.includes(true));
    assert.equal(
      robotsPathMatcher(patterns)(address),
      patterns.findIndex((one) => robotsPathMatcher([one])(address) === 0),
    );
  });
  fc.assert(property, runs(3000));
});

test('time is at most linear in the characters of text and patterns', async () => {
  const glob = `/${'**a'.repeat(65)}b`;
  const globs = Array.from({ length: 10 }, () => glob);
  await assertLinear('the text', (repeats) => globMatcher(globs)(`/${'a'.repeat(repeats * 10)}`));
  await assertLinear('the patterns', (repeats) => {
    const many = Array.from({ length: repeats / 64 }, () => glob);
    return globMatcher(many)(`/${'a'.repeat(1900)}`);
  });
});

/** The reachable positions of the pattern, computed for each position of the text from those of the previous one. */
function tryAll(glob: string, address: string, meaningOf: (stars: string) => RegExp): boolean {
  const tokens = glob.match(/\*+|[^*]/gu) ?? [];
  let reached = [true, ...tokens.map(() => false)];
  const skipWildcards = (): void => {
    for (const [place, token] of tokens.entries())
      if (token.startsWith('*') && reached[place]) reached[place + 1] = true;
  };
  skipWildcards();
  for (const character of address) {
    const next = [false, ...tokens.map(() => false)];
    for (const [place, token] of tokens.entries()) {
      if (!reached[place]) continue;
      if (!token.startsWith('*')) next[place + 1] ||= token === character;
      else if (meaningOf(token).test(character)) next[place] = true;
    }
    reached = next;
    skipWildcards();
  }
  return reached[tokens.length] ?? false;
}
