/** A text in a file of each format that holds text. */
import { makeCompoundFile } from '../documents/compound-file.ts';
import { makeDoc } from '../documents/doc.ts';
import { makeDocx, paragraph } from '../documents/docx.ts';
import { makeEpub } from '../documents/epub.ts';
import { makeOdf } from '../documents/odf.ts';
import { makePpt } from '../documents/ppt.ts';
import { line, makePptx, shape } from '../documents/pptx.ts';
import { at, makeXls, xlsRecord, xlsString } from '../documents/xls.ts';
import { makeXlsx, rows } from '../documents/xlsx.ts';
import { makeZip } from '../documents/zip.ts';

/** What the format's own syntax would take for its own is written so that it stays text. */
type Wrap = (text: string) => Uint8Array;

// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;
/** What XML cannot hold at all is a question mark. */
const xml = (text: string): string =>
  text.replace(UNWRITABLE, '?').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const rtf = (text: string): string => text.replace(/[\\{}]/g, '\\$&').replace(/[^\0-\x7f]/gu, '\\u9733?');
const message = (type: string, body: string): Buffer =>
  Buffer.from(
    `From: a@b.org\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );
const notebook = (cell: object): Buffer =>
  Buffer.from(JSON.stringify({ nbformat: 4, metadata: {}, cells: [{ metadata: {}, ...cell }] }));
/** As long as a string of an Excel cell may be. */
const CELL = 8000;

/** By extension; the part before it says where in the file the text is. */
export const WRAPS: Readonly<Record<string, Wrap>> = {
  'text.html': (text) => Buffer.from(`<!doctype html><p>${xml(text)}`),
  'raw.html': (text) => Buffer.from(`<!doctype html><p>${text}`),
  'heading.html': (text) => Buffer.from(`<!doctype html><h1>${xml(text)}</h1>`),
  'cell.html': (text) => Buffer.from(`<!doctype html><table><tr><th>a<th>b<tr><td>${xml(text)}<td>c</table>`),
  'code.html': (text) => Buffer.from(`<!doctype html><pre>${xml(text)}</pre><p><code>${xml(text)}</code>`),
  'link.html': (text) =>
    Buffer.from(`<!doctype html><p><a href="https://a.org/${encodeURI(text.toWellFormed())}">a</a>`),
  'text.md': (text) => Buffer.from(text),
  'heading.md': (text) => Buffer.from(`# ${text}\n\nText.\n`),
  'text.txt': (text) => Buffer.from(text),
  'cells.csv': (text) => Buffer.from(`a,b\n"${text.replace(/"/g, '""')}",c\n`),
  'raw.csv': (text) => Buffer.from(`a,b\n${text}`),
  'cells.tsv': (text) => Buffer.from(`a\tb\n${text}\tc\n`),
  'string.json': (text) => Buffer.from(JSON.stringify({ a: [text] })),
  'records.jsonl': (text) => Buffer.from(`${JSON.stringify({ a: text })}\n${JSON.stringify({ a: 1 })}\n`),
  'markdown.ipynb': (text) => notebook({ cell_type: 'markdown', source: text }),
  'output.ipynb': (text) =>
    notebook({ cell_type: 'code', source: text, outputs: [{ output_type: 'stream', text: [text] }] }),
  'text.xml': (text) => Buffer.from(`<?xml version="1.0"?><a>${xml(text)}</a>`),
  'code.py': (text) => Buffer.from(text),
  'plain.eml': (text) => message('text/plain', text),
  'html.eml': (text) => message('text/html', `<p>${xml(text)}`),
  'subject.eml': (text) => Buffer.from(`From: a@b.org\r\nSubject: ${text.replace(/[\r\n]/g, ' ')}\r\n\r\ntext`),
  'text.msg': (text) =>
    makeCompoundFile({
      '__properties_version1.0': Buffer.alloc(48),
      '__substg1.0_0037001F': Buffer.from('Tides', 'utf16le'),
      '__substg1.0_1000001F': Buffer.from(text, 'utf16le'),
    }),
  'text.rtf': (text) => Buffer.from(`{\\rtf1\\ansi ${rtf(text)}\\par}`),
  'text.docx': (text) => makeDocx(paragraph(xml(text))),
  'heading.docx': (text) => makeDocx(paragraph(xml(text), '<w:outlineLvl w:val="0"/>')),
  'cell.docx': (text) => makeDocx(`<w:tbl><w:tr>${`<w:tc>${paragraph(xml(text))}</w:tc>`.repeat(2)}</w:tr></w:tbl>`),
  'runs.docx': (text) =>
    makeDocx(
      `<w:p>${Array.from(text)
        .slice(0, 20_000)
        .map(
          (character, index) =>
            `<w:r><w:rPr>${index % 2 === 0 ? '<w:b/>' : '<w:i/>'}</w:rPr><w:t ` +
            `xml:space="preserve">${xml(character)}</w:t></w:r>`,
        )
        .join('')}</w:p>`,
    ),
  'text.pptx': (text) => makePptx([{ shapes: shape(line(xml(text))) }]),
  'cells.xlsx': (text) =>
    makeXlsx([
      {
        name: 'S',
        content: rows(['a', 'b'], ...(text.match(/[\s\S]{1,30000}/g) ?? []).map((part) => [xml(part), 'c'])),
      },
    ]),
  'text.odt': (text) => makeOdf('text', `<text:p>${xml(text)}</text:p>`),
  'cells.ods': (text) =>
    makeOdf(
      'spreadsheet',
      '<table:table ' +
        `table:name="S">${`<table:table-row><table:table-cell><text:p>${xml(text)}</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>`.repeat(2)}</table:table>`,
    ),
  'text.odp': (text) =>
    makeOdf(
      'presentation',
      `<draw:page><draw:frame><draw:text-box><text:p>${xml(text)}</text:p></draw:text-box></draw:frame></draw:page>`,
    ),
  'text.epub': (text) => makeEpub([`<h1>Tides</h1><p>${xml(text)}</p>`]),
  'text.doc': (text) => makeDoc([{ text: text.slice(0, 100_000) }]),
  'cells.xls': (text) =>
    makeXls([
      {
        name: 'S',
        records: (text.match(new RegExp(`[\\s\\S]{1,${CELL}}`, 'g')) ?? [])
          .slice(0, 5000)
          .map((part, row) => xlsRecord(0x204, at(row, 0), xlsString(part))),
      },
    ]),
  'text.ppt': (text) => makePpt([{ shapes: [{ text: text.slice(0, 100_000) }] }]),
  'inside.zip': (text) => makeZip({ 'a.md': text, 'b.html': `<p>${xml(text)}` }),
};
