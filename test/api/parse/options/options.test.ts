import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../../../../api/parse/options/options.ts';
import { DEFAULT_PARSE_OPTIONS, wantedPages } from '../../../../engines/parse/options.ts';
import { DEFAULT_CRAWL_OPTIONS } from '../../../../engines/parse/web_crawler/options.ts';

const rangesOf = (page_range: string) => readOptions({ page_range }).options.page_range;

test('options that are not given have defaults', () => {
  assert.deepEqual(readOptions(undefined), {
    options: DEFAULT_PARSE_OPTIONS,
    max_age_seconds: 0,
    page: { wait_for: null, screenshot: false },
    crawl: DEFAULT_CRAWL_OPTIONS,
    issues: [],
  });
  assert.deepEqual(readOptions({ images: 'omit' }).options, { ...DEFAULT_PARSE_OPTIONS, images: 'omit' });
});

test('page ranges are sorted, and adjacent ones are merged', () => {
  assert.deepEqual(rangesOf('7'), [{ first: 7, last: 7 }]);
  assert.deepEqual(rangesOf('9-12,1-3,3,4-5'), [
    { first: 1, last: 5 },
    { first: 9, last: 12 },
  ]);
});

test('a page range that ends before it begins is an issue with its path', () => {
  const { issues } = readOptions({ page_range: '1,5-3' });
  assert.deepEqual(
    issues.map(({ loc, type }) => ({ loc, type })),
    [{ loc: ['body', 'options', 'page_range'], type: 'page_range' }],
  );
});

test('the selected pages are those that exist, up to the limit; the rest are counted', () => {
  const page_range = rangesOf('2-4,9,11-900000');
  assert.deepEqual(wantedPages({ page_range, max_pages: null }, 10), { pages: [2, 3, 4, 9], omitted: 0 });
  assert.deepEqual(wantedPages({ page_range, max_pages: 2 }, 10), { pages: [2, 3], omitted: 2 });
  assert.deepEqual(wantedPages({ page_range: null, max_pages: 2 }, 3), { pages: [1, 2], omitted: 1 });
});

test('crawl limits that are not given have defaults', () => {
  const { crawl } = readOptions({ crawl: { max_pages: 7, exclude: ['/a'] } });
  assert.deepEqual(crawl, { ...DEFAULT_CRAWL_OPTIONS, max_pages: 7, exclude: ['/a'] });
});

test('the patterns of a crawl share one limit of characters', () => {
  const issuesOf = (include: number, exclude: number) =>
    readOptions({
      crawl: {
        include: Array<string>(include).fill('a'.repeat(200)),
        exclude: Array<string>(exclude).fill('b'.repeat(200)),
      },
    }).issues;
  assert.deepEqual(issuesOf(4, 6), []);
  const issues = [issuesOf(4, 7), issuesOf(11, 0)].flat();
  const [loc, type] = [['body', 'options', 'crawl'], 'pattern_characters'];
  const msg = 'The patterns of include and exclude have 2200 characters in total. The limit is 2000.';
  assert.deepEqual(issues, [
    { loc: [...loc, 'exclude'], msg, type },
    { loc: [...loc, 'include'], msg, type },
  ]);
});

test('what is not a CSS selector is an issue with its path', () => {
  const issuesOf = (wait_for: string | number) => readOptions({ wait_for }).issues.map(({ loc }) => loc.join('.'));
  for (const css of ['#results', 'main > .card:not([hidden]) a[href^="/"]', 'li:nth-child(2n+1), td', 20]) {
    assert.deepEqual(issuesOf(css), [], String(css));
  }
  for (const other of ['h1 >> text=/(a|a)*$/', 'text=never', 'xpath=//h1', '//h1', 'css=h1', '#', 'a[b', '"never"']) {
    assert.deepEqual(issuesOf(other), ['body.options.wait_for'], other);
  }
});
