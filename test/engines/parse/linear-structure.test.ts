/** Engines take time linear in the structure of a document: nesting, neighbours, references, however many. */
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import { ServiceError } from '../../../errors/index.ts';
import { makeSigned } from '../../support/documents/cms.ts';
import { makeCompoundFile } from '../../support/documents/compound-file.ts';
import { makeDocx } from '../../support/documents/docx.ts';
import { makeEpub } from '../../support/documents/epub.ts';
import { some } from '../../support/depth.ts';
import { assertLinear } from '../../support/linear.ts';
import { makeFlatOdf, makeOdf } from '../../support/documents/odf.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import type { PdfElement } from '../../support/documents/pdf.ts';
import { makePpt } from '../../support/documents/ppt.ts';
import { line, makePptx, shape } from '../../support/documents/pptx.ts';
import { makeTnef } from '../../support/documents/tnef.ts';
import { cell, double, makeXlsb, record, row, uint32 } from '../../support/documents/xlsb.ts';
import { makeXlsx } from '../../support/documents/xlsx.ts';
import { DOCX, parse, PPTX, XLSX } from '../../support/documents/parse.ts';

type Settings = Parameters<typeof parse>[1];
/** A document of about `size` elements. */
type Structure = readonly [make: (size: number) => string | Uint8Array, settings: Settings];

const HTML = { mediaType: 'text/html' };
const READER = { ...HTML, engine: 'web_reader' } as const;
const RTF = { mediaType: 'application/rtf' };
const ODT = { mediaType: 'application/vnd.oasis.opendocument.text' };
const DOCBOOK = { mediaType: 'application/docbook+xml' };
const LATEX = { mediaType: 'text/x-latex' };
const ORG = { mediaType: 'text/x-org' };
const RST = { mediaType: 'text/x-rst' };
const TYPST = { mediaType: 'text/x-typst' };
const OPML = { mediaType: 'text/x-opml' };
const EML = { mediaType: 'message/rfc822' };
const EPUB = { mediaType: 'application/epub+zip' };

const each = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Lines of which each is indented more than the one before, some `size` characters in all. */
const steps =
  (line: string) =>
  (size: number): string =>
    each(Math.sqrt(size * 8), (index) => `${' '.repeat(index)}${line}\n`);

const pages: Readonly<Record<string, (size: number) => string>> = {
  'elements in each other': (n) => nested(n, '<div>', 'a', '</div>'),
  'formatting in each other': (n) => nested(n, '<b><i>', 'a', '</i></b>'),
  'formatting without end': (n) => each(n / 2, (index) => `<p><b id=${index}>a`),
  'quotes in each other': (n) => nested(n, '<blockquote>a', 'a', '</blockquote>'),
  'lines in many quotes': (n) =>
    nested(
      300,
      '<blockquote>',
      each(n, () => '<p>a'),
      '</blockquote>',
    ),
  'lists in each other': (n) => nested(n, '<ul><li>a', 'a', '</ul>'),
  'tables in each other': (n) => nested(n, '<table><tr><th>a<td>', 'a', '</table>'),
  'cells in many tables': (n) =>
    nested(
      100,
      '<table><tr><th>a<td>',
      each(n, () => '<td>a'),
      '</table>',
    ),
  'inline elements around a block': (n) => nested(300, '<span>', `${each(n, () => '<i></i>')}<p>a`, '</span>'),
  paragraphs: (n) => each(n, () => '<p>a'),
  'paragraphs of one parent': (n) => `<section>${each(n * 6, () => '<p>a')}</section>`,
  breaks: (n) => each(n, () => 'a<br>'),
  'formats one after the other': (n) => `<p>${each(n, (index) => `<b>a</b><i>b${index}</i>`)}`,
  links: (n) => `<p>${each(n, (index) => `<a href="http://a/${index}">a</a>`)}`,
  'attributes of one element': (n) => `<p ${each(n, (index) => `a${index}=b `)}>a`,
  'items of a list': (n) => `<ul>${each(n, () => '<li>a')}</ul>`,
  'what stands between items': (n) => `<ul><li>a${each(n, () => '<p>a</p>')}</ul>`,
  definitions: (n) => `<dl>${each(n, () => '<dt>a<dd>b')}</dl>`,
  'rows of a table': (n) => `<table>${each(n, () => '<tr><td>a<td>b')}</table>`,
  'cells of a row': (n) => `<table><tr>${each(n, () => '<td>a')}</table>`,
  'cells over many rows': (n) => `<table>${each(n, () => '<tr><td rowspan=60000>a<td>b')}</table>`,
  'what does not belong in a table': (n) => `<table>${each(n, () => 'a<tr>')}</table>`,
  'fields of a form': (n) => `<form>${each(n, (index) => `<input value=a${index}>`)}</form>`,
  'abbreviations in each other': (n) => each(n, (index) => `<abbr title="a${index}">a`),
  'hidden elements in each other': (n) => nested(n, '<div hidden>', 'a', '</div>'),
  'pictures in place of scripts': (n) => each(n, (index) => `<noscript><img src=${index}></noscript><img src=b>`),
  'words of a drawing': (n) => `<p>a<svg>${each(n, () => '<g><text>a</text></g>')}</svg>`,
  'parts of a picture': (n) => `<map>${each(n, () => '<area href=a>')}</map>`,
  'frames one after the other': (n) => each(n / 8, () => '<iframe srcdoc="<p>a"></iframe>'),
  'names of one kind': (n) => `${each(n, () => '<meta name=author content=a>')}<p>a`,
};

const xlsb = (records: readonly Buffer[]): Uint8Array => makeXlsb([{ name: 'a', records }]);
const docx = (body: string, parts = {}): Uint8Array => makeDocx(body, parts);
const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const commentsOf = (content: string) => ({
  relationships: '<Relationship Id="c" Type="http://x/comments" Target="comments.xml"/>',
  others: { 'word/comments.xml': `<w:comments ${W}>${content}</w:comments>` },
});
const COMMENTED = { mediaType: DOCX, options: { ...DEFAULT_PARSE_OPTIONS, comments: true } };
const SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>';
const head = (content: string) => ({
  relationships: '<Relationship Id="h" Type="http://x/header" Target="head.xml"/>',
  others: { 'word/head.xml': `<w:hdr ${W}>${content}</w:hdr>` },
});
const mail = (body: string): string => `Subject: a\r\nMIME-Version: 1.0\r\n${body}`;
const parts = (n: number, part: (index: number) => string): string =>
  mail(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${each(n, (index) => `--b\r\n${part(index)}\r\n`)}--b--\r\n`);

/** A tagged page; each element is among the children of the one above it twice. */
function taggedTwice(depth: number): Uint8Array {
  let structure: PdfElement = { type: 'P', children: [0] };
  for (let level = 0; level < depth; level++) structure = { type: 'Div', children: [structure] };
  const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'a', mcid: 0 }], structure }]);
  const written = Buffer.from(pdf).toString('latin1');
  return Buffer.from(written.replaceAll(/(\/S \/Div [^[]*\/K \[)(\d+ 0 R)\]/g, '$1$2 $2]'), 'latin1');
}

const STRUCTURES: Readonly<Record<string, Structure>> = {
  ...Object.fromEntries(
    Object.entries(pages).map(([name, make]): [string, Structure] => [`${name} of a page`, [make, HTML]]),
  ),
  ...Object.fromEntries(
    Object.entries(pages).map(([name, make]): [string, Structure] => [
      `${name} of an article`,
      [
        (size) => `<article><p>${'Words of an article, and more of them. '.repeat(20)}</p>${make(size / 8)}</article>`,
        READER,
      ],
    ]),
  ),
  'symbols of a drawing that use each other': [
    (n) =>
      `<svg><defs>${each(n, (index) => `<g id="a${index}"><text>a</text><use href="#a${index + 1}"/></g>`)}</defs><use href="#a0"/></svg>`,
    { mediaType: 'image/svg+xml' },
  ],
  'titles of a table of contents': [
    (n) =>
      makeEpub([`<h1>a</h1>${each(n / 8, (index) => `<p id="a${index}">a</p>`)}`], {
        contents: each(n / 8, (index) => `<a href="c1.xhtml#a${index}">title${index}</a>`),
      }),
    EPUB,
  ],
  'names of properties in TNEF': [
    (n) =>
      makeTnef({
        named: Array.from({ length: n / 8 }, (_, index) => ({ set: 0x20329, name: `a${index}`, value: 'b' })),
      }),
    { mediaType: 'application/ms-tnef' },
  ],
  'lines of uuencode without an end': [(n) => mail(`\r\n${each(n, () => 'begin 644 a\r\n!a\r\n')}`), EML],
  'posts of a thread': [
    (n) =>
      each(
        n / 8,
        (index) =>
          `<article class="message"><h4 class="message-name">a${index}</h4><time>b</time><div ` +
          'class="bbWrapper">c d</div></article>',
      ),
    { ...READER, url: 'https://forum.x.example/threads/a.1' },
  ],
  'names of a post, in each other': [
    (n) => `${nested(n / 8, '<div class="author">a', '<p itemprop="text">b</p>', '</div>')}<p itemprop="text">c</p>`,
    { ...READER, url: 'https://forum.x.example/threads/a.1' },
  ],
  'cards of a listing': [
    (n) =>
      each(
        n / 8,
        (index) => `<div class="card c${index}"><a href="/${index}"><h3>a ${index}</h3></a><p>b $1</p></div>`,
      ),
    { ...READER, url: 'https://shop.x.example/collections/a' },
  ],
  'furniture in each other': [(n) => nested(n / 8, '<footer class="menu">a', 'b', '</footer>'), READER],
  'words of a title and of its heading': [
    (n) => {
      const title = each(8 * n, (index) => `w${index} | `);
      const text = `<p>${'Words of an article, and more of them. '.repeat(20)}</p>`;
      return `<title>${title}</title><article><h2>${title}end</h2>${text}${text}</article>`;
    },
    READER,
  ],
  'anchors of a book': [
    (n) => makeEpub([`<h1>a</h1>${each(n, (index) => `<div id="a${index}"/><a href="c1.xhtml#a${index}">b</a>`)}`]),
    { mediaType: 'application/epub+zip' },
  ],
  'anchors around each other in a book': [
    (n) =>
      makeEpub([
        `<h1>a</h1>${nested(
          300,
          '<div id="a">',
          each(n, () => '<div></div>'),
          '</div>',
        )}`,
      ]),
    { mediaType: 'application/epub+zip' },
  ],
  'paragraphs of DOCX': [(n) => docx(each(n, () => p('a'))), { mediaType: DOCX }],
  'runs of DOCX': [
    (n) =>
      docx(`<w:p>${each(n, (index) => `<w:r><w:rPr>${index % 2 ? '<w:b/>' : ''}</w:rPr><w:t>a</w:t></w:r>`)}</w:p>`),
    { mediaType: DOCX },
  ],
  'elements in each other of DOCX': [
    (n) => docx(nested(n, '<w:sdt><w:sdtContent>', p('a'), '</w:sdtContent></w:sdt>')),
    { mediaType: DOCX },
  ],
  'fields of DOCX': [
    (n) =>
      docx(
        `<w:p>${each(n, () => '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "http://a"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r>')}</w:p>`,
      ),
    { mediaType: DOCX },
  ],
  'runs of a field of DOCX': [
    (n) =>
      docx(
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK ' +
          `"http://${'a'.repeat(n)}"</w:instrText></w:r><w:r><w:fldChar ` +
          `w:fldCharType="separate"/></w:r>${each(n, () => '<w:r><w:t>a</w:t></w:r>')}</w:p>`,
      ),
    { mediaType: DOCX },
  ],
  'pieces of the instruction of a field of DOCX': [
    (n) =>
      docx(
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "</w:instrText>${each(n, () => '<w:instrText>ab</w:instrText>')}</w:r></w:p>${p('a')}`,
      ),
    { mediaType: DOCX },
  ],
  'marks in a field of a head of DOCX': [
    (n) =>
      docx(
        p('a') + SECTION,
        head(
          `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText xml:space="preserve">${' '.repeat(n * 20)}PAGE</w:instrText>` +
            `${each(n, () => '<w:fldChar w:fldCharType="separate"/>')}<w:t>a</w:t></w:r></w:p>`,
        ),
      ),
    { mediaType: DOCX },
  ],
  'sections of DOCX with one head': [
    (n) =>
      docx(
        each(n / 2, () => `<w:p><w:pPr>${SECTION}</w:pPr><w:r><w:t>a</w:t></w:r></w:p>`),
        head(each(n / 2, () => p('a'))),
      ),
    { mediaType: DOCX, options: { ...DEFAULT_PARSE_OPTIONS, headers: 'keep' } },
  ],
  'equation fields of DOCX in each other': [
    (n) =>
      docx(
        `<w:p>${each(40, () => `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>EQ ${nested(Math.min(19, n / 135), '\\o(', 'a', ')')}</w:instrText><w:fldChar w:fldCharType="end"/></w:r>`)}</w:p>`,
      ),
    { mediaType: DOCX },
  ],
  'styles of DOCX': [
    (n) =>
      docx(
        each(n, () => p('a', `<w:pStyle w:val="s${n - 1}"/>`)),
        {
          styles: each(
            n,
            (index) => `<w:style w:styleId="s${index}"><w:name w:val="a"/><w:basedOn w:val="s${index - 1}"/></w:style>`,
          ),
        },
      ),
    { mediaType: DOCX },
  ],
  'lists of DOCX': [
    (n) =>
      docx(p('a'), {
        numbering:
          each(
            n,
            (index) => `<w:abstractNum w:abstractNumId="${index}"><w:numStyleLink w:val="l${index}"/></w:abstractNum>`,
          ) + each(n, (index) => `<w:num w:numId="${index}"><w:abstractNumId w:val="${index}"/></w:num>`),
      }),
    { mediaType: DOCX },
  ],
  'comments of DOCX': [
    (n) =>
      docx(
        each(n / 2, (index) => `<w:p><w:r><w:t>a</w:t></w:r><w:r><w:commentReference w:id="${index}"/></w:r></w:p>`),
        commentsOf(each(n / 2, (index) => `<w:comment w:id="${index}">${p('a')}</w:comment>`)),
      ),
    COMMENTED,
  ],
  'references to one comment of DOCX': [
    (n) =>
      docx(
        each(n, () => '<w:p><w:r><w:t>a</w:t><w:commentReference w:id="0"/></w:r></w:p>'),
        commentsOf(`<w:comment w:id="0">${each(n, () => p('a'))}</w:comment>`),
      ),
    COMMENTED,
  ],
  'notes of DOCX': [
    (n) =>
      docx(
        each(n / 2, (index) => `<w:p><w:r><w:footnoteReference w:id="${index}"/></w:r></w:p>`),
        { footnotes: each(n / 2, (index) => `<w:footnote w:id="${index}">${p('a')}</w:footnote>`) },
      ),
    { mediaType: DOCX },
  ],
  'lines of code of DOCX': [
    (n) => docx(each(n, () => '<w:p><w:r><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr><w:t>a</w:t></w:r></w:p>')),
    { mediaType: DOCX },
  ],
  'shapes of PPTX': [
    (n) => makePptx([{ shapes: each(n / 4, (index) => shape(line('a'), { at: [index * 10, index * 7, 5, 5] })) }]),
    { mediaType: PPTX },
  ],
  'shapes apart of PPTX': [
    (n) =>
      makePptx([
        {
          shapes: each(n / 4, (index) =>
            shape(line('a'), {
              at:
                index % 2
                  ? [index * 100_000, 0, 50_000, (n - index) * 100_000]
                  : [0, index * 100_000, (n - index) * 100_000, 50_000],
            }),
          ),
        },
      ]),
    { mediaType: PPTX },
  ],
  'placeholders of PPTX': [
    (n) =>
      makePptx([{ shapes: each(n / 8, () => shape(line('a'), { placeholder: 'type="body" idx="x"' })) }], {
        layout: each(n / 8, (index) => shape(line('a'), { placeholder: `type="body" idx="${index}"` })),
      }),
    { mediaType: PPTX },
  ],
  'hidden rows of XLSX': [
    (n) =>
      makeXlsx([
        {
          content: `<sheetData>${each(n, (index) => `<row r="${index + 1}" ${index % 2 ? 'hidden="1"' : ''}><c t="inlineStr"><is><t>a</t></is></c></row>`)}</sheetData>`,
        },
      ]),
    { mediaType: XLSX },
  ],
  'hidden columns of XLSX': [
    (n) =>
      makeXlsx([
        {
          content:
            `<cols>${each(n, () => '<col min="1" max="16384" hidden="1"/>')}</cols><sheetData><row><c ` +
            't="inlineStr"><is><t>a</t></is></c></row></sheetData>',
        },
      ]),
    { mediaType: XLSX },
  ],
  'narrow columns of XLSX': [
    (n) =>
      makeXlsx([
        {
          content:
            `<cols>${each(n, () => '<col min="1" max="16384" width="1"/>')}</cols><sheetData><row><c ` +
            'r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row></sheetData>',
        },
      ]),
    { mediaType: XLSX },
  ],
  'parts between low rows of XLSX': [
    (n) =>
      makeXlsx([
        {
          content: `<sheetData>${each(n, (index) => `<row r="${index * 2 + 1}"><c><v>1</v></c><c/><c><v>1</v></c></row><row r="${index * 2 + 2}" ht="2"/>`)}</sheetData>`,
        },
      ]),
    { mediaType: XLSX },
  ],
  'merged cells of XLSX': [
    (n) =>
      makeXlsx([
        {
          content: `<sheetData>${each(n, () => '<row><c t="inlineStr"><is><t>a</t></is></c></row>')}</sheetData><mergeCells>${each(n, (index) => `<mergeCell ref="A${index + 1}:B${index + 1}"/>`)}</mergeCells>`,
        },
      ]),
    { mediaType: XLSX },
  ],
  'merged areas of XLSB': [
    (n) =>
      xlsb([
        ...Array.from({ length: n }, (_, index) => row(index, [cell(5, 0, 0, double(1))])),
        ...Array.from({ length: n }, (_, index) => record(176, uint32(index, index + 9, 0, 16_383))),
      ]),
    { mediaType: XLSX },
  ],
  'wide columns of XLSB': [
    (n) =>
      xlsb([
        ...Array.from({ length: n }, () => record(60, uint32(0, 16_383, 256, 0), Buffer.from([0, 0]))),
        ...Array.from({ length: n }, (_, index) => row(index * 300, [cell(5, index % 16_384, 0, double(1))])),
      ]),
    { mediaType: XLSX },
  ],
  'values of DOCX that controls show': [
    (n) =>
      docx(
        each(n / 2, (index) => `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a/b[${index + 1}]"/></w:sdtPr></w:sdt>`),
        {
          relationships: '<Relationship Id="v" Type="http://x/customXml" Target="../customXml/item1.xml"/>',
          others: { 'customXml/item1.xml': `<a>${each(n / 2, () => '<b>c</b>')}</a>` },
        },
      ),
    { mediaType: DOCX },
  ],
  'drawings of DOCX with one chart': [
    (n) =>
      docx(
        each(n / 4, () => '<w:p><w:r><w:drawing><c:chart r:id="C"/></w:drawing></w:r></w:p>'),
        {
          relationships: '<Relationship Id="C" Type="http://x/chart" Target="chart.xml"/>',
          others: {
            'word/chart.xml':
              '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea>' +
              `<c:barChart><c:ser><c:val>${each(n / 4, (index) => `<c:pt idx="${index}"><c:v>1</c:v></c:pt>`)}` +
              '</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
          },
        },
      ),
    { mediaType: DOCX },
  ],
  'paragraphs of an item of ODT': [
    (n) =>
      makeOdf('text', `<text:list><text:list-item>${each(n, () => '<text:p>a</text:p>')}</text:list-item></text:list>`),
    ODT,
  ],
  'notes of ODT': [
    (n) =>
      makeOdf(
        'text',
        `<text:p>${each(n, () => '<text:note><text:note-body><text:p>a</text:p></text:note-body></text:note>')}</text:p>`,
      ),
    ODT,
  ],
  'deletions of ODT that name each other': [
    (n) =>
      makeOdf(
        'text',
        `<text:tracked-changes>${each(
          n,
          (index) =>
            `<text:changed-region text:id="${index}"><text:deletion><text:p>a${`<text:change text:change-id="${index + 1}"/>`.repeat(2)}` +
            '</text:p></text:deletion></text:changed-region>',
        )}</text:tracked-changes><text:p>a<text:change text:change-id="0"/></text:p>`,
      ),
    { ...ODT, options: { ...DEFAULT_PARSE_OPTIONS, tracked_changes: true } },
  ],
  'marks of one deletion of ODT': [
    (n) =>
      makeOdf(
        'text',
        `<text:tracked-changes><text:changed-region text:id="a"><text:deletion>${each(n, () => '<text:p>a</text:p>')}` +
          `</text:deletion></text:changed-region></text:tracked-changes>${each(n, () => '<text:p>a<text:change text:change-id="a"/></text:p>')}`,
      ),
    { ...ODT, options: { ...DEFAULT_PARSE_OPTIONS, tracked_changes: true } },
  ],
  'frames of ODT with one chart': [
    (n) =>
      makeOdf(
        'text',
        each(n / 4, () => '<text:p><draw:frame><draw:object xlink:href="./a"/></draw:frame></text:p>'),
        {
          others: {
            'a/content.xml': makeFlatOdf('text', '').replace(
              /<office:body>.*<\/office:body>/,
              `<office:body><office:chart><chart:chart><table:table>${each(n / 4, () => '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>')}</table:table></chart:chart></office:chart></office:body>`,
            ),
          },
        },
      ),
    ODT,
  ],
  'shapes of ODT with one control': [
    (n) =>
      makeOdf(
        'text',
        `<office:forms><form:form><form:listbox form:id="a">${each(n, () => '<form:option form:label="a" form:selected="true"/>')}</form:listbox></form:form></office:forms>` +
          each(n, () => '<text:p><draw:control draw:control="a"/></text:p>'),
      ),
    ODT,
  ],
  'texts that slides of ODP declare': [
    (n) =>
      makeOdf(
        'presentation',
        each(n, (index) => `<presentation:footer-decl presentation:name="f${index}">a</presentation:footer-decl>`) +
          each(n, (index) => `<draw:page presentation:use-footer-name="f${index}"/>`),
      ),
    { mediaType: 'application/vnd.oasis.opendocument.presentation' },
  ],
  'styles of ODT': [
    (n) =>
      makeOdf(
        'text',
        each(n, () => `<text:p text:style-name="s${n - 1}">a</text:p>`),
        {
          styles: each(
            n,
            (index) =>
              `<style:style style:name="s${index}" style:family="paragraph" style:parent-style-name="s${index - 1}"/>`,
          ),
        },
      ),
    ODT,
  ],
  'rows and edges of RTF': [
    (n) => `{\\rtf1 \\trowd${each(n, (index) => `\\cellx${index * 50}`)}${each(n, () => 'a\\cell\\row')}}`,
    RTF,
  ],
  'edges of rows of RTF': [
    (n) => `{\\rtf1 ${each(n, (index) => `\\trowd\\cellx${index * 50 + 50}\\intbl a\\cell\\row`)}}`,
    RTF,
  ],
  'groups in each other of RTF': [(n) => `{\\rtf1 ${nested(n, '{\\b ', 'a', '}')}}`, RTF],
  'fields of RTF': [(n) => `{\\rtf1 ${each(n, () => '\\field a\\b ')}}`, RTF],
  'notes of RTF': [(n) => `{\\rtf1 ${each(n, () => '\\footnote a')}}`, RTF],
  'comments of RTF in one group': [
    (n) => `{\\rtf1 x {${each(n * 4, () => '\\annotation a ')}}}`,
    { ...RTF, options: { ...DEFAULT_PARSE_OPTIONS, comments: true } },
  ],
  'heads of RTF': [
    (n) => `{\\rtf1 ${each(n * 8, () => '{\\header a}')}x}`,
    { ...RTF, options: { ...DEFAULT_PARSE_OPTIONS, headers: 'keep' } },
  ],
  'shapes of PPT': [
    (n) => makePpt([{ shapes: Array.from({ length: n / 4 }, () => ({ text: 'a' })) }]),
    { mediaType: 'application/vnd.ms-powerpoint' },
  ],
  'parts of EML': [(n) => parts(n / 20, () => 'Content-Type: text/plain\r\n\r\na'), EML],
  'parts in each other of EML': [
    (n) => mail(each(n, (index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`)),
    EML,
  ],
  'headers of EML': [(n) => `${each(n, (index) => `X-A${index}: b\r\n`)}\r\na`, EML],
  'lines of a header of EML': [(n) => `Subject: a\r\n${each(n, () => ' b\r\n')}\r\na`, EML],
  'addresses of EML': [(n) => `To: ${each(n, (index) => `a${index}@b, `)}c@d\r\n\r\na`, EML],
  'senders and addresses for answers of EML': [
    (n) => {
      const people = each(n * 4, (index) => `a${index}@b,`);
      return `From: ${people}\r\nReply-To: ${people}\r\n\r\na`;
    },
    EML,
  ],
  'words of a header of EML': [(n) => `Subject: ${each(n, () => '=?utf-8?Q?a?= ')}\r\n\r\na`, EML],
  'storages of MSG': [
    (n) =>
      makeCompoundFile({
        '__properties_version1.0': Buffer.alloc(32),
        '__substg1.0_1000001F': Buffer.from('a\0'),
        ...Object.fromEntries(
          Array.from({ length: n / 40 }, (_, index) => [
            `__recip_version1.0_#${index}`,
            { '__properties_version1.0': Buffer.alloc(8), '__substg1.0_3001001F': Buffer.from('a\0') },
          ]),
        ),
      }),
    { mediaType: 'application/vnd.ms-outlook' },
  ],
  'elements in each other of DocBook': [(n) => nested(n, '<section><title>a</title>', 'a', '</section>'), DOCBOOK],
  'references of DocBook': [
    (n) =>
      '<article><sect1 ' +
      `id="a">${each(n, () => '<para>a</para>')}</sect1>${each(n, () => '<xref linkend="a"/>')}</article>`,
    DOCBOOK,
  ],
  'notes and rows of DocBook': [
    (n) =>
      `<article>${each(n, () => '<footnote>a</footnote>')}<table>${each(n, () => '<tr><td>a</td></tr><caption>a</caption>')}</table></article>`,
    DOCBOOK,
  ],
  'columns and spans of DocBook': [
    (n) =>
      '<article><informaltable><tgroup ' +
      `cols="${n}">${each(n, (index) => `<colspec colname="c${index}" colnum="${index}"/>`)}<tbody>${each(n, (index) => `<row><entry namest="c0" nameend="c${index}" morerows="${n}">a</entry></row>`)}</tbody></tgroup></informaltable></article>`,
    DOCBOOK,
  ],
  'pictures of a FictionBook': [
    (n) =>
      `<FictionBook><body>${each(n, () => '<image href="#a"/>')}</body><binary ` +
      `id="a">${'R0lG'.repeat(n)}</binary></FictionBook>`,
    { mediaType: 'application/x-fictionbook+xml' },
  ],
  'outlines in each other': [
    (n) => `<opml><body>${nested(n, '<outline text="a">', '', '</outline>')}</body></opml>`,
    OPML,
  ],
  outlines: [(n) => `<opml><body>${each(n, () => '<outline text="a" _note="b"/>')}</body></opml>`, OPML],
  'groups of SVG': [
    (n) =>
      `<svg>${each(n, (index) => `<g><text x="${index % 9}" y="${index}">a<tspan dy="1em">b</tspan></text></g>`)}</svg>`,
    { mediaType: 'image/svg+xml' },
  ],
  'groups in each other of LaTeX': [(n) => nested(n, '{', 'a', '}'), LATEX],
  'commands in each other of LaTeX': [(n) => nested(n, '\\emph{a', 'a', '}'), LATEX],
  'sections in each other of LaTeX': [(n) => nested(n, '\\section{a', 'a', '}'), LATEX],
  'lists in each other of LaTeX': [(n) => nested(n, '\\begin{itemize}\\item a', 'a', '\\end{itemize}'), LATEX],
  'tables without end of LaTeX': [(n) => '\\begin{tabular}{l}a&'.repeat(n), LATEX],
  'macros in each other of LaTeX': [(n) => `\\def\\a#1{#1#1}${'\\a{'.repeat(n)}`, LATEX],
  'rows and spans of LaTeX': [(n) => `\\begin{tabular}{l}${'\\multirow{900}{*}{a}&b\\\\'.repeat(n)}`, LATEX],
  'citations in each other of LaTeX': [(n) => nested(n, '\\bibitem{', 'a', '}'), LATEX],
  'citations without end of LaTeX': [(n) => '\\bibitem{'.repeat(n), LATEX],
  'packages in each other of LaTeX': [(n) => `${nested(n, '\\usepackage[a]{', 'a', '}')} x`, LATEX],
  'messages of a mailbox': [(n) => each(n / 8, () => 'From a 10:00\nSubject: a\n\na\n\n'), EML],
  'lines of a mailbox that look like the one above a message': [
    (n) => `From a 10:00\nSubject: a\n\n${each(n, () => 'From a\n>From b 10:00\n')}`,
    EML,
  ],
  'wrapped lines of a message': [
    (n) =>
      mail(`Content-Type: text/plain; format=flowed\r\n\r\n${each(n, (index) => `${'>'.repeat(index % 3)} a \r\n`)}`),
    EML,
  ],
  'layers of a signed message': [
    (n) => {
      let layer: Buffer | string = 'Content-Type: text/plain\r\n\r\na';
      for (let left = n / 200; left > 0; left--) {
        const head = 'Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: binary\r\n\r\n';
        layer = Buffer.concat([Buffer.from(head), makeSigned(layer)]);
      }
      return Buffer.concat([Buffer.from('Subject: a\r\n'), Buffer.from(layer)]);
    },
    EML,
  ],
  'pieces of a signed file': [
    (n) => makeSigned('a'.repeat(n * 1000), { streamed: true }),
    { mediaType: 'application/pkcs7-mime' },
  ],
  'attachments of a TNEF file': [
    (n) => makeTnef({ attachments: Array.from({ length: n / 8 }, () => ({ name: 'a.txt', bytes: Buffer.from('a') })) }),
    { mediaType: 'application/ms-tnef' },
  ],
  'recipients of a TNEF file': [
    (n) => makeTnef({ text: Buffer.from('a'), recipients: Array.from({ length: n }, () => ({ 0x3001: 'a' })) }),
    { mediaType: 'application/ms-tnef' },
  ],
  'events of a series': [
    (n) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${each(n, () => 'EXDATE:20240506,20240507\nRRULE:FREQ=DAILY\n')}END:VEVENT\n`,
    { mediaType: 'text/calendar' },
  ],
  'drawings of a book in each other': [
    (n) => makeEpub([`<p>a</p>${nested(n, '<svg><image href="a.png"/>', '', '</svg>')}`]),
    EPUB,
  ],
  'drawings of a book around a picture': [
    (n) => makeEpub([`<p>a</p>${nested(n, '<svg>', '<image href="a.png"/>', '</svg>')}`]),
    EPUB,
  ],
  'drawings of a book around several pictures': [
    (n) => makeEpub([`<p>a</p>${nested(n * 4, '<svg>', '<image href="a.png"/><image href="b.png"/>', '</svg>')}`]),
    EPUB,
  ],
  'notes of a book, each in a part of its own': [
    (n) =>
      makeEpub([
        each(n, (index) => `<a epub:type="noteref" href="#${index}">1</a>`) +
          each(n, (index) => `<h2>a</h2><div><p></p><aside epub:type="footnote" id="${index}">a</aside></div>`),
      ]),
    EPUB,
  ],
  'notes of a book in one list': [
    (n) =>
      makeEpub([
        `<p>${each(n, (index) => `<a epub:type="noteref" href="#${index}" id="r${index}">1</a>`)}</p><ol>` +
          `${each(n, (index) => `<li id="${index}">1. a <a href="#r${index}">b</a></li><li>c</li>`)}</ol>`,
      ]),
    EPUB,
  ],
  'ways back from one note of a book': [
    (n) =>
      makeEpub([
        `<p>${each(n, (index) => `<a epub:type="noteref" href="#n" id="r${index}">1</a>`)}</p>` +
          `<p id="n">a ${each(n, (index) => `[<a href="#r${index}">b</a>] `)}</p>`,
      ]),
    EPUB,
  ],
  'links of a book that lead to each other': [
    (n) =>
      makeEpub([
        each(n, (index) => `<p>a <a id="r${index}" href="#n${index}">1</a></p>`) +
          `<p id="r">${each(n, (index) => `a <a href="#m${index}">1</a>`)}</p>` +
          each(n, (index) => `<p id="n${index}"><a href="#r${index}">1</a> b</p>`) +
          each(n, (index) => `<p id="m${index}"><a href="#r">1</a> b</p>`),
      ]),
    EPUB,
  ],
  'notes of a book in each other': [
    (n) =>
      makeEpub([
        each(n / 8, (index) => `<a epub:type="noteref" href="#${index}">1</a>`) +
          each(n / 8, (index) => `<div><h3>a</h3><aside epub:type="footnote" id="${index}">a`),
      ]),
    EPUB,
  ],
  'files of a book that are missing': [
    (n) => makeEpub(['a'], { spine: Array.from({ length: n }, (_, index) => `gone${index}`) }),
    EPUB,
  ],
  'titles of LaTeX': [(n) => '\\title{a}\\maketitle '.repeat(n), LATEX],
  'items in each other of Org': [steps('- a'), ORG],
  'blocks without end of Org': [(n) => '#+begin_quote\n'.repeat(n), ORG],
  'drawers without end of Org': [(n) => ':a:\n'.repeat(n), ORG],
  'formulas without end of Org': [(n) => each(n, (index) => `\\begin{a${'b'.repeat(index % 50)}}\n`), ORG],
  'blank lines in code of Org': [(n) => `#+begin_src\n${'\n'.repeat(n * 40)}a\n#+end_src\n`, ORG],
  'notes of Org': [(n) => each(n, (index) => `[fn:${index}] a\n[[b]] [fn:${index}]\n`), ORG],
  'items in each other of reStructuredText': [steps('- a'), RST],
  'definitions in each other of reStructuredText': [steps('a'), RST],
  'items in each other of Typst': [steps('- a'), TYPST],
  'scripts without end of Typst': [(n) => '#let a = (\n'.repeat(n), TYPST],
  'blank lines in a directive of reStructuredText': [(n) => `.. note::\n${'\n'.repeat(n * 40)}   a\n`, RST],
  'directives of reStructuredText': [(n) => '.. note:: a\n'.repeat(n), RST],
  'substitutions of reStructuredText': [(n) => `.. |a| replace:: ${'b'.repeat(n)}\n\n${'|a| '.repeat(n)}`, RST],
  'tables of reStructuredText': [(n) => '=== ===\na   b\n'.repeat(n), RST],
  'values in each other of JSON': [(n) => nested(n, '[', '1', ']'), { mediaType: 'application/json' }],
  'records of JSON': [
    (n) => JSON.stringify(Array.from({ length: n }, (_, index) => ({ a: index, b: index }))),
    { mediaType: 'application/json' },
  ],
  'cells of a notebook': [
    (n) =>
      JSON.stringify({ nbformat: 4, cells: Array.from({ length: n }, () => ({ cell_type: 'markdown', source: 'a' })) }),
    { mediaType: 'application/x-ipynb+json' },
  ],
  'spaces between cells of CSV': [(n) => `sep= \na b\n${' '.repeat(n * 8)}c`, { mediaType: 'text/csv' }],
  'rows of CSV': [(n) => each(n, () => 'a,b\n'), { mediaType: 'text/csv' }],
  'tags in each other, twice each, of PDF': [(n) => taggedTwice(n / 140), { mediaType: 'application/pdf' }],
  'words of a PDF page': [
    (n) =>
      makePdf([
        {
          text: Array.from({ length: n / 16 }, (_, index) => ({
            x: 20 + ((index * 37) % 550),
            y: 20 + ((index * 13) % 750),
            text: 'ab',
          })),
        },
      ]),
    { mediaType: 'application/pdf' },
  ],
  'short lines of a PDF page in columns': [
    (n) =>
      makePdf([
        {
          text: Array.from({ length: n / 5 }, (_, index) => ({
            x: 72 + (index % 20) * 24,
            y: 40 + ((index * 3) % 740),
            text: 'ab 12',
            size: 4,
          })),
        },
      ]),
    { mediaType: 'application/pdf' },
  ],
  'links of a PDF page': [
    (n) =>
      makePdf([
        {
          text: [{ x: 50, y: 50, text: 'a'.repeat(80) }],
          links: Array.from({ length: n / 16 }, (_, index) => ({
            x0: 50,
            y0: 40,
            x1: 60 + (index % 50),
            y1: 52,
            uri: 'http://a',
          })),
        },
      ]),
    { mediaType: 'application/pdf' },
  ],
  'lines of a PDF page': [
    (n) =>
      makePdf([
        {
          lines: Array.from({ length: n / 16 }, (_, index) =>
            index % 2
              ? { x0: 50, y0: 50 + (index % 700), x1: 500, y1: 50 + (index % 700) }
              : { x0: 50 + (index % 450), y0: 50, x1: 50 + (index % 450), y1: 700 },
          ),
          text: [{ x: 60, y: 60, text: 'a' }],
        },
      ]),
    { mediaType: 'application/pdf' },
  ],
  'pages of PDF': [
    (n) => makePdf(Array.from({ length: n / 200 }, () => ({ text: [{ x: 50, y: 50, text: 'a' }] }))),
    { mediaType: 'application/pdf' },
  ],
};

for (const [structure, [make, settings]] of some(Object.entries(STRUCTURES), 'structures')) {
  test(`${structure} take linear time`, async () => {
    await assertLinear(structure, (size) =>
      parse(make(size), settings).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      }),
    );
  });
}
