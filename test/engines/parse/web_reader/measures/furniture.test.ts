import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

const TEXT = 'The mill grinds when the water runs out, and rests when it comes in. '.repeat(5);

function textOf(html: string): { readonly visible: string; readonly furniture: string } {
  const measures = measurePage(parseHtml(html, { scripts: false }), null);
  assert.ok(measures);
  const join = (isFurniture: boolean): string =>
    measures.passages
      .filter(({ place }) => place.isFurniture === isFurniture)
      .map(({ text }) => text)
      .join(' | ');
  return { visible: join(false), furniture: join(true) };
}

test('navigation and controls are no text; named furniture is marked', () => {
  const { visible, furniture } = textOf(
    '<nav>Home</nav><button>Buy</button><div role="search">Find</div><div ' +
      `class="site-footer">Imprint</div><p>${TEXT}</p>`,
  );
  assert.equal(visible, TEXT.trim());
  assert.equal(furniture, 'Imprint');
});

test('footnotes and remarks are text although they stand aside', () => {
  const note =
    '<aside role="doc-footnote">A note</aside><aside class="admonition tip">A tip</aside><aside>An ' +
    'advertisement</aside>';
  const { visible, furniture } = textOf(`<p>${TEXT}</p>${note}<div class="navheader">The chapter before</div>`);
  assert.equal(visible, `${TEXT.trim()} | A note | A tip`);
  assert.equal(furniture, 'An advertisement | The chapter before');
});

test('a name of furniture on most of the text means nothing', () => {
  const { visible } = textOf(`<div class="page-overlay"><p>${TEXT}</p></div><p>More</p>`);
  assert.equal(visible, `${TEXT.trim()} | More`);
});

test('what is named furniture has a third of the text at most, and all of it together leaves enough', () => {
  const note = 'The tide turns. ';
  const asides = (...sizes: number[]): string =>
    textOf(sizes.map((size) => `<aside>${note.repeat(size)}</aside>`).join('') + `<p>${note.repeat(9)}</p>`).furniture;
  assert.equal(asides(3).length, 3 * note.length - 1);
  assert.equal(asides(4), '');
  assert.equal(asides(5, 5, 5).split('|').length, 2);
});

test('camel case and numbers do not hide a name', () => {
  const { furniture } = textOf(
    `<div class="siteHeader">a</div><div id="cookie-notice2">b</div><div class="menuhin">c</div><p>${TEXT}</p>`,
  );
  assert.equal(furniture, 'a | b');
});

test('a demand for scripts is no text; a thread for browsers without them is', () => {
  const { visible } = textOf(`<body><noscript>Please enable JavaScript.</noscript><noscript><p>${TEXT}</p></noscript>`);
  assert.equal(visible, TEXT.trim());
});

test('prose of a script without spaces outweighs its menus', () => {
  const sentence = '潮水一天两次转动磨坊的轮子，水退时磨坊主开始磨面，水来时休息。'.repeat(10);
  const menu = Array.from({ length: 30 }, () => '<li>新闻</li>').join('');
  const { visible, furniture } = textOf(`<div class="sidebar"><ul>${menu}</ul></div><p>${sentence}</p>`);
  assert.equal(visible, sentence);
  assert.ok(furniture.includes('新闻'));
});
