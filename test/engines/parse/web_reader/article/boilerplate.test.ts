import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment } from 'parse5';
import { withoutBoilerplate } from '../../../../../engines/parse/web_reader/article/boilerplate.ts';
import type { ArticleFacts } from '../../../../../engines/parse/web_reader/article/boilerplate.ts';
import { readBlocks } from '../../../../../engines/parse/documents/html/blocks.ts';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';

const facts: ArticleFacts = {
  title: 'Tide mills',
  authors: ['Ada Miller'],
  language: 'de',
  url: 'https://example.org/mills',
};
const clean = (html: string): string =>
  writeBlocks(withoutBoilerplate(readBlocks(parseFragment(html), null), facts)).replace(/\]\([^)]*\)/g, ']');

const first = '<p>The mill stands by the sea.</p>';
const last = '<p>It still turns.</p>';
const ARTICLE = 'The mill stands by the sea.\n\nIt still turns.';

for (const passedOver of [
  '<p>Posted: Fri 6:45 PM, Feb 16, 2018 |</p>',
  '<p>Updated 1:39 am EST, Wednesday, November 20, 2019</p>',
  '<p>By <a href="/ada">Ada Miller</a> on 3rd Oct 2026</p>',
  '<p>Mittwoch, 7. März 2024 um 14:05 Uhr</p>',
  '<p>https://example.org/mills</p>',
  '<h2>Tide Mills</h2>',
  '<p>Photo: Damian Dovarganes, AP</p>',
  '<p>(Image: GETTY)</p>',
  '<p>Image 1 of 23</p>',
  '<p>5 min read</p>',
  '<p><strong>Related: <a href="/a">How mills were built on the coast</a></strong></p>',
  '<p><a href="/a">READ HOW MILLS WERE BUILT</a></p>',
  '<p><em><a href="/n">Subscribe</a> to our newsletter for stories of mills.</em></p>',
  '<h3>You may also like</h3><ul><li><a href="/a">Windmills of the north</a></li></ul><p><a ' +
    'href="/b">Watermills</a></p>',
  '<ul><li><h4><a href="/a">Windmills of the north</a></h4></li><li><h4><a href="/b">Watermills</a></h4></li></ul>',
]) {
  test(`is omitted: ${passedOver}`, () => assert.equal(clean(first + passedOver + last), ARTICLE));
}

for (const kept of [
  '<p>It was built in 1742, and burnt in 1801.</p>',
  '<p>10 p.m.</p>',
  '<p>1742</p>',
  '<p>Photos of the mill hang in the hall of the town, and nobody knows who took them.</p>',
  '<p>See also the <a href="/dam">dam</a>, which is older than the mill and was built by the same family.</p>',
  '<p>Who wants to <a href="/s">subscribe</a> to shares of the mill pays a sack of flour a year, as all have ' +
    'done since.</p>',
  '<ul><li><a href="/a">Sources</a></li><li><a href="/b">Maps</a></li></ul>',
  '<h2>How it works</h2><p>By the tide.</p>',
  '<p>Read the tide.</p><p>Read the tide.</p>',
]) {
  test(`is kept: ${kept}`, () => {
    const whole = writeBlocks(readBlocks(parseFragment(first + kept + last), null)).replace(/\]\([^)]*\)/g, ']');
    assert.equal(clean(first + kept + last), whole);
  });
}

test('a caption that is shown twice is kept once', () => {
  const caption = `<p>${'The wheel of the mill by the sea at low tide. '.repeat(2)}</p>`;
  assert.equal(clean(first + caption + caption + last).match(/The wheel/g)?.length, 2);
});

test('a heading without remaining content is removed', () => {
  assert.equal(clean(`${first}${last}<h2>Comments</h2><p>Comments</p>`), ARTICLE);
});

test('a page that consists only of boilerplate is unchanged', () => {
  assert.equal(clean('<p>Posted November 20, 2019</p>'), 'Posted November 20, 2019');
});
