/** Files made to exhaust their reader. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { makeCompoundFile } from '../documents/compound-file.ts';
import { makeDoc, uint16, uint32 } from '../documents/doc.ts';
import { makeDocx, paragraph } from '../documents/docx.ts';
import { makeEpub } from '../documents/epub.ts';
import { makeOdf } from '../documents/odf.ts';
import { makePdf } from '../documents/pdf.ts';
import { makePpt } from '../documents/ppt.ts';
import { at, makeXls, xlsRecord, xlsString } from '../documents/xls.ts';
import { makeXlsx, rows } from '../documents/xlsx.ts';
import { makeZip } from '../documents/zip.ts';
import type { HostileFile } from './file.ts';
import { packedZip } from './packed-zip.ts';
import type { PackedMember } from './packed-zip.ts';

export function bombs(): HostileFile[] {
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
      'word/document.xml':
        `${laughs}<w:document ` +
        `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&${'b'.repeat(20)};</w:t></w:r></w:p></w:body></w:document>`,
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
      '<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell ' +
        'table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
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
      'From: ' +
        `a@b.org\r\n${Array.from({ length: 500 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')}`,
    ),
    'headers.eml': Buffer.from(`From: a@b.org\r\n${'X-A: b\r\n'.repeat(400_000)}\r\nx`),
    'self.epub': makeEpub(['<p><a href="c1.xhtml">x</a><img src="c1.xhtml"/></p>']),
    'kids.pdf': Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count ' +
        '99999999>>endobj trailer<</Root 1 0 R>>',
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
