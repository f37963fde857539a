import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { makeEpub } from '../../../../support/documents/epub.ts';
import { PNG } from '../../../../support/documents/pictures.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';

const EPUB = { mediaType: 'application/epub+zip' };

test('chapters are in reading order, without the table of contents', async () => {
  const book = makeEpub(['<h1>Book</h1>', '<h2>One</h2><p>First<br/>line</p>', '<h2>Two</h2>'], {
    contents: '<ol><li><a href="c2.xhtml">One</a></li></ol>',
  });
  assert.equal(await markdownOf(book, EPUB), '# Book\n\n## One\n\nFirst  \nline\n\n## Two');
});

test('a chapter without a heading gets its title from the table of contents', async () => {
  const book = makeEpub(['<p>Text</p>', '<p>More</p>'], { contents: '<a href="c1.xhtml#top">Start</a>' });
  assert.equal(await markdownOf(book, EPUB), '## Start\n\nText\n\nMore');
});

test('links between chapters lead to headings, those to nowhere lose their mark', async () => {
  const links = '<p><a href="c2.xhtml#s">a</a> <a href="c2.xhtml">b</a> <a href="gone.xhtml">c</a></p>';
  const second = '<h2>Same</h2><section id="s"><h2>Same</h2></section>';
  assert.match(
    await markdownOf(makeEpub([`<h1>T</h1>${links}`, second]), EPUB),
    /\n\n\[a\]\(#same-1\) \[b\]\(#same\) c\n/,
  );
});

test('images are stored once and linked; without them their text stays', async () => {
  const chapter = '<p>x <img src="a/p.png" alt="A dot"/></p><p><img src="./a/../a/p.png" alt=""/></p>';
  const book = makeEpub([chapter], { files: { 'a/p.png': PNG } });
  const kept = await parse(book, EPUB);
  assert.equal(kept.markdown, 'x ![A dot](images/p.png)\n\n![](images/p.png)\n');
  assert.deepEqual(
    kept.images.map(({ name, mediaType }) => [name, mediaType]),
    [['p.png', 'image/png']],
  );
  const options = { ...DEFAULT_PARSE_OPTIONS, images: 'omit' } as const;
  assert.equal((await parse(book, { ...EPUB, options })).markdown, 'x A dot\n');
});

test('the package says what the book is', async () => {
  const metadata =
    '<dc:title>The ' +
    'Book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator><dc:language>en-us</dc:language>' +
    '<dc:date>2020-05-01</dc:date><dc:publisher>Mill</dc:publisher>';
  const { title, authors, language, createdAt, properties } = await parse(makeEpub(['<p>x</p>'], { metadata }), EPUB);
  assert.deepEqual(
    { title, authors, language, createdAt, properties },
    {
      title: 'The Book',
      authors: ['Ada', 'Bob'],
      language: 'en-US',
      createdAt: '2020-05-01T00:00:00.000Z',
      properties: { publisher: 'Mill' },
    },
  );
});

test('books with DRM are encrypted, those with obfuscated fonts are not', async () => {
  const encryption = (path: string): string =>
    '<encryption><enc:EncryptedData ' +
    'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:CipherData><enc:CipherReference ' +
    `URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`;
  await assertFails(parse(makeEpub(['<p>x</p>'], { encryption: encryption('OEBPS/c1.xhtml') }), EPUB), 'encrypted');
  assert.equal(await markdownOf(makeEpub(['<p>x</p>'], { encryption: encryption('OEBPS/font.otf') }), EPUB), 'x');
});

test('a file that is not a book is corrupt; a book without text is empty', async () => {
  await assertFails(parse(zipSync({ 'a.txt': strToU8('x') }), EPUB), 'corrupt');
  await assertFails(parse(makeEpub(['<p></p>']), EPUB), 'empty');
});

test('invalid addresses do no harm', async () => {
  const chapter = '<p><a href="http://[">a</a> <img src="http://[" alt="b"/> <img src="%zz.png" alt="c"/></p>';
  assert.equal(await markdownOf(makeEpub([chapter]), EPUB), 'a ![b]() c');
});

test('a picture in a drawing is shown', async () => {
  const cover =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Cover</title>' +
    '<image width="1" xlink:href="p.png"/></svg>';
  assert.equal(
    await markdownOf(makeEpub([`<div>${cover}</div>`], { files: { 'p.png': PNG } }), EPUB),
    '![Cover](images/p.png)',
  );
});

test('of drawings in each other, the outermost is the one', async () => {
  const drawing = (...parts: readonly string[]): string => `<svg>${parts.join('')}</svg>`;
  const inner = drawing('<title>Part</title><image href="p.png"/>');
  const page = drawing('<title>Whole</title>', drawing(inner), drawing());
  assert.equal(await markdownOf(makeEpub([page], { files: { 'p.png': PNG } }), EPUB), '![Whole](images/p.png)');
});

test('every file of a book is read or named', async () => {
  const page = '<html><body><p>Popup</p></body></html>';
  const book = makeEpub(['<h1>One</h1><p><a href="linked.xhtml#x">a</a></p>'], {
    files: {
      'p.png': PNG,
      'q.png': PNG,
      'linked.xhtml': page,
      'unlinked.xhtml': '\0\u0001',
      'a.mp3': 'x',
      's.css': '',
    },
    items: {
      'p.png': 'image/png',
      'q.png': 'image/png',
      'linked.xhtml': 'application/xhtml+xml',
      'unlinked.xhtml': 'application/xhtml+xml',
      'a.mp3': 'audio/mpeg',
      's.css': 'text/css',
      'f.otf': 'application/vnd.ms-opentype',
      'gone.xhtml': 'application/xhtml+xml',
    },
    spine: ['p.png', 'gone.xhtml', 'unknown'],
  });
  const { markdown, warnings } = await parse(book, EPUB);
  assert.equal(markdown, '# One\n\na\n\n![](images/p.png)\n\nPopup\n');
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [
      ['chapter_missing', 'Files in the reading order are missing from the book: 2 (OEBPS/gone.xhtml, unknown).'],
      [
        'book_files_omitted',
        'Files of the book that no chapter shows were left out: 3 (OEBPS/q.png, OEBPS/unlinked.xhtml, OEBPS/a.mp3).',
      ],
    ],
  );
  const options = { ...DEFAULT_PARSE_OPTIONS, images: 'omit' } as const;
  const [, omitted] = (await parse(book, { ...EPUB, options })).warnings;
  assert.match(omitted?.message ?? '', /: 2 \(OEBPS\/unlinked\.xhtml, OEBPS\/a\.mp3\)\.$/);
});

test('titles of the table of contents that a chapter lacks stand above their places', async () => {
  const contents =
    '<a href="c1.xhtml">Part One: The Sea</a><a href="c1.xhtml#a">1. Loomings</a><a href="c1.xhtml#b">A whale</a>' +
    '<a href="c1.xhtml#gone">Lost island</a>';
  const chapter = '<h1>Loomings</h1><div id="a"><p>Text</p><p>More <i id="b">text</i></p></div>';
  assert.equal(
    await markdownOf(makeEpub([chapter], { contents }), EPUB),
    '## Part One: The Sea\n\n## Lost island\n\n# Loomings\n\nText\n\n## A whale\n\nMore *text*',
  );
});

test('a part that leads nowhere is named above its first chapter', async () => {
  const contents =
    '<ol><li><a href="c1.xhtml">One</a></li><li><span>The return</span><ol><li><a href="c2.xhtml">Two</a></li></ol></li></ol>';
  assert.equal(
    await markdownOf(makeEpub(['<h2>One</h2>', '<h2>Two</h2><p>x</p>'], { contents }), EPUB),
    '## One\n\n## The return\n\n## Two\n\nx',
  );
});

test('series, further titles, and files that the package does not list are named', async () => {
  const series =
    '<opf:meta property="belongs-to-collection" id="s">Tides</opf:meta>' +
    '<opf:meta refines="#s" property="group-position">2</opf:meta>';
  const metadata = `<dc:title>May</dc:title><dc:title>A diary</dc:title>${series}`;
  const book = makeEpub(['<p>x</p>'], { metadata, files: { 'loose.xhtml': '<p>y</p>', 'a.css': 'a{}', 'f.otf': '' } });
  const { title, properties, warnings } = await parse(book, EPUB);
  assert.deepEqual([title, properties], ['May', { further_titles: 'A diary', series: 'Tides 2' }]);
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['Files of the book that no chapter shows were left out: 1 (OEBPS/loose.xhtml).'],
  );
  const older = '<opf:meta name="calibre:series" content="Tides"/><opf:meta name="calibre:series_index" content="3"/>';
  assert.equal((await parse(makeEpub(['<p>x</p>'], { metadata: older }), EPUB)).properties['series'], 'Tides 3');
});

test('options.charset is taken for the pages of a book and their titles', async () => {
  const page = (body: string): Buffer =>
    iconv.encode(`<?xml version="1.0" encoding="windows-1251"?><html><body>${body}</body></html>`, 'cp866');
  const files = {
    'nav.xhtml': page('<nav><a href="c1.xhtml">Глава первая</a></nav>'),
    'c1.xhtml': page('<p>Мельница у реки.</p>'),
  };
  const options = { ...DEFAULT_PARSE_OPTIONS, charset: 'cp866' };
  const markdown = await markdownOf(makeEpub([''], { files }), { ...EPUB, options });
  assert.equal(markdown, '## Глава первая\n\nМельница у реки.');
});
