import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment } from 'parse5';
import { readBlocks } from '../../../../../engines/parse/documents/html/blocks.ts';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { withoutCards } from '../../../../../engines/parse/web_reader/article/cards.ts';

const clean = (html: string, url: string | null = 'https://www.example.org/mills'): string =>
  writeBlocks(withoutCards(readBlocks(parseFragment(html), url), url));

const TEXT = '<p>The mill stands by the sea, and turns when the water runs out.</p>';
const LEFT = 'The mill stands by the sea, and turns when the water runs out.';
const list = (...items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const TITLES = list(
  '<a href="/a">How mills were built here</a>',
  '<a href="https://shop.example.org/b">Who pays for the water</a>',
);

test('titles of other articles of the site at the end are omitted, with what announces them', () => {
  assert.equal(clean(TEXT + TITLES), LEFT);
  assert.equal(clean(`${TEXT}<h2>Auch interessant</h2>${TITLES}`), LEFT);
  const card = (title: string): string =>
    `<h3>${title}</h3><p><a href="/x"><img src="/x.jpg" alt=""></a></p><p>18. Feb 2021</p>`;
  assert.equal(clean(`${TEXT}<h2>Mehr</h2>${card('Windmills')}${card('Watermills')}`), LEFT);
});

test('under a label they are omitted within the text, too', () => {
  assert.equal(clean(`${TEXT}<p><b>Zobacz także</b></p>${TITLES}${TEXT}`), `${LEFT}\n\n${LEFT}`);
  assert.match(
    clean(`${TEXT}<p>Three of the mills by the sea that still turn today are open</p>${TITLES}${TEXT}`),
    /Who pays/,
  );
});

test('links to other sites, to files, within the page and to things are kept', () => {
  for (const links of [
    list(
      '<a href="https://mills.example/a">How mills were built here</a>',
      '<a href="https://sea.example/">Who pays for the water</a>',
    ),
    list('<a href="/a.pdf">How mills were built here</a>', '<a href="/b.zip">Who pays for the water</a>'),
    list('<a href="#a">How mills were built here</a>', '<a href="/mills#b">Who pays for the water</a>'),
    list('<a href="/flour">Coarse flour</a>', '<a href="/yeast">Dry yeast</a>'),
    '<p><a href="/report">The report that this article is about</a></p>',
  ]) {
    assert.ok(clean(`${TEXT}<h2>More</h2>${links}`).includes('](https://'), links);
  }
});

test('a card with a picture of its own, or with code, is more than links', () => {
  const more = list(
    '<a href="/a">How mills were built here</a><img src="/m.png" alt="A mill">',
    '<a href="/b">Who pays for the water</a>',
  );
  assert.match(clean(TEXT + more), /A mill/);
  assert.match(
    clean(TEXT + list('<a href="/a">How mills were built here</a><pre>x</pre>', '<a href="/b">Who pays</a>')),
    /x/,
  );
});

test('without an address only relative links lead to the site', () => {
  assert.equal(
    clean(TEXT + list('<a href="/a">How mills were built here</a>', '<a href="/b">Who pays for the water</a>'), null),
    LEFT,
  );
  assert.match(clean(TEXT + TITLES, null), /Who pays/);
});
