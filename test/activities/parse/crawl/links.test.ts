import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeLinks } from '../../../../activities/parse/crawl/links.ts';
import type { LinkJudge } from '../../../../activities/parse/crawl/links.ts';
import { DEFAULT_CRAWL_OPTIONS } from '../../../../engines/parse/web_crawler/options.ts';
import { crawlScope } from '../../../../engines/parse/web_crawler/site/scope.ts';
import { Traps } from '../../../../engines/parse/web_crawler/site/traps.ts';

const START = new URL('https://e.org/');
const LINKS = Array.from({ length: 5 }, (_, index) => ({ url: `https://e.org/${index}`, nofollow: false }));

/** A judge whose every verdict takes longer than a loop may block the event loop. */
function slowJudge(signal: AbortSignal, onVerdict = (): void => {}): LinkJudge {
  const crawl = DEFAULT_CRAWL_OPTIONS;
  const scope = crawlScope(START, crawl);
  const judge: typeof scope.judge = (url) => {
    onVerdict();
    const until = performance.now() + 25;
    while (performance.now() < until);
    return scope.judge(url);
  };
  const frontier = { size: 0, isDecided: () => false };
  return { crawl, scope: { ...scope, judge }, traps: new Traps(), frontier, signal };
}

test('the event loop is not blocked while the links of a page are judged', async () => {
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const found = await judgeLinks(slowJudge(new AbortController().signal), LINKS, 1, START.href);
  clearImmediate(next);
  assert.equal(found.length, LINKS.length);
  assert.ok(turns >= LINKS.length - 1, String(turns));
});

test('judging stops when the step is aborted', async () => {
  const step = new AbortController();
  let verdicts = 0;
  const judge = slowJudge(step.signal, () => verdicts++);
  setImmediate(() => step.abort());
  await assert.rejects(judgeLinks(judge, LINKS, 1, START.href), { name: 'AbortError' });
  assert.equal(verdicts, 1);
});

test('an address that is too long is matched against no pattern, and skipped with a reason', async () => {
  const crawl = { ...DEFAULT_CRAWL_OPTIONS, exclude: ['**'] };
  const judge = { ...slowJudge(new AbortController().signal), crawl, scope: crawlScope(START, crawl) };
  const links = [2000, 2100].map((length) => ({ url: `https://e.org/${'a'.repeat(length)}`, nofollow: false }));
  const found = await judgeLinks(judge, links, 1, START.href);
  assert.deepEqual(
    found.map(({ reason, detail }) => [reason, detail]),
    [
      ['excluded', 'A pattern of `exclude` matches its address.'],
      ['trap', 'Its address is longer than 2048 characters.'],
    ],
  );
});
