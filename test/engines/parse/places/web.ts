/** Places of web pages, books and drawings. */
import { makeEpub, type BookParts } from '../../../support/documents/epub.ts';
import { chosenBy, MARKER, none, OUT, warned, type Format } from './place.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body><p>Tides</p>${body}</body></html>`;
const picture = 'src="https://example.org/a.png"';

export const WEB_PAGES: Format = {
  name: 'Web pages (HTML, XHTML)',
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  places: [
    ['Text', OUT, page(`<p>${MARKER}</p>`)],
    ['Headings', OUT, page(`<h2>${MARKER}</h2>`)],
    ['Tables: cells', OUT, page(`<table><tr><td>a<td>b<tr><td>c<td>${MARKER}</table>`)],
    ['Tables: captions', OUT, page(`<table><caption>${MARKER}</caption><tr><td>a<td>b<tr><td>c<td>d</table>`)],
    ['Figures: captions', OUT, page(`<figure><img ${picture}><figcaption>${MARKER}</figcaption></figure>`)],
    ['Details that are closed', OUT, page(`<details><summary>a</summary>${MARKER}</details>`)],
    ['Addresses of links', OUT, page(`<a href="https://example.org/${MARKER}">a</a>`)],
    ['Addresses of areas of a picture', OUT, page(`<map><area href="https://example.org/${MARKER}" alt="a"></map>`)],
    ['Descriptions of pictures', OUT, page(`<img ${picture} alt="${MARKER}">`)],
    ['Descriptions of areas of a picture', OUT, page(`<map><area href="https://example.org/" alt="${MARKER}"></map>`)],
    [
      'Tips (title)',
      none('shown only under the pointer, where sites repeat the text or mark it for programs'),
      page(`<span title="${MARKER}">a</span>`),
    ],
    ['Labels for screen readers', none('names of controls'), page(`<button aria-label="${MARKER}"></button>`)],
    ['Tips of pictures', OUT, page(`<img ${picture} alt="a" title="${MARKER} of May">`)],
    ['Labels of links without text', OUT, page(`<a href="https://example.org/" aria-label="${MARKER}"></a>`)],
    [
      'Signs for the eye alone (aria-hidden)',
      none('icons and copies, beside text that says the same'),
      page(`<span aria-hidden="true">${MARKER}</span>`),
    ],
    ['Long forms of abbreviations', OUT, page(`<abbr title="${MARKER}">a</abbr>`)],
    ['Readings above the text (ruby)', OUT, page(`<ruby>a<rt>${MARKER}</rt></ruby>`)],
    ['Formulas', OUT, page(`<math><mtext>${MARKER}</mtext></math>`)],
    ['Text in drawings (SVG)', OUT, page(`<svg><text>${MARKER}</text></svg>`)],
    ['Titles of drawings (SVG)', OUT, page(`<svg><title>${MARKER}</title></svg>`)],
    ['Forms: text fields', OUT, page(`<label>Name <input value="${MARKER}"></label>`)],
    ['Forms: prompts in text fields', none('shown only until someone writes'), page(`<input placeholder="${MARKER}">`)],
    ['Forms: texts of several lines', OUT, page(`<textarea>${MARKER}</textarea>`)],
    ['Forms: chosen entries', OUT, page(`<select><option>a<option selected>${MARKER}</select>`)],
    [
      'Forms: entries that are not chosen',
      none('what could be chosen instead'),
      page(`<select><option selected>a<option>${MARKER}</select>`),
    ],
    ['Forms: buttons', none('controls'), page(`<button>${MARKER}</button>`)],
    ['Forms: captions of buttons', none('controls'), page(`<input type="submit" value="${MARKER}">`)],
    ['Forms: labels', OUT, page(`<label>${MARKER} <input type="checkbox" checked></label>`)],
    ['Forms: buttons that are headings', OUT, page(`<h3><button>${MARKER}</button></h3>`)],
    ['Forms: suggestions', none('what could be written'), page(`<datalist><option value="${MARKER}"></datalist>`)],
    ['Forms: text beside a chosen button', OUT, page(`<input type="radio" checked> ${MARKER}`)],
    ['Forms: results', OUT, page(`<output>${MARKER}</output>`)],
    ['Forms: hidden values', none('for programs'), page(`<input type="hidden" value="${MARKER}">`)],
    ['Meters', OUT, page(`<meter value="0.6">${MARKER}</meter>`)],
    ['Text without scripts (noscript)', OUT, page(`<noscript><p>${MARKER}</p></noscript>`)],
    [
      'Text without scripts that asks for scripts',
      none('it is about the program of the reader'),
      page(`<noscript>${MARKER} needs JavaScript.</noscript>`),
    ],
    ['Templates', none('shown only by scripts'), page(`<template><p>${MARKER}</p></template>`)],
    [
      'Shadow trees that the page declares',
      OUT,
      page(`<div><template shadowrootmode="open"><p>${MARKER}</p></template></div>`),
    ],
    ['Pages in frames (srcdoc)', OUT, page(`<iframe srcdoc="<p>${MARKER}</p>"></iframe>`)],
    ['Addresses of frames', OUT, page(`<iframe src="https://example.org/${MARKER}"></iframe>`)],
    ['Addresses of objects', OUT, page(`<embed src="https://example.org/${MARKER}">`)],
    ['Text in place of objects', OUT, page(`<object data="a.swf"><p>${MARKER}</p></object>`)],
    ['Text in place of videos', OUT, page(`<video src="a.mp4"><p>${MARKER}</p></video>`)],
    ['Addresses of videos and sounds', OUT, page(`<video src="https://example.org/${MARKER}"></video>`)],
    ['Text in place of a canvas', OUT, page(`<canvas>${MARKER}</canvas>`)],
    ['Dialogs that are closed', chosenBy({ hidden: true }, 'hidden_omitted'), page(`<dialog>${MARKER}</dialog>`)],
    ['Dialogs that are open', OUT, page(`<dialog open>${MARKER}</dialog>`)],
    ['Hidden text', chosenBy({ hidden: true }, 'hidden_omitted'), page(`<p hidden>${MARKER}</p>`)],
    [
      'Text that its style hides',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      page(`<p style="display: none">${MARKER}</p>`),
    ],
    ['Insertions', OUT, page(`<ins>${MARKER}</ins>`)],
    ['Deletions', OUT, page(`<del>${MARKER}</del>`)],
    [
      'Text of style sheets (content)',
      warned('objects_omitted'),
      page('<p class="a">a</p>', `<style>.a::before { content: "${MARKER}" }</style>`),
    ],
    ['Scripts', none('code that is run, not shown'), page(`<script>"${MARKER}"</script>`)],
    ['Comments in the source', none('for authors of the page'), page(`<!-- ${MARKER} -->`)],
    ['Title', OUT, page('', `<title>${MARKER}</title>`)],
    ['Author', OUT, page('', `<meta name="author" content="${MARKER}">`)],
    ['Description', OUT, page('', `<meta name="description" content="${MARKER}">`)],
    ['Keywords', OUT, page('', `<meta name="keywords" content="${MARKER}">`)],
    [
      'Facts as JSON-LD: headline',
      OUT,
      page('', `<script type="application/ld+json">{"@type":"Article","headline":"${MARKER}"}</script>`),
    ],
  ],
};

const book = (chapter: string, parts?: BookParts): Uint8Array => makeEpub([`<p>Tides</p>${chapter}`], parts);
const xhtml = (body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;

export const BOOKS: Format = {
  name: 'Books (EPUB)',
  mediaTypes: ['application/epub+zip'],
  places: [
    ['Chapters', OUT, book(`<p>${MARKER}</p>`)],
    [
      'Notes',
      OUT,
      book(`<a epub:type="noteref" href="#n">1</a><aside epub:type="footnote" id="n"><p>${MARKER}</p></aside>`),
    ],
    [
      'Table of contents: titles of chapters without a heading',
      OUT,
      book('', { contents: `<ol><li><a href="c1.xhtml">${MARKER}</a></li></ol>` }),
    ],
    [
      'Table of contents: other titles',
      OUT,
      book('<h1>One</h1>', { contents: `<ol><li><a href="c1.xhtml">${MARKER}</a></li></ol>` }),
    ],
    [
      'Pages that a chapter links to',
      OUT,
      book('<a href="x.xhtml">x</a>', {
        items: { 'x.xhtml': 'application/xhtml+xml' },
        files: { 'x.xhtml': xhtml(`<p>${MARKER}</p>`) },
      }),
    ],
    [
      'Pages that nothing links to',
      warned('book_files_omitted'),
      book('', { items: { 'x.xhtml': 'application/xhtml+xml' }, files: { 'x.xhtml': xhtml(`<p>${MARKER}</p>`) } }),
    ],
    [
      'Other files of the list',
      warned('book_files_omitted'),
      book('', { items: { 'x.json': 'application/json' }, files: { 'x.json': `"${MARKER}"` } }),
    ],
    [
      'Table of contents: names of parts',
      OUT,
      book('<h1>One</h1>', {
        contents: `<ol><li><span>${MARKER}</span><ol><li><a href="c1.xhtml">One</a></li></ol></li></ol>`,
      }),
    ],
    [
      'Table of contents: other titles of places in a chapter',
      OUT,
      book('<h1>One</h1><p id="p">a</p>', { contents: `<ol><li><a href="c1.xhtml#p">${MARKER}</a></li></ol>` }),
    ],
    [
      'Files that no list names',
      warned('book_files_omitted'),
      book('', { files: { 'x.xhtml': xhtml(`<p>${MARKER}</p>`) } }),
    ],
    [
      'Drawings in the reading order',
      none('it is a picture of the document'),
      book('', {
        items: { 'x.svg': 'image/svg+xml' },
        spine: ['x.svg'],
        files: { 'x.svg': `<svg xmlns="http://www.w3.org/2000/svg"><text>${MARKER}</text></svg>` },
      }),
    ],
    ['Descriptions of pictures', OUT, book(`<img src="https://example.org/a.png" alt="${MARKER}"/>`)],
    ['Hidden text', chosenBy({ hidden: true }, 'hidden_omitted'), book(`<p hidden="hidden">${MARKER}</p>`)],
    ['Fields of forms', OUT, book(`<textarea>${MARKER}</textarea>`)],
    [
      'Alternatives for other programs (epub:switch)',
      OUT,
      book(`<epub:switch><epub:default><p>${MARKER}</p></epub:default></epub:switch>`),
    ],
    ['Title', OUT, book('', { metadata: `<dc:title>${MARKER}</dc:title>` })],
    ['Further titles', OUT, book('', { metadata: `<dc:title>Tides</dc:title><dc:title>${MARKER}</dc:title>` })],
    ['Author', OUT, book('', { metadata: `<dc:creator>${MARKER}</dc:creator>` })],
    ['Contributors', OUT, book('', { metadata: `<dc:contributor>${MARKER}</dc:contributor>` })],
    ['Description', OUT, book('', { metadata: `<dc:description>${MARKER}</dc:description>` })],
    ['Publisher', OUT, book('', { metadata: `<dc:publisher>${MARKER}</dc:publisher>` })],
    ['Subjects', OUT, book('', { metadata: `<dc:subject>${MARKER}</dc:subject>` })],
    ['Rights', OUT, book('', { metadata: `<dc:rights>${MARKER}</dc:rights>` })],
    ['Source', OUT, book('', { metadata: `<dc:source>${MARKER}</dc:source>` })],
    [
      'Name of the series',
      OUT,
      book('', { metadata: `<opf:meta property="belongs-to-collection">${MARKER}</opf:meta>` }),
    ],
  ],
};

const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><text>Tides</text>${inner}</svg>`;

export const DRAWINGS: Format = {
  name: 'Drawings (SVG)',
  mediaTypes: ['image/svg+xml'],
  places: [
    ['Text', OUT, svg(`<text>${MARKER}</text>`)],
    ['Text on paths', OUT, svg(`<text><textPath>${MARKER}</textPath></text>`)],
    [
      'Web pages in the drawing (foreignObject)',
      OUT,
      svg(`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">${MARKER}</p></foreignObject>`),
    ],
    ['Title', OUT, svg(`<title>${MARKER}</title>`)],
    ['Description', OUT, svg(`<desc>${MARKER}</desc>`)],
    ['Titles of shapes', OUT, svg(`<g><title>${MARKER}</title><rect/></g>`)],
    ['Descriptions of shapes', OUT, svg(`<rect><desc>${MARKER}</desc></rect>`)],
    ['Addresses of links', OUT, svg(`<a href="https://example.org/${MARKER}"><text>a</text></a>`)],
    ['Symbols that are used', OUT, svg(`<defs><symbol id="s"><text>${MARKER}</text></symbol></defs><use href="#s"/>`)],
    [
      'Metadata (Dublin Core)',
      OUT,
      svg(`<metadata><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">${MARKER}</dc:creator></metadata>`),
    ],
    [
      'Other metadata',
      none('what programs note for themselves'),
      svg(`<metadata><settings xmlns="urn:editor">${MARKER}</settings></metadata>`),
    ],
    [
      'Style sheets and scripts',
      none('formatting and code'),
      svg(`<style>${MARKER}</style><script>${MARKER}</script>`),
    ],
  ],
};
