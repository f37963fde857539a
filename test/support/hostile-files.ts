/** Files that are broken or made to break their reader: every format, damaged in many ways, and bombs. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { makeCompoundFile } from './compound-file.ts';
import { makeDoc, property, uint16, uint32 } from './doc.ts';
import { makeDocx, paragraph } from './docx.ts';
import { makeEpub } from './epub.ts';
import { makeOdf } from './odf.ts';
import { makePdf } from './pdf.ts';
import { makePpt } from './ppt.ts';
import { line, makePptx, shape } from './pptx.ts';
import { at, makeXls, xlsRecord, xlsString } from './xls.ts';
import { makeXlsx, rows } from './xlsx.ts';
import { makeZip } from './zip.ts';

export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Small sound files by their usual extension. */
function seeds(): Record<string, Uint8Array> {
  const text = (content: string): Buffer => Buffer.from(content);
  const table =
    '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>';
  const slide = '<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>';
  const message =
    'From: a@b.org\r\nTo: c@d.org\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: text/csv; name=t.csv\r\nContent-Disposition: attachment\r\n\r\na,b\r\n1,2\r\n--b--\r\n';
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

/** Pseudo-random numbers from 0 to 2^32 (mulberry32): the same files in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function damage(extension: string, seed: Uint8Array): HostileFile[] {
  const flipped = (count: number, from: number): Buffer => {
    const random = randomNumbers(count * 1000 + extension.length + from);
    const bytes = Buffer.from(seed);
    for (let i = 0; i < count; i++) bytes[random() % bytes.length] = random() & 0xff;
    return bytes;
  };
  const cut = (part: number): Uint8Array => seed.subarray(0, Math.floor(seed.length * part));
  const hole = Buffer.from(seed);
  hole.fill(0, Math.floor(seed.length / 3), Math.floor(seed.length / 2));
  const high = Buffer.from(seed);
  high.fill(0xff, Math.floor(seed.length / 2), Math.min(seed.length, Math.floor(seed.length / 2) + 64));
  const variants: Record<string, Uint8Array> = {
    'cut-quarter': cut(0.25),
    'cut-half': cut(0.5),
    'cut-end': seed.subarray(0, -7),
    'flip-1': flipped(1, 0),
    'flip-8': flipped(8, 1),
    'flip-64': flipped(64, 2),
    hole,
    'all-ones': high,
    doubled: Buffer.concat([seed, seed]),
    'junk-first': Buffer.concat([Buffer.from('junk\0\xff', 'latin1'), seed]),
  };
  return Object.entries(variants).map(([variant, bytes]) => ({ name: `${variant}.${extension}`, bytes }));
}

/** Each sound file under the name of the next format. */
function misnamed(all: Readonly<Record<string, Uint8Array>>): HostileFile[] {
  const extensions = Object.keys(all);
  return extensions.map((extension, index) => ({
    name: `really-${extension}.${extensions[(index + 1) % extensions.length]}`,
    bytes: all[extension] ?? new Uint8Array(),
  }));
}

interface PackedMember {
  readonly path: string;
  readonly packed: Uint8Array;
  /** Unpacked size that the archive declares. */
  readonly size: number;
}

/** A zip archive of members that are packed already, and may lie about their size. */
function packedZip(...members: readonly PackedMember[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, packed, size } of members) {
    const name = Buffer.from(path);
    const sizes = Buffer.concat([uint32(0), uint32(packed.length), uint32(size), uint16(name.length), uint16(0)]);
    const local = [Buffer.from('PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0', 'latin1'), sizes, name, packed];
    const head = Buffer.from('PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0', 'latin1');
    directory.push(Buffer.concat([head, sizes, Buffer.alloc(10), uint32(offset), name]));
    locals.push(Buffer.concat(local));
    offset += locals.at(-1)?.length ?? 0;
  }
  const central = Buffer.concat(directory);
  const counts = Buffer.concat([uint32(0), uint16(members.length), uint16(members.length)]);
  const end = Buffer.concat([counts, uint32(central.length), uint32(offset), uint16(0)]);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

function bombs(): HostileFile[] {
  const laughs =
    '<!DOCTYPE x [<!ENTITY a "lol">' +
    Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY ${'b'.repeat(i + 1)} "${`&${i === 0 ? 'a' : 'b'.repeat(i)};`.repeat(10)}">`,
    ).join('') +
    `]>`;
  const nested = (open: string, close: string, count: number): string => open.repeat(count) + 'x' + close.repeat(count);
  const zeros = Buffer.alloc(150 * 1024 * 1024);
  const packed = deflateRawSync(zeros, { level: 1 });
  const bomb = (path: string): PackedMember => ({ path, packed, size: zeros.length });
  const small = (path: string, content: string): PackedMember => ({
    path,
    packed: deflateRawSync(content),
    size: content.length,
  });
  const compressed = gzipSync(zeros, { level: 1 });
  const body = (xml: string): Uint8Array => makeDocx(xml);
  const cycle = Buffer.from(makeDoc([{ text: 'x'.repeat(5000) }]));
  cycle.writeUInt32LE(0, 48);
  let archives = makeZip({ 'a.txt': 'x' });
  for (let depth = 0; depth < 30; depth++) archives = makeZip({ 'a.zip': archives });
  const files: Record<string, Uint8Array> = {
    'zero-bytes.pdf': new Uint8Array(),
    'one-byte.docx': Uint8Array.of(80),
    'nul.txt': Buffer.alloc(10_000),
    'bomb.docx': packedZip(small('[Content_Types].xml', '<Types/>'), bomb('word/document.xml')),
    'bomb.epub': packedZip(small('a.opf', ''), bomb('META-INF/container.xml')),
    'bomb.zip': packedZip(bomb('a.txt'), bomb('b.txt')),
    'bomb.gz': compressed,
    'bomb-in-gz.gz': gzipSync(gzipSync(compressed)),
    'small-size.zip': packedZip({ ...bomb('a.txt'), size: 10 }),
    'huge-size.zip': packedZip({ ...small('a.txt', 'x'), size: 0xffffffff }),
    'zips-in-zips.zip': archives,
    'many-members.zip': makeZip(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}.txt`, 'x']))),
    'laughs.xml': Buffer.from(`<?xml version="1.0"?>${laughs}<x>&${'b'.repeat(20)};</x>`),
    'laughs.docx': makeZip({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `${laughs}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&${'b'.repeat(20)};</w:t></w:r></w:p></w:body></w:document>`,
    }),
    'laughs.epub': makeEpub([`<p>&${'b'.repeat(20)};</p>`], { metadata: laughs }),
    'external-entity.xml': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ),
    'deep.html': Buffer.from(`<!doctype html>${nested('<div>', '</div>', 100_000)}`),
    'deep-tables.html': Buffer.from(`<!doctype html>${nested('<table><tr><td>', '</table>', 5000)}`),
    'deep-lists.html': Buffer.from(`<!doctype html>${nested('<ul><li>', '</ul>', 5000)}`),
    'deep.xml': Buffer.from(`<?xml version="1.0"?>${nested('<a>', '</a>', 100_000)}`),
    'deep.json': Buffer.from(nested('[', ']', 100_000).replace('x', '')),
    'deep.docx': body(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 2000).replace('x', paragraph('x'))),
    'deep.rtf': Buffer.from(`{\\rtf1 ${nested('{', '}', 500_000)}}`),
    'deep-tables.rtf': Buffer.from(
      `{\\rtf1 ${Array.from({ length: 5000 }, (_, i) => `\\itap${i}\\intbl x\\nestcell\\nestrow`).join(' ')}}`,
    ),
    'spans.html': Buffer.from(`<!doctype html><table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(2000)}</table>`),
    'wide.csv': Buffer.from(','.repeat(3_000_000)),
    'uneven.csv': Buffer.from(`${','.repeat(50_000)}\n${'a\n'.repeat(50_000)}`),
    'long-line.txt': Buffer.alloc(20_000_000, 'x'),
    'long-line.md': Buffer.from('*_'.repeat(500_000)),
    'stars.html': Buffer.from(`<!doctype html><p>${'*_~'.repeat(200_000)}`),
    'sheets.xlsx': makeXlsx(Array.from({ length: 10_000 }, (_, i) => ({ name: `S${i}`, content: rows(['a']) }))),
    'sheets.xls': makeXls(
      Array.from({ length: 10_000 }, (_, i) => ({
        name: `S${i}`,
        records: [xlsRecord(0x204, at(0, 0), xlsString('a'))],
      })),
    ),
    'far-cell.xls': makeXls([
      {
        name: 'S',
        records: [xlsRecord(0x204, at(0, 0), xlsString('a')), xlsRecord(0x204, at(65_535, 255), xlsString('b'))],
      },
    ]),
    'merges.xls': makeXls([
      {
        name: 'S',
        records: [
          xlsRecord(0x204, at(0, 0), xlsString('a')),
          ...Array.from({ length: 2000 }, () =>
            xlsRecord(0xe5, uint16(1), uint16(0), uint16(65_535), uint16(0), uint16(255)),
          ),
        ],
      },
    ]),
    'repeated.ods': makeOdf(
      'spreadsheet',
      '<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    ),
    'cycle.doc': cycle,
    'huge-pieces.doc': makeDoc([{ text: 'x' }], {
      parts: {
        33: Buffer.concat([
          Buffer.from([2]),
          uint32(16),
          uint32(0),
          uint32(0x7fffffff),
          uint16(0),
          uint32(1024),
          uint16(0),
        ]),
      },
    }),
    'deep-storage.msg': deepMessage(40),
    'parts.eml': Buffer.from(
      `From: a@b.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(20_000)}`,
    ),
    'nested-parts.eml': Buffer.from(
      `From: a@b.org\r\n${Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')}`,
    ),
    'headers.eml': Buffer.from(`From: a@b.org\r\n${'X-A: b\r\n'.repeat(400_000)}\r\nx`),
    'self.epub': makeEpub(['<p><a href="c1.xhtml">x</a><img src="c1.xhtml"/></p>']),
    'kids.pdf': Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 99999999>>endobj trailer<</Root 1 0 R>>',
    ),
    'page.pdf.zip': Buffer.concat([makePdf([{ text: [{ x: 9, y: 9, text: 'x' }] }]), makeZip({ 'a.txt': 'x' })]),
    'encrypted.doc': makeDoc([{ text: 'x' }], { encrypted: true }),
    'encrypted.ppt': makePpt([{ shapes: [{ text: 'x' }] }], { encrypted: true }),
    'encrypted.xlsx': makeCompoundFile({ EncryptedPackage: Buffer.alloc(64), EncryptionInfo: Buffer.alloc(64) }),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

function deepMessage(depth: number): Buffer {
  const properties = { '__properties_version1.0': Buffer.alloc(32) };
  let message: Parameters<typeof makeCompoundFile>[0] = {
    ...properties,
    '__substg1.0_1000001F': Buffer.from('x', 'utf16le'),
  };
  for (let i = 0; i < depth; i++) {
    message = { ...properties, '__attach_version1.0_#00000000': { '__substg1.0_3701000D': message } };
  }
  return makeCompoundFile(message);
}

/** A few hundred files. Their names say what they pretend to be. */
export function hostileFiles(): HostileFile[] {
  const all = seeds();
  return [...Object.entries(all).flatMap(([extension, seed]) => damage(extension, seed)), ...misnamed(all), ...bombs()];
}
