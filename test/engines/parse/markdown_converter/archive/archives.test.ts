import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { makeDocx, paragraph } from '../../../../support/documents/docx.ts';
import { makePdf } from '../../../../support/documents/pdf.ts';
import { PNG } from '../../../../support/documents/pictures.ts';
import { makeProtectedPdf } from '../../../../support/documents/protected-pdf.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';
import { tarEntry } from '../../../../support/documents/tar.ts';
import { packedZip } from '../../../../support/hostile/packed-zip.ts';

const ZIP = { mediaType: 'application/zip' };

test('each file is a section named by its path, with its headings below', async () => {
  const archive = zipSync({
    'docs/a.md': strToU8('# Title\n\n```\n# code\n```\n'),
    'b.docx': makeDocx(paragraph('Hello')),
    'p.png': PNG,
    'empty/': new Uint8Array(),
    '__MACOSX/x.txt': strToU8('clutter'),
  });
  const { markdown, images } = await parse(archive, ZIP);
  assert.equal(
    markdown,
    '## docs/a.md\n\n### Title\n\n```\n# code\n```\n\n## b.docx\n\nHello\n\n## p.png\n\n![](images/p.png)\n',
  );
  assert.deepEqual(
    images.map(({ name }) => name),
    ['p.png'],
  );
});

test('page ranges apply to the source, not to its files; pictures in tables of HTML are renamed with it', async () => {
  const page = (text: string) => ({ text: [{ x: 72, y: 700, text }] });
  const message = [
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n',
    '--b\r\nContent-Type: text/html\r\n',
    '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td><img src="cid:dot" alt="dot"></td></tr></table>',
    `--b\r\nContent-Type: image/png; name=d.png\r\nContent-ID: <dot>\r\nContent-Transfer-Encoding: ` +
      `base64\r\n\r\n${PNG.toString('base64')}`,
    '--b--\r\n',
  ].join('\r\n');
  const archive = zipSync({ 'a.pdf': makePdf([page('First'), page('Second')]), 'b.eml': strToU8(message) });
  const options = { ...DEFAULT_PARSE_OPTIONS, page_range: [{ first: 1, last: 1 }] };
  const { markdown, images } = await parse(archive, { ...ZIP, options });
  assert.match(markdown, /First\n\nSecond/);
  assert.deepEqual(
    images.map(({ name }) => name),
    [/<img src="images\/([^"]+)"/.exec(markdown)?.[1]],
  );
});

test('of very many files, the first are read', async () => {
  const members = Array.from({ length: 1002 }, (_, index) => [`${index + 1}.txt`, strToU8('a')] as const);
  const { markdown, warnings } = await parse(zipSync(Object.fromEntries(members)), ZIP);
  assert.match(markdown, /## 1000\.txt\n\na\n$/);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [['files_omitted', 'Only the first 1000 files were read.']],
  );
});

test('unreadable files are warnings, unless none can be read', async () => {
  const mixed = await parse(zipSync({ 'a.txt': strToU8('text'), 'b.bin': Uint8Array.of(0, 1, 2, 3) }), ZIP);
  assert.equal(mixed.markdown, '## a.txt\n\ntext\n\n## b.bin\n');
  assert.deepEqual(
    mixed.warnings.map(({ code }) => code),
    ['nested_unsupported_type'],
  );
  await assertFails(parse(zipSync({ 'b.bin': Uint8Array.of(0, 1, 2, 3) }), ZIP), 'unsupported_type');
  await assertFails(parse(zipSync({}), ZIP), 'empty');
});

test('nested archives are limited in depth', async () => {
  let archive = zipSync({ 'a.txt': strToU8('text') });
  for (let depth = 0; depth < 3; depth++) archive = zipSync({ [`${depth}.zip`]: archive });
  assert.match(await markdownOf(archive, ZIP), /text$/);
  for (let depth = 0; depth < 3; depth++) archive = zipSync({ [`${depth}.zip`]: archive });
  await assertFails(parse(archive, ZIP), 'too_large');
});

/** An archive whose members have these names, in the bytes of a charset and without the flag of UTF-8. */
function zipNamed(names: readonly string[], charset: string): Uint8Array {
  const written = names.map((name) => iconv.encode(name, charset));
  const marked = written.map((name, at) => String.fromCharCode(65 + at).repeat(name.length));
  const archive = Buffer.from(zipSync(Object.fromEntries(marked.map((name, at) => [name, strToU8(`text ${at}`)]))));
  for (const [index, mark] of marked.entries()) {
    for (let at = archive.indexOf(mark); at >= 0; at = archive.indexOf(mark, at)) written[index]?.copy(archive, at);
  }
  return archive;
}

test('names of members are in the code page of the machine that wrote them', async () => {
  const machines: readonly (readonly [charset: string, ...names: string[]])[] = [
    ['cp866', 'Договор аренды.txt', 'Смета/Работы.txt'],
    ['windows-1251', 'Договор аренды.txt', 'Смета/Работы.txt'],
    ['cp850', 'Prüfbericht Mühle.txt', 'Größe.txt'],
    ['Shift_JIS', '見積書.txt', '契約/水車小屋.txt'],
    ['GBK', '合同/水磨坊租赁合同.txt', '会议记录.txt'],
    ['utf-8', 'Prüfbericht.txt', '見積書.txt'],
  ];
  for (const [charset, ...names] of machines) {
    const markdown = await markdownOf(zipNamed(names, charset), ZIP);
    assert.equal(markdown, names.map((name, at) => `## ${name}\n\ntext ${at}`).join('\n\n'), charset);
  }
});

test('members of one name are all read', async () => {
  assert.equal(
    await markdownOf(zipNamed(['a.txt', 'a.txt'], 'ascii'), ZIP),
    '## a.txt\n\ntext 0\n\n## a.txt\n\ntext 1',
  );
});

test('a zip bomb is reported as too_large', async () => {
  const megabyte = { packed: deflateRawSync(new Uint8Array(1024 * 1024)), size: 1024 * 1024 };
  const bomb = packedZip(...Array.from({ length: 200 }, (_, i) => ({ path: `${i}.txt`, ...megabyte })));
  const zeros = gzipSync(new Uint8Array(140 * 1024 * 1024), { level: 1 });
  await assertFails(parse(zeros, { mediaType: 'application/gzip' }), 'too_large');
  await assertFails(parse(bomb, ZIP), 'unsupported_type');
});

test('a compressed file is read like an uncompressed one', async () => {
  const settings = { mediaType: 'application/gzip', filename: 'a.csv.gz' };
  assert.equal(await markdownOf(gzipSync('a,b\n1,2\n'), settings), '| a | b |\n| --- | --- |\n| 1 | 2 |');
  await assertFails(parse(gzipSync('text').subarray(0, 12), settings), 'corrupt');
});

test('TAR archives are read, including long names', async () => {
  const long = `${'d/'.repeat(60)}a.txt`;
  const pax = `${long.length + 10} path=${long}\n`;
  const archive = Buffer.concat([
    tarEntry('x', pax, 'x'),
    tarEntry('short.txt', 'one'),
    tarEntry('b.txt', 'two'),
    Buffer.alloc(1024),
  ]);
  assert.equal(await markdownOf(archive, { mediaType: 'application/x-tar' }), `## ${long}\n\none\n\n## b.txt\n\ntwo`);
});

test('of an Apple document its preview as PDF is read', async () => {
  const settings = { mediaType: 'application/vnd.apple.pages' };
  const preview = makePdf([{ text: [{ x: 72, y: 700, text: 'Dear reader' }] }]);
  const { markdown, warnings } = await parse(
    zipSync({ 'index.xml': strToU8('<x/>'), 'QuickLook/Preview.pdf': preview }),
    settings,
  );
  assert.equal(markdown, 'Dear reader\n');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['preview_read'],
  );
  const recent = zipSync({ 'Index/Document.iwa': Uint8Array.of(0), 'preview.jpg': PNG });
  await assert.rejects(parse(recent, settings), {
    code: 'unsupported_type',
    message: /an Apple Pages document without a preview as PDF\. Export it as PDF or in an Office format\.$/,
  });
});

test('protected PDFs in an archive are opened with the passwords of the request', async () => {
  const archive = zipSync({ 'a.pdf': makeProtectedPdf('The mill is sold.', 'whetstone'), 'b.txt': strToU8('text') });
  const { markdown, warnings } = await parse(archive, { ...ZIP, passwords: ['whetstone'] });
  assert.match(markdown, /The mill is sold\./);
  assert.deepEqual(warnings, []);
  for (const passwords of [undefined, ['millstone']]) {
    const refused = await parse(archive, { ...ZIP, ...(passwords && { passwords }) });
    assert.match(refused.warnings[0]?.message ?? '', passwords ? /does not open it/ : /name the secret/);
  }
});

test('comments of an archive and of its files are text', async () => {
  const zip = Buffer.from(zipSync({ 'a.txt': [Buffer.from('Tides'), { comment: 'first draft' }] }));
  zip.writeUInt16LE(9, zip.length - 2);
  const archive = Buffer.concat([zip, Buffer.from('Für Ada.')]);
  assert.equal(await markdownOf(archive, ZIP), 'Für Ada.\n\n## a.txt (first draft)\n\nTides');
});

test('links of a tar archive are named with what they lead to', async () => {
  const link = (type: string, target: string): Buffer => {
    const header = Buffer.alloc(512);
    header.write('now', 0);
    header.write('00000000000', 124);
    header.write(type, 156);
    header.write(target, 157);
    return header;
  };
  const archive = Buffer.concat([link('2', 'may/tides.txt'), link('1', 'june.txt'), Buffer.alloc(1024)]);
  const { markdown, warnings } = await parse(archive, { mediaType: 'application/x-tar' });
  assert.equal(markdown, '## now → may/tides.txt\n\n## now → june.txt\n');
  assert.deepEqual(warnings, []);
});
