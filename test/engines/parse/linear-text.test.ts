/** Engines take time linear in the text of a document, whatever it holds and in which format. */
import { test } from 'node:test';
import { ServiceError } from '../../../errors/index.ts';
import { makeCompoundFile } from '../../support/documents/compound-file.ts';
import { makeDoc } from '../../support/documents/doc.ts';
import { makeDocx } from '../../support/documents/docx.ts';
import { makeEpub } from '../../support/documents/epub.ts';
import { assertLinearInText } from '../../support/linear.ts';
import { makeOdf } from '../../support/documents/odf.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { makePpt } from '../../support/documents/ppt.ts';
import { line, makePptx, shape } from '../../support/documents/pptx.ts';
import { makeDbase } from '../../support/documents/dbase.ts';
import { at, makeXls, xlsRecord, xlsString } from '../../support/documents/xls.ts';
import { makeXlsx, rows } from '../../support/documents/xlsx.ts';
import { DOCX, parse, PPTX, XLSX } from '../../support/documents/parse.ts';

type Settings = Parameters<typeof parse>[1];
type Format = readonly [make: (text: string) => string | Uint8Array, settings: Settings];

const HTML = { mediaType: 'text/html' };
const XHTML = { mediaType: 'application/xhtml+xml' };
const READER = { ...HTML, engine: 'web_reader' } as const;

const xml = (text: string): string =>
  text.replaceAll('\u0001', '\u007f').replace(/[<&>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
/** Lines that continue the header in which they start. */
const folded = (text: string): string => text.replace(/\r?\n/g, '\r\n ');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const cell = (source: string, more: object = {}): object => ({ cell_type: 'markdown', source, ...more });
const notebook = (...cells: object[]): string => JSON.stringify({ nbformat: 4, cells });
/** Lines of 80 characters down as many pages as needed. */
const pages = (text: string) =>
  (text.match(/[^]{1,4000}/g) ?? []).map((part) => ({
    text: (part.match(/[^]{1,80}/g) ?? []).map((words, index) => ({
      x: 50,
      y: 50 + index * 14,
      text: words.replace(/[^\x20-\xff]/g, '.'),
    })),
  }));

const FORMATS: Readonly<Record<string, Format>> = {
  'plain text': [(text) => `a${text}b`, { mediaType: 'text/plain' }],
  Markdown: [(text) => `a\n${text}\nb`, { mediaType: 'text/markdown' }],
  'a Markdown heading': [(text) => `# a${text}b`, { mediaType: 'text/markdown' }],
  'Markdown below front matter': [(text) => `---\n${text}\n`, { mediaType: 'text/markdown' }],
  'source code': [(text) => `a${text}b`, { mediaType: 'text/x-python' }],
  XML: [(text) => `<?xml version="1.0"?><a b="${text}"/>`, { mediaType: 'application/xml' }],
  DocBook: [
    (text) => `<article><para>a${xml(text)}b</para><para>&${text};</para></article>`,
    { mediaType: 'application/docbook+xml' },
  ],
  OPML: [
    (text) => `<opml><body><outline text="a${xml(text)}b" _note="${xml(text)}"/></body></opml>`,
    { mediaType: 'text/x-opml' },
  ],
  LaTeX: [(text) => `a${text}b`, { mediaType: 'text/x-latex' }],
  Org: [(text) => `a${text}b\n${text}`, { mediaType: 'text/x-org' }],
  Typst: [(text) => `a${text}b\n${text}`, { mediaType: 'text/x-typst' }],
  reStructuredText: [(text) => `a${text}b\n${text}`, { mediaType: 'text/x-rst' }],
  'a table of LaTeX': [(text) => `\\begin{tabular}{l}a${text}b`, { mediaType: 'text/x-latex' }],
  CSV: [(text) => `a,b\n${text}c,${text}d`, { mediaType: 'text/csv' }],
  dBase: [
    (text) =>
      makeDbase({
        fields: [{ name: 'a', type: 'C', length: 250 }],
        records: (text.match(/[^]{1,250}/g) ?? []).map((part) => ` ${part.padEnd(250)}`),
      }),
    { mediaType: 'application/vnd.dbf' },
  ],
  TSV: [(text) => `a\tb\n${text}c\t${text}d`, { mediaType: 'text/tab-separated-values' }],
  'what is no JSON': [(text) => `{${text}`, { mediaType: 'application/json' }],
  JSON: [(text) => JSON.stringify([{ [text]: [text] }]), { mediaType: 'application/json' }],
  'JSON records': [(text) => JSON.stringify([{ a: `a${text}b` }]), { mediaType: 'application/json' }],
  'JSON lines': [(text) => `{"a": 1}\n${JSON.stringify({ a: text })}`, { mediaType: 'application/x-ndjson' }],
  'a cell of a notebook': [(text) => notebook(cell(`# a${text}b`)), { mediaType: 'application/x-ipynb+json' }],
  'code of a notebook': [
    (text) => notebook(cell(`a${text}b`, { cell_type: 'code' })),
    { mediaType: 'application/x-ipynb+json' },
  ],
  HTML: [(text) => `<p>a${text}b`, HTML],
  'the text of a page': [(text) => `<p>a<b>${xml(text)}</b>b<pre>a${xml(text)}b</pre><h1>a${xml(text)}b</h1>`, HTML],
  'attributes of a page': [
    (text) =>
      `<p>a<a href="${xml(text)}">b</a><img src=a alt="${xml(text)}"><i class="a${xml(text)}b" ` +
      `style="${xml(text)}">c</i>`,
    HTML,
  ],
  'a table of a page': [(text) => `<table><tr><th>a<th>a${xml(text)}b<tr><td>a<td>${xml(text)}</table>`, HTML],
  'the head of a page': [
    (text) =>
      `<title>a${xml(text)}b | c</title><meta property=og:site_name content=c><meta name=author ` +
      `content="a${xml(text)}b"><p>a`,
    HTML,
  ],
  'a formula of a page': [
    (text) => `<p><math alttext="${xml(text)}"></math><script type="math/tex">a${text}</script>`,
    HTML,
  ],
  XHTML: [(text) => `<p>a${text}b</p>`, XHTML],
  'an article': [
    (text) =>
      `<article><h1>A</h1><p>${'Words of an article, and more of them. '.repeat(20)}</p><p>a${xml(text)}b</p></article>`,
    READER,
  ],
  'the beginning of a page': [(text) => `${text}<p>a`, READER],
  EPUB: [
    (text) =>
      makeEpub([`<p>a${xml(text)}b</p>`], {
        metadata: `<dc:title>${xml(xml(text))}</dc:title><dc:description>${xml(text)}</dc:description>`,
      }),
    { mediaType: 'application/epub+zip' },
  ],
  'a link of a book': [
    (text) => makeEpub([`<p><a href="${xml(text)}">a</a></p>`]),
    { mediaType: 'application/epub+zip' },
  ],
  DOCX: [(text) => makeDocx(`<w:p><w:r><w:t>a${xml(text)}b</w:t></w:r></w:p>`), { mediaType: DOCX }],
  'bold text of DOCX': [
    (text) =>
      makeDocx(
        '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t ' +
          `xml:space="preserve">${xml(text)}</w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>`,
      ),
    { mediaType: DOCX },
  ],
  'properties of DOCX': [
    (text) =>
      makeDocx('<w:p><w:r><w:t>a</w:t></w:r></w:p>', {
        core: `<dc:title>a${xml(text)}b</dc:title><dc:creator>a${xml(text)}b</dc:creator><cp:keywords>${xml(text)}</cp:keywords>`,
      }),
    { mediaType: DOCX },
  ],
  'a field of DOCX': [
    (text) =>
      makeDocx(`<w:p><w:fldSimple w:instr="HYPERLINK ${xml(text)}"><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>`),
    { mediaType: DOCX },
  ],
  'a formula of DOCX': [
    (text) => makeDocx(`<w:p><m:oMath><m:r><m:t>a${xml(text)}b</m:t></m:r></m:oMath></w:p>`),
    { mediaType: DOCX },
  ],
  PPTX: [(text) => makePptx([{ shapes: shape(line(`a${xml(text)}b`)) }]), { mediaType: PPTX }],
  XLSX: [(text) => makeXlsx([{ content: rows(['a', 'b'], [`a${xml(text)}b`, '1']) }]), { mediaType: XLSX }],
  'a format of XLSX': [
    (text) =>
      makeXlsx([{ content: rows(['a'], ['<c s="1"><v>1.5</v></c>']) }], {
        styles:
          `<numFmts><numFmt numFmtId="200" formatCode="${xml(text)}"/></numFmts><cellXfs><xf/><xf ` +
          'numFmtId="200"/></cellXfs>',
      }),
    { mediaType: XLSX },
  ],
  ODT: [
    (text) => makeOdf('text', `<text:p>a${xml(text)}b</text:p>`, { meta: `<dc:title>a${xml(text)}b</dc:title>` }),
    { mediaType: 'application/vnd.oasis.opendocument.text' },
  ],
  ODS: [
    (text) =>
      makeOdf(
        'spreadsheet',
        '<table:table table:name="a"><table:table-row><table:table-cell ' +
          `office:value-type="string"><text:p>a${xml(text)}b</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    { mediaType: 'application/vnd.oasis.opendocument.spreadsheet' },
  ],
  ODP: [
    (text) =>
      makeOdf(
        'presentation',
        `<draw:page><draw:frame><draw:text-box><text:p>a${xml(text)}b</text:p></draw:text-box></draw:frame></draw:page>`,
      ),
    { mediaType: 'application/vnd.oasis.opendocument.presentation' },
  ],
  RTF: [(text) => `{\\rtf1 a${text}b}`, { mediaType: 'application/rtf' }],
  'text of RTF': [(text) => `{\\rtf1 a${text.replace(/[\\{}]/g, '\\$&')}b}`, { mediaType: 'application/rtf' }],
  DOC: [(text) => makeDoc([{ text: `a${text}b` }]), { mediaType: 'application/msword' }],
  'a field of DOC': [
    (text) => makeDoc([{ text: `\x13 HYPERLINK ${text} \x14here\x15` }]),
    { mediaType: 'application/msword' },
  ],
  PPT: [(text) => makePpt([{ shapes: [{ text: `a${text}b` }] }]), { mediaType: 'application/vnd.ms-powerpoint' }],
  XLS: [
    (text) =>
      makeXls([
        {
          name: 'a',
          records: (text.match(/[^]{1,4000}/g) ?? []).map((part, row) => xlsRecord(0x204, at(row, 0), xlsString(part))),
        },
      ]),
    { mediaType: 'application/vnd.ms-excel' },
  ],
  EML: [(text) => `Subject: a\r\n\r\na${text}b`, { mediaType: 'message/rfc822' }],
  'wrapped lines of EML': [
    (text) => `Subject: a\r\nContent-Type: text/plain; format=flowed\r\n\r\n> a${text} \r\n>b${text}`,
    { mediaType: 'message/rfc822' },
  ],
  mailboxes: [
    (text) => `From a 10:00\nSubject: a\n\na${text}\nFrom ${text}\nFrom b 10:00\nSubject: ${text}\n\nb`,
    { mediaType: 'application/mbox' },
  ],
  calendars: [
    (text) => {
      const value = text.replace(/[\r\n]/g, ' ');
      return (
        `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a${text}\nRRULE:FREQ=DAILY;BYDAY=${value};A=${value}\n` +
        `DURATION:P${value}\nEXDATE:${value}\nATTENDEE;CN=${value}:${value}\nEND:VEVENT\n`
      );
    },
    { mediaType: 'text/calendar' },
  ],
  'headers of EML': [
    (text) => `Subject: a${folded(text)}b\r\nFrom: ${folded(text)}\r\nTo: ${folded(text)}\r\n\r\na`,
    { mediaType: 'message/rfc822' },
  ],
  'an attachment of EML': [
    (text) =>
      `Subject: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; ` +
      `boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; name="${text}"\r\nContent-Disposition: ` +
      `attachment\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text}\r\n--b--\r\n`,
    { mediaType: 'message/rfc822' },
  ],
  MSG: [
    (text) =>
      makeCompoundFile({
        '__properties_version1.0': Buffer.alloc(32),
        '__substg1.0_0037001F': wide(`a${text}b`),
        '__substg1.0_0E04001F': wide(`a\0${text}b`),
        '__substg1.0_1000001F': wide(`a${text}b`),
      }),
    { mediaType: 'application/vnd.ms-outlook' },
  ],
  PDF: [(text) => makePdf(pages(text)), { mediaType: 'application/pdf' }],
};

for (const [format, [make, settings]] of Object.entries(FORMATS)) {
  test(`hostile text in ${format} takes linear time`, async () => {
    await assertLinearInText(format, (text) =>
      parse(make(text), settings).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      }),
    );
  });
}
