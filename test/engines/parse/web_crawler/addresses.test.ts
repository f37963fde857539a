import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CRAWL_OPTIONS } from '../../../../engines/parse/web_crawler/options.ts';
import type { CrawlOptions } from '../../../../engines/parse/web_crawler/options.ts';
import { addressKey, cleanAddress } from '../../../../engines/parse/web_crawler/site/address.ts';
import { crawlScope } from '../../../../engines/parse/web_crawler/site/scope.ts';
import { assertLinear } from '../../../support/linear.ts';
import { Traps } from '../../../../engines/parse/web_crawler/site/traps.ts';

const key = (address: string): string => addressKey(cleanAddress(address) ?? assert.fail(address));

test('spellings of one page have one key', () => {
  const page = key('https://example.com/Docs/a?x=1&y=2');
  const same = [
    'http://example.com/Docs/a?x=1&y=2',
    'https://WWW.Example.com:443/Docs/a/?y=2&x=1#top',
    'https://example.com./Docs//a?x=1&y=2&utm_source=mail&fbclid=abc',
    'https://example.com/Docs/%61;jsessionid=AB12?x=1&y=2',
    'https://example.com/Docs/a/index.html?x=1&y=2&PHPSESSID=1',
  ];
  for (const address of same) assert.equal(key(address), page, address);
  const others = ['/docs/a?x=1&y=2', '/Docs/a?x=1', '/Docs/a?x=1&y=3', '/Docs/b?x=1&y=2', '/Docs/a%2F?x=1&y=2'];
  for (const other of others) assert.notEqual(key(`https://example.com${other}`), page, other);
  assert.notEqual(key('https://example.com/?s=tide+mill'), key('https://example.com/'));
});

test('only web addresses are accepted', () => {
  for (const link of [
    'mailto:a@example.com',
    'javascript:1',
    'file:///etc/passwd',
    'ftp://a/',
    'http://u:p@a/',
    'x y',
  ]) {
    assert.equal(cleanAddress(link), null, link);
  }
});

function judge(start: string, options: Partial<CrawlOptions>, ...addresses: string[]): string[] {
  const scope = crawlScope(new URL(start), { ...DEFAULT_CRAWL_OPTIONS, ...options });
  return addresses.map((address) => scope.judge(new URL(address)));
}

test('the scope is a host, a site by the public suffix list, or a folder', () => {
  const addresses = [
    'http://www.a.co.uk/x',
    'https://shop.a.co.uk/docs/y',
    'https://b.co.uk/docs/',
    'https://a.co.uk/docs/z/1',
  ];
  const start = 'https://a.co.uk/docs/intro';
  assert.deepEqual(judge(start, { scope: 'host' }, ...addresses), ['in_scope', 'out_of_scope', 'foreign', 'in_scope']);
  assert.deepEqual(judge(start, { scope: 'site' }, ...addresses), ['in_scope', 'in_scope', 'foreign', 'in_scope']);
  assert.deepEqual(judge(start, { scope: 'path' }, ...addresses), [
    'out_of_scope',
    'out_of_scope',
    'foreign',
    'in_scope',
  ]);
  assert.deepEqual(judge('https://a.github.io/', { scope: 'site' }, 'https://b.github.io/'), ['foreign']);
  assert.deepEqual(judge('http://127.0.0.1:81/', { scope: 'site' }, 'http://127.0.0.1:82/'), ['foreign']);
});

test('patterns are matched against the path, with the query if they contain one, or against the whole address', () => {
  const address = 'https://e.org/shop/a?add=1';
  const verdicts = ['/shop/**', '/shop/*', '/shop/a', '**?add=*', 'https://e.org/shop/**', '/other'].map(
    (pattern) => judge('https://e.org/', { exclude: [pattern] }, address)[0],
  );
  assert.deepEqual(verdicts, ['excluded', 'excluded', 'excluded', 'excluded', 'excluded', 'in_scope']);
  assert.deepEqual(judge('https://e.org/', { include: ['/blog/**'] }, address), ['not_included']);
  assert.deepEqual(judge('https://e.org/', { include: ['/shop/**'], exclude: ['**/a'] }, address), ['excluded']);
});

/** How many of the addresses are admitted. */
function admitted(addresses: readonly string[]): number {
  const traps = new Traps();
  return addresses.filter((address) => traps.admit(new URL(address, 'https://e.org')) === null).length;
}

const numbers = Array.from({ length: 500 }, (_none, index) => index + 1);

test('calendars, filter combinations and repeating paths are traps', () => {
  assert.equal(admitted(numbers.map((n) => `/events?month=${2000 + (n % 90)}-${10 + (n % 3)}`)), 30);
  assert.equal(admitted(numbers.map((n) => `/cal/${1900 + n}/07/`)), 30);
  assert.equal(admitted(numbers.map((n) => `/list?color=${n % 7}&size=${n % 11}&order=${n}`)), 50);
  assert.equal(admitted(['/a/b/a/b/a/b', `/${'x/'.repeat(30)}`, `/${'x'.repeat(3000)}`]), 0);
});

test('articles, numbered pages and dated blogs are not traps', () => {
  const kinds = [
    (n: number) => `/article/${n}`,
    (n: number) => `/index.php?id=${n}`,
    (n: number) => `/forum?topic=7&start=${n * 20}`,
    (n: number) => `/2024/03/11/post-${n}`,
    (n: number) => `/list?year=2024&id=${n}`,
  ];
  for (const kind of kinds) assert.equal(admitted(numbers.map(kind)), numbers.length, kind(1));
});

test('addresses of a shape that yields nothing new are skipped', () => {
  const traps = new Traps();
  const page = (n: number): URL => new URL(`https://e.org/tag?page=${n}`);
  for (let n = 0; n < 15; n++) traps.visited(page(n), false);
  assert.notEqual(traps.admit(page(16)), null);
  assert.equal(traps.admit(new URL('https://e.org/other?page=1')), null);
  traps.visited(page(17), true);
  assert.equal(traps.admit(page(18)), null);
});

test('an address with many parameters is cleaned in linear time', async () => {
  await assertLinear('tracking parameters', (repeats) => {
    const parameters = Array.from({ length: repeats }, (_none, index) => `utm_${index}=1`);
    assert.equal(cleanAddress(`https://e.org/?${parameters.join('&')}&a=b+c`)?.href, 'https://e.org/?a=b+c');
  });
});
