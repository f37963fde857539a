import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDirective } from '../../../../../engines/parse/web_crawler/site/robots-directives.ts';
import { parseRobots } from '../../../../../engines/parse/web_crawler/site/robots.ts';

const allows = (text: string, path: string): boolean =>
  parseRobots(text, 'Tidemill').allows(new URL(path, 'https://example.com'));

test('the longest matching rule decides; of two of equal length, the one that allows', () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c';
  const verdicts = ['/a', '/a/x', '/a/b/c', '/c', '/', '/robots.txt'].map((path) => allows(text, path));
  assert.deepEqual(verdicts, [false, false, true, true, true, true]);
});

test('wildcards and end anchors are respected', () => {
  const text = 'user-agent: *\ndisallow: /*.gif$\ndisallow: /*?sort=\ndisallow: /x$';
  const verdicts = ['/p/a.gif', '/p/a.gif?x', '/l?sort=1', '/l?a&sort=1', '/x', '/xy'].map((path) =>
    allows(text, path),
  );
  assert.deepEqual(verdicts, [false, true, false, true, false, true]);
});

test('only the groups that name the crawler count, all of them together', () => {
  const text = [
    'User-agent: other',
    'User-agent: TideMill/2.0',
    'Disallow: /one',
    '',
    'User-agent: *',
    'Disallow: /',
    '',
    'User-agent: tidemill',
    'Disallow: /two # as well',
  ].join('\r\n');
  const verdicts = ['/one', '/two', '/three'].map((path) => allows(text, path));
  assert.deepEqual(verdicts, [false, false, true]);
});

test('a group that names the crawler and forbids nothing overrides the others', () => {
  assert.equal(allows('User-agent: *\nDisallow: /\n\nUser-agent: Tidemill\nDisallow:', '/a'), true);
});

test('characters match in any encoding', () => {
  const text = 'User-agent: *\nDisallow: /ä\nDisallow: /%7Ejoe\nDisallow: /a%2fb';
  const verdicts = ['/%C3%A4/x', '/~joe/', '/a%2Fb', '/a/b'].map((path) => allows(text, path));
  assert.deepEqual(verdicts, [false, false, false, true]);
});

test('crawl delays and sitemaps are read', () => {
  const robots = parseRobots('Sitemap: /one.xml\nUser-agent: *\nCrawl-delay: 2.5\nSitemap: https://e.org/two.xml', 'x');
  assert.deepEqual(robots.sitemaps, ['/one.xml', 'https://e.org/two.xml']);
  assert.equal(robots.crawlDelaySeconds, 2.5);
});

test('a file that is not robots.txt allows everything', () => {
  for (const text of ['', '<!doctype html><p>Disallow: /', 'Disallow: /', '\0\0', 'User-agent\nDisallow']) {
    assert.equal(allows(text, '/a'), true, text);
  }
});

test('rules designed to be slow are matched quickly', () => {
  const rule = `Disallow: /${'a*'.repeat(300)}b\n`;
  assert.equal(allows(`User-agent: *\n${rule.repeat(50)}`, `/${'a'.repeat(1500)}`), true);
});

test('robots directives of a page apply unless they name another crawler', () => {
  assert.equal(hasDirective('noindex, nofollow', 'nofollow'), true);
  assert.equal(hasDirective('NONE', 'noindex'), true);
  assert.equal(hasDirective('otherbot: noindex, nofollow', 'nofollow'), false);
  assert.equal(hasDirective('otherbot: noindex, tidemill: nofollow', 'nofollow'), true);
  assert.equal(hasDirective('index, follow, max-snippet:-1', 'noindex'), false);
});

test('the longest rule decides, with or without a wildcard', () => {
  const text = 'User-agent: *\nDisallow: /*/b\nAllow: /a/b/c\nDisallow: /a/b/*/e\nAllow: /a/b/c/de$';
  const verdicts = ['/a/b', '/a/b/c', '/a/b/c/e', '/a/b/c/de', '/a/c'].map((path) => allows(text, path));
  assert.deepEqual(verdicts, [false, true, false, true, true]);
});

test('the number of wildcard rules is limited to what can be matched quickly', () => {
  const rules = (count: number): string => `Disallow: /*${'a*'.repeat(49)}\n`.repeat(count);
  const last = 'Disallow: /x*y\nDisallow: /plain';
  const verdicts = [100, 250].map((count) => {
    const text = `User-agent: other\n${rules(250)}\nUser-agent: *\n${rules(count)}${last}`;
    return [allows(text, '/x/y'), allows(text, '/plain')];
  });
  assert.deepEqual(verdicts, [
    [false, false],
    [true, false],
  ]);
});
