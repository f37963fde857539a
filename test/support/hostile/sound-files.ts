/** Small sound files of every format. */
import { gzipSync } from 'node:zlib';
import { makeSigned } from '../documents/cms.ts';
import { makeCompoundFile } from '../documents/compound-file.ts';
import { makeDoc, property } from '../documents/doc.ts';
import { makeDocx, paragraph } from '../documents/docx.ts';
import { makeEpub } from '../documents/epub.ts';
import { makeFlatOdf, makeOdf } from '../documents/odf.ts';
import { makePdf } from '../documents/pdf.ts';
import { makePpt } from '../documents/ppt.ts';
import { line, makePptx, shape } from '../documents/pptx.ts';
import { makeTnef } from '../documents/tnef.ts';
import { at, makeXls, xlsRecord, xlsString } from '../documents/xls.ts';
import { makeXlsx, rows } from '../documents/xlsx.ts';
import { makeZip } from '../documents/zip.ts';

/** By their usual extension. */
export function soundFiles(): Record<string, Uint8Array> {
  const text = (content: string): Buffer => Buffer.from(content);
  const table =
    '<table:table ' +
    'table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>';
  const slide = '<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>';
  const message =
    'From: a@b.org\r\nTo: c@d.org\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; ' +
    'boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: text/csv; name=t.csv\r\nContent-Disposition: ' +
    'attachment\r\n\r\na,b\r\n1,2\r\n--b--\r\n';
  return {
    pdf: makePdf([{ text: [{ x: 72, y: 72, text: 'Tides rise and fall.' }] }]),
    docx: makeDocx(paragraph('Tides') + paragraph('rise')),
    pptx: makePptx([{ shapes: shape(line('Tides')) }]),
    xlsx: makeXlsx([{ name: 'S', content: rows(['a', 'b'], ['1', '2']) }]),
    odt: makeOdf('text', '<text:h text:outline-level="1">Tides</text:h><text:p>rise</text:p>'),
    ods: makeOdf('spreadsheet', table),
    odp: makeOdf('presentation', slide),
    epub: makeEpub(['<h1>Tides</h1><p>rise</p>']),
    html: text('<!doctype html><html><body><h1>Tides</h1><table><tr><td>a<td>b</table></body></html>'),
    csv: text('a,b\n1,2\n3,4\n'),
    tsv: text('a\tb\n1\t2\n'),
    md: text('# Tides\n\nrise and **fall**\n'),
    txt: text('Tides rise and fall.\n'),
    json: text('{"a": [1, 2, {"b": "c"}]}'),
    jsonl: text('{"a": 1}\n{"a": 2}\n'),
    ipynb: text('{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": "1", "outputs": []}]}'),
    xml: text('<?xml version="1.0"?><a><b>c</b></a>'),
    py: text('print("tides")\n'),
    eml: text(message),
    msg: makeCompoundFile({
      '__properties_version1.0': Buffer.alloc(48),
      '__substg1.0_0037001F': Buffer.from('Tides', 'utf16le'),
      '__substg1.0_1000001F': Buffer.from('rise', 'utf16le'),
    }),
    mbox: text(`From a@b.org Fri May  1 10:00:00 2020\n${message}\nFrom a@b.org Fri May  1 10:00:00 2020\n${message}`),
    p7m: makeSigned(message),
    tnef: makeTnef({
      properties: { 0x0037: 'Tides', 0x1000: 'rise' },
      recipients: [{ 0x3001: 'Bob' }],
      attachments: [{ name: 't.csv', bytes: text('a,b\n1,2\n'), properties: { 0x3707: 't.csv' } }],
    }),
    ics: text('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240506\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT\nEND:VCALENDAR\n'),
    fodt: text(makeFlatOdf('text', '<text:p>Tides</text:p>')),
    rtf: text('{\\rtf1\\ansi{\\fonttbl{\\f0 A;}}\\trowd\\cellx100\\intbl a\\cell\\row\\pard b{\\footnote c}\\par}'),
    doc: makeDoc([
      { text: 'Tides', style: 1 },
      { text: 'rise', characters: property(0x0835, 1) },
    ]),
    xls: makeXls([{ name: 'S', records: [xlsRecord(0x204, at(0, 0), xlsString('a'))] }]),
    ppt: makePpt([{ shapes: [{ text: 'Tides', kind: 0 }, { text: 'rise' }], notes: 'n' }]),
    zip: makeZip({ 'a.txt': 'Tides', 'b.csv': 'a,b\n1,2\n' }),
    gz: gzipSync('Tides rise and fall.'),
  };
}
