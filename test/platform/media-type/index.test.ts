import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { SNIFF_BYTES, sniffMediaType } from '../../../platform/media-type/index.ts';
import { makeDocx, paragraph } from '../../support/documents/docx.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PDF = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj';

function sniff(content: string | Uint8Array, filename: string | null = null, declared: string | null = null): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return sniffMediaType(bytes, { filename, declared });
}

function zip(names: readonly string[]): Uint8Array {
  return zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')])));
}

function ole(...streams: string[]): Uint8Array {
  const names = streams.map((stream) => Buffer.from(`${stream}\0`, 'utf16le'));
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), ...names, Buffer.alloc(64)]);
}

describe('bytes win over names', () => {
  test('a PDF named .docx is a PDF', () => {
    assert.equal(sniff(PDF, 'report.docx', DOCX), 'application/pdf');
  });

  test('a web page named .pdf is a web page', () => {
    assert.equal(sniff('<!DOCTYPE html><title>Not found</title>', 'report.pdf', 'application/pdf'), 'text/html');
  });

  test('an executable named .csv is not CSV', () => {
    assert.equal(sniff('MZ\x90\x00\x03\x00', 'table.csv', 'text/csv'), 'application/vnd.microsoft.portable-executable');
    assert.equal(sniff('\x00\x01\x02\x03 binary', 'table.csv', 'text/csv'), 'application/octet-stream');
  });

  test('an archive after a PDF header is a PDF; a PDF after an archive header is an archive', () => {
    const archive = Buffer.from(zip(['a.txt'])).toString('latin1');
    assert.equal(sniff(PDF + archive, 'x.zip'), 'application/pdf');
    assert.equal(sniff(archive + PDF, 'x.pdf'), 'application/zip');
  });

  test('text that mentions signatures is text', () => {
    for (const line of ['ID3 tags explained', 'The header %PDF-1.4 begins a file.', 'PAR1 is a magic word', 'BM 25']) {
      assert.equal(sniff(`${line}\nmore text\n`), 'text/plain', line);
    }
  });
});

describe('XML vocabularies', () => {
  test('are recognized by document type, namespace or root element', () => {
    const docbook = 'application/docbook+xml';
    assert.equal(sniff('<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.1.2//EN" "x.dtd"><book/>'), docbook);
    assert.equal(sniff('<?xml version="1.0"?><d:article xmlns:d="http://docbook.org/ns/docbook"/>'), docbook);
    assert.equal(sniff('<?xml version="1.0"?><!-- a --><FictionBook/>'), 'application/x-fictionbook+xml');
    assert.equal(sniff('<?xml version="1.0"?><opml version="2.0"/>', 'a.xml'), 'text/x-opml');
    assert.equal(
      sniff('<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "x.dtd"><article/>'),
      'application/jats+xml',
    );
    assert.equal(
      sniff('<?xml version="1.0"?><article><front><article-meta/></front></article>'),
      'application/jats+xml',
    );
  });

  test('fragments by their names, other XML not at all', () => {
    assert.equal(sniff('<para>One</para><para>Two</para>', 'a.docbook4'), 'application/docbook+xml');
    assert.equal(sniff('No markup', 'a.docbook4'), 'text/plain');
    assert.equal(sniff('<?xml version="1.0"?><article><p/></article>', 'a.xml'), 'application/xml');
  });

  test('parts of DocBook by their root and its paragraphs', () => {
    const part = '<sect1 id="start"><title>Start</title><para>Open the sluice.</para></sect1>';
    assert.equal(sniff(part, 'start.xml'), 'application/docbook+xml');
    assert.equal(sniff(part.replaceAll('para', 'text'), 'start.xml'), 'application/xml');
    assert.equal(sniff('<mill><para>Eling</para></mill>', 'a.xml'), 'application/xml');
  });

  test('without a declaration, a text called XML that begins with a tag', () => {
    assert.equal(sniff('<!-- export -->\n<mills><mill>Eling</mill></mills>', 'a.xml'), 'application/xml');
    assert.equal(sniff('<!DOCTYPE mills [<!ENTITY e "Eling">]><mills/>', null, 'application/xml'), 'application/xml');
    assert.equal(sniff('<mills>Eling</mills>'), 'text/plain');
    assert.equal(sniff('No markup', 'a.xml'), 'text/plain');
    assert.equal(sniff('<html><p>A page</p></html>', 'a.xml'), 'text/html');
    assert.equal(sniff('<p>A fragment</p>', 'a.xml'), 'text/html');
    assert.equal(sniff('{"a": 1}', 'a.xml'), 'application/json');
  });
});

test('formats of plain text are recognized by their names', () => {
  assert.equal(sniff('* One', 'a.org'), 'text/x-org');
  assert.equal(sniff('One\n===', 'a.rst'), 'text/x-rst');
  assert.equal(sniff('= One', 'a.typ'), 'text/x-typst');
});

test('LaTeX is recognized by its name or its class, and packages stay code', () => {
  assert.equal(sniff('% a\n\\documentclass{article}\n'), 'text/x-latex');
  assert.equal(sniff('Text', 'a.tex'), 'text/x-latex');
  assert.equal(sniff('\\ProvidesPackage{a}', 'a.sty'), 'text/x-tex');
});

describe('binary formats', () => {
  test('images are recognized by their signatures', () => {
    assert.equal(sniff('\x89PNG\r\n\x1a\n0000'), 'image/png');
    assert.equal(sniff('\xff\xd8\xff\xe0..JFIF'), 'image/jpeg');
    assert.equal(sniff('GIF89a....'), 'image/gif');
    assert.equal(sniff('RIFF\x24\x00\x00\x00WEBPVP8 '), 'image/webp');
    assert.equal(sniff('RIFF\x24\x00\x00\x00WAVEfmt '), 'audio/wav');
  });

  test('a PDF may begin with junk', () => {
    assert.equal(sniff(`\x00\x01junk\n${PDF}`), 'application/pdf');
    assert.equal(sniff('HTTP/1.1 200 OK\n\n%PDF-1.4\n', 'a.pdf'), 'application/pdf');
  });
});

describe('what no engine reads is known by its bytes', () => {
  const known: readonly (readonly [type: string, bytes: string])[] = [
    ['image/x-portable-anymap', 'P1\n# tide\n2 2\n0 1\n1 0\n'],
    ['image/x-portable-anymap', 'P3\n2 1\n255\n1 2 3 4 5 6\n'],
    ['image/x-portable-anymap', `P6\n9 9\n255\n${'\xf0'.repeat(243)}`],
    ['image/x-portable-anymap', `P5 9 9 255\n${'a'.repeat(81)}`],
    ['application/vnd.sqlite3', 'SQLite format 3\x00'],
    ['application/vnd.apache.parquet', 'PAR1\x15'],
    ['application/avro', 'Obj\x01\x04\x14avro.codec'],
    ['application/wasm', '\x00asm\x01'],
    ['application/x-mach-binary', '\xcf\xfa\xed\xfe\x07'],
    ['application/x-mach-binary', '\xca\xfe\xba\xbe\x00\x00\x00\x02'],
    ['application/java-vm', '\xca\xfe\xba\xbe\x00\x00\x00\x34'],
    ['audio/mpeg', '\xff\xf3\x40'],
    ['font/ttf', '\x00\x01\x00\x00\x00'],
    ['image/jxl', '\xff\x0a\xfa'],
    ['image/vnd.dwg', 'AC1032\x00'],
    ['application/vnd.tcpdump.pcap', '\xd4\xc3\xb2\xa1'],
    ['application/x-npy', '\x93NUMPY\x01'],
    ['application/x-hdf5', '\x89HDF\r\n\x1a\n'],
    ['application/vnd.ms-access', '\x00\x01\x00\x00Standard Jet DB'],
  ];
  test('other formats are recognized by their signatures', () => {
    for (const [type, bytes] of known) assert.equal(sniff(bytes, 'a.txt'), type, JSON.stringify(bytes));
  });

  test('Apple documents are recognized by their members', () => {
    const members = ['Index/Document.iwa', 'Index/CalculationEngine.iwa', 'Metadata/Properties.plist', 'preview.jpg'];
    assert.equal(sniff(zip(members), 'a.numbers'), 'application/vnd.apple.numbers');
    assert.equal(sniff(zip(members), 'a.key'), 'application/vnd.apple.keynote');
    assert.equal(sniff(zip(['Index.zip', 'Metadata/Properties.plist']), 'a.pages'), 'application/vnd.apple.pages');
    assert.equal(sniff(zip(members), 'a.zip'), 'application/vnd.apple.iwork');
    assert.equal(sniff(zip(['index.xml', 'QuickLook/Preview.pdf']), 'a.pages'), 'application/vnd.apple.pages');
    assert.equal(sniff(zip(['Index.zip', 'readme.txt']), 'a.zip'), 'application/zip');
  });

  test('binary data without zeros is not text; text with stray control characters is', () => {
    const noise = Array.from({ length: 4000 }, (_, index) => String.fromCharCode(1 + ((index * 7919) % 255))).join('');
    assert.equal(sniff(noise, 'a.csv', 'text/csv'), 'application/octet-stream');
    assert.equal(sniff(`\xff\xfe${noise}`, 'a.txt'), 'application/octet-stream');
    const texts = [
      'a\x01b',
      'one\x0ctwo\x1a',
      '\x1b[31mred\x1b[0m '.repeat(50),
      'N\x08NA\x08A '.repeat(50),
      'P1 is the first, P2 the next',
    ];
    for (const text of texts) assert.equal(sniff(text, 'a.log'), 'text/plain', JSON.stringify(text));
    assert.equal(sniff('\xcf\xf0\xe8\xe2\xe5\xf2 '.repeat(20), 'a.txt'), 'text/plain');
  });
});

describe('zip archives', () => {
  test('a Word document is recognized by its members, whatever its name', () => {
    const docx = makeDocx(paragraph('Hello'));
    for (const name of ['a.docx', 'a.zip', 'a.xlsx', null]) assert.equal(sniff(docx, name), DOCX);
  });

  test('spreadsheets and presentations are distinguished', () => {
    assert.equal(sniff(zip(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml'])), XLSX);
    assert.match(sniff(zip(['[Content_Types].xml', 'ppt/presentation.xml'])), /presentationml/);
  });

  test('a plain archive is an archive, even with a folder named word', () => {
    assert.equal(sniff(zip(['word/list.txt', 'readme.txt']), 'a.docx'), 'application/zip');
  });

  test('the central directory at the end is enough', () => {
    const large = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'media/noise.bin': [Uint8Array.from({ length: 3 * SNIFF_BYTES }, (_, i) => (i * 7919) % 251), { level: 0 }],
      'xl/workbook.xml': strToU8('<workbook/>'),
    });
    const head = large.subarray(0, SNIFF_BYTES);
    const hint = { filename: null, declared: null };
    assert.equal(sniffMediaType(head, hint), 'application/zip');
    assert.equal(sniffMediaType(head, hint, large.subarray(-SNIFF_BYTES)), XLSX);
    assert.equal(sniffMediaType(large, hint), XLSX);
    assert.equal(sniffMediaType(head, { filename: 'a.xlsx', declared: null }), XLSX);
  });

  test('what stands in a member does not decide, whether it is compressed or stored', () => {
    const docx = makeDocx(paragraph('Hello'));
    for (const level of [0, 6] as const) {
      const archive = zipSync({ 'a.docx': [docx, { level }], 'b.txt': [strToU8('tides'), { level }] });
      assert.equal(sniff(archive, 'a.zip'), 'application/zip');
      const noise = Uint8Array.from({ length: 3 * SNIFF_BYTES }, (_, i) => (i * 7919) % 251);
      const large = zipSync({
        'a.docx': [docx, { level }],
        'noise.bin': [noise, { level: 0 }],
        'b.docx': [docx, { level }],
      });
      const hint = { filename: null, declared: null };
      assert.equal(sniffMediaType(large.subarray(0, SNIFF_BYTES), hint), 'application/zip');
      assert.equal(
        sniffMediaType(large.subarray(0, SNIFF_BYTES), hint, large.subarray(-SNIFF_BYTES)),
        'application/zip',
      );
    }
  });

  test('of a directory longer than the end of the file, the members at both ends are known', () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`xl/media/image${at}.png`, strToU8('x')]));
    const large = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), ...many });
    const hint = { filename: null, declared: null };
    assert.equal(sniffMediaType(large.subarray(0, SNIFF_BYTES), hint, large.subarray(-SNIFF_BYTES)), XLSX);
  });

  test('EPUB and OpenDocument files declare their own type', () => {
    const withType = (type: string): Uint8Array =>
      zipSync({ mimetype: [strToU8(type), { level: 0 }], 'content.xml': strToU8('<x/>') });
    assert.equal(sniff(withType('application/epub+zip')), 'application/epub+zip');
    assert.equal(sniff(withType('application/vnd.oasis.opendocument.text')), 'application/vnd.oasis.opendocument.text');
    assert.equal(
      sniff(withType('application/vnd.oasis.opendocument.text-template')),
      'application/vnd.oasis.opendocument.text',
    );
    assert.equal(sniff(withType('text/html')), 'application/zip');
    const repacked = zip(['content.xml', 'META-INF/manifest.xml', 'mimetype']);
    assert.equal(sniff(repacked, 'a.odt'), 'application/vnd.oasis.opendocument.text');
    assert.equal(sniff(repacked, 'a.zip'), 'application/zip');
    assert.equal(sniff(zip(['META-INF/container.xml', 'OEBPS/book.opf']), 'a.zip'), 'application/epub+zip');
  });
});

describe('OLE storages', () => {
  test('legacy Office files are recognized by their streams', () => {
    assert.equal(sniff(ole('WordDocument'), 'a.xls'), 'application/msword');
    assert.equal(sniff(ole('Workbook')), 'application/vnd.ms-excel');
    assert.equal(sniff(ole('Unknown'), 'a.ppt'), 'application/vnd.ms-powerpoint');
    assert.equal(sniff(ole('Unknown')), 'application/x-ole-storage');
  });

  test('an encrypted Office file has the type of its name, and without a name is a Word document', () => {
    assert.equal(sniff(ole('EncryptedPackage'), 'a.xlsx'), XLSX);
    assert.equal(sniff(ole('EncryptedPackage')), DOCX);
  });
});

describe('text', () => {
  test('zero bytes are empty text', () => {
    assert.equal(sniff('', 'a.pdf', 'application/pdf'), 'text/plain');
  });

  test('file names and declared types choose between kinds of text', () => {
    const lines = 'a,b\n1,2\n';
    assert.equal(sniff(lines, 'a.CSV'), 'text/csv');
    assert.equal(sniff(lines, null, 'text/csv; charset=utf-8'), 'text/csv');
    assert.equal(sniff(lines, 'a.txt'), 'text/plain');
    assert.equal(sniff(lines, 'notes.md'), 'text/markdown');
    assert.equal(sniff(lines, 'a.tsv', 'text/plain'), 'text/tab-separated-values');
    assert.equal(sniff(lines, null, 'application/pdf'), 'text/plain');
  });

  test('web pages are recognized by their beginning', () => {
    assert.equal(sniff('\n <!-- c --> <!doctype HTML>\n<p>x'), 'text/html');
    assert.equal(sniff('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'), 'application/xhtml+xml');
    assert.equal(sniff('<div>fragment</div>'), 'text/html');
    assert.equal(sniff('<!doctype html>', 'a.txt'), 'text/html');
    assert.equal(sniff('<p align="center">logo</p>\n\n# Name', 'README.md'), 'text/markdown');
    assert.equal(sniff('<?xml version="1.0"?><feed/>', 'a.html'), 'application/xml');
    assert.equal(sniff('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml');
    assert.equal(sniff('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg/>'), 'image/svg+xml');
  });

  test('JSON is recognized by parsing, or by its name', () => {
    assert.equal(sniff('{"a": [1, 2]}'), 'application/json');
    assert.equal(sniff('{"a": [1, ', 'a.json'), 'application/json');
    assert.equal(sniff('[draft] not JSON'), 'text/plain');
    assert.equal(sniff('not JSON', 'a.json'), 'text/plain');
  });

  test('notebooks and JSON Lines are distinguished', () => {
    const notebook = '{"cells": [], "nbformat": 4}';
    assert.equal(sniff(notebook), 'application/x-ipynb+json');
    assert.equal(sniff('{"cells": [', 'a.ipynb'), 'application/x-ipynb+json');
    assert.equal(sniff('{"a": 1}\n{"a": 2}\n'), 'application/x-ndjson');
    assert.equal(sniff('no notebook', 'a.ipynb'), 'text/plain');
  });

  test('messages are recognized by their headers', () => {
    const message = 'Received: from a\r\n by b\r\nFrom: a@b.org\r\nSubject: Hi\r\n\r\ntext';
    for (const name of ['a.eml', 'a.txt', null]) assert.equal(sniff(message, name), 'message/rfc822', String(name));
    assert.equal(sniff('Subject: Hi\n\ntext', 'a.eml'), 'message/rfc822');
    assert.equal(sniff('no headers', 'a.eml', 'message/rfc822'), 'text/plain');
    assert.equal(sniff('To: the moon\nDate: soon\nSubject: x\n'), 'text/plain');
    assert.equal(sniff(message, 'notes.md'), 'text/markdown');
  });

  test('rich text is recognized by its header, and without it by its name', () => {
    assert.equal(sniff('{\\rtf1\\ansi x}'), 'application/rtf');
    assert.equal(sniff('{\\pard x\\par}', 'a.rtf'), 'application/rtf');
    assert.equal(sniff('{\\pard x\\par}'), 'text/plain');
    assert.equal(sniff('plain', 'a.rtf'), 'text/plain');
  });

  test('source code is recognized by its extension, unless the sender declares another type', () => {
    assert.equal(sniff('print(1)', 'a.py'), 'text/x-python');
    assert.equal(sniff('a: 1', 'a.YML'), 'text/x-yaml');
    assert.equal(sniff('<p>made by a script', 'index.php', 'text/html'), 'text/html');
    assert.equal(sniff('\x00\x01\x02', 'a.py'), 'application/octet-stream');
  });

  test('tables and Markdown without a name are recognized by their syntax', () => {
    assert.equal(sniff('a\tb\n1\t2\n3\t4\n'), 'text/tab-separated-values');
    assert.equal(sniff('a;b\n1;2\n"3;3";4\n'), 'text/csv');
    assert.equal(sniff('One, two.\nThree, four.\nFive, six.\n'), 'text/plain');
    assert.equal(sniff('# Title\n\nSee [this](https://example.com).\n'), 'text/markdown');
    assert.equal(sniff('# a comment\necho hello\n'), 'text/plain');
  });

  test('symbolic links of Excel are no text; a table with a column called ID is', () => {
    for (const source of [
      'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K1\r\nE\r\n',
      'ID;PSCALC3\nB;Y2;X2\nC;X1;Y1;K"a"\nE\n',
    ]) {
      for (const name of [null, 'a.slk', 'a.csv', 'a.txt']) assert.equal(sniff(source, name), 'application/x-sylk');
    }
    assert.equal(sniff('ID;Price\n1;2\n3;4\n'), 'text/csv');
    assert.equal(sniff('ID;Part;Weight\nC;Yoke;3\nB;Xyst;4\n'), 'text/csv');
    assert.equal(sniff('ID;Person\nC;yes\nB;no\n'), 'text/csv');
  });

  test('byte order marks and UTF-16 are text', () => {
    assert.equal(sniff(Buffer.from('\ufeff<!doctype html>', 'utf16le')), 'text/html');
    assert.equal(sniff(Buffer.from('<!doctype html><p>wide', 'utf16le')), 'text/html');
    assert.equal(sniff('\xef\xbb\xbf# Title', 'a.md'), 'text/markdown');
    assert.equal(sniff('\xef\xbb\xbf<!doctype html>'), 'text/html');
    assert.equal(sniff('caf\xe9 cr\xe8me', null), 'text/plain');
  });

  test('a truncated character at the end does not make text binary', () => {
    assert.equal(sniff(Buffer.from('ab\u20ac').subarray(0, 4)), 'text/plain');
  });
});
