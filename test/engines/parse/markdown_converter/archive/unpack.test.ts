import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { fileList } from '../../../../../engines/parse/markdown_converter/archive/file-list.ts';
import { unpackArchive } from '../../../../../engines/parse/markdown_converter/archive/unpack.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { ServiceError } from '../../../../../errors/index.ts';
import { assertFails } from '../../../../support/documents/parse.ts';
import { makeTar } from '../../../../support/documents/tar.ts';
import { makeZip } from '../../../../support/documents/zip.ts';
import { packedZip } from '../../../../support/hostile/packed-zip.ts';

const packed = (path: string, text: string) => ({ path, packed: deflateRawSync(text), size: text.length });

/** Each file as its path with its text, or with the code of its error. */
async function unpack(bytes: Uint8Array, mediaType = 'application/zip', filename = 'mills.zip'): Promise<string[]> {
  const input = { bytes, mediaType, filename, charset: null, url: null, options: DEFAULT_PARSE_OPTIONS };
  const files: string[] = [];
  for await (const file of unpackArchive(input, new AbortController().signal)) {
    if (file === 'more') files.push('more');
    else if (file.content instanceof ServiceError) files.push(`${file.path}: ${file.content.code}`);
    else files.push(`${file.path}: ${Buffer.from(file.content.bytes).toString()}`);
  }
  return files;
}

test('files have their path, through the archives in the archive', async () => {
  const inner = makeZip({ 'b.txt': 'second', 'deep.tar': makeTar({ 'c/d.txt': 'third' }) });
  const outer = makeZip({ 'a.txt': 'first', 'empty/': '', '.DS_Store': 'x', 'in/inner.zip': inner, 'e.txt': 'last' });
  assert.deepEqual(await unpack(outer), [
    'a.txt: first',
    'in/inner.zip/b.txt: second',
    'in/inner.zip/deep.tar/c/d.txt: third',
    'e.txt: last',
  ]);
});

test('compression adds nothing to a path', async () => {
  const tar = makeTar({ 'a.txt': 'first', 'b.csv.gz': gzipSync('x,y') });
  const files = ['a.txt: first', 'b.csv: x,y'];
  assert.deepEqual(await unpack(tar, 'application/x-tar', 'mills.tar'), files);
  assert.deepEqual(await unpack(gzipSync(tar), 'application/gzip', 'mills.tgz'), files);
  assert.deepEqual(
    await unpack(makeZip({ 'in.tar.gz': gzipSync(tar) })),
    files.map((file) => `in.tar/${file}`),
  );
});

test('what cannot be read has an error, and the others are read', async () => {
  const damaged = makeZip({ 'a.txt': 'first', 'broken.zip': 'PK\u0003\u0004 is all there is', 'b.txt': 'second' });
  assert.deepEqual(await unpack(damaged), ['a.txt: first', 'broken.zip: corrupt', 'b.txt: second']);
  const torn = { path: 'a.txt', packed: Buffer.from('no deflate'), size: 99 };
  assert.deepEqual(await unpack(packedZip(torn, packed('b.txt', 'second'))), ['a.txt: corrupt', 'b.txt: second']);
});

test('two files may have one path', async () => {
  assert.deepEqual(await unpack(packedZip(packed('a.txt', 'first'), packed('a.txt', 'second'))), [
    'a.txt: first',
    'a.txt: second',
  ]);
});

test('depth and number are limited', async () => {
  let nested = makeZip({ 'deep.txt': 'x' });
  for (let level = 0; level < 4; level++) nested = makeZip({ 'in.zip': nested, 'a.txt': 'a' });
  assert.deepEqual(
    (await unpack(nested)).filter((file) => file.includes('deep')),
    ['in.zip/in.zip/in.zip/in.zip/deep.txt: too_large'],
  );
  const many = makeZip(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.txt`, 'x'])));
  const files = await unpack(makeZip({ 'a.zip': many, 'b.zip': many }));
  assert.deepEqual([files.length, files.at(-2), files.at(-1)], [1001, 'b.zip/399.txt: x', 'more']);
});

test('an archive that cannot be read, or without files, is refused', async () => {
  await assertFails(unpack(Buffer.from('PK')), 'corrupt');
  await assertFails(unpack(makeZip({ 'a/': '' })), 'empty');
});

test('the list names every file, with the error of those that failed', () => {
  const files = [
    { path: 'a_b.txt', failure: null },
    { path: '<i>.docx', failure: 'corrupt' },
  ];
  const { markdown, title, warnings } = fileList('mills.zip', files, true);
  assert.equal(markdown, '# mills.zip\n\n- a_b.txt\n- &lt;i>.docx (failed: corrupt)\n');
  assert.deepEqual([title, warnings.map(({ code }) => code)], ['mills.zip', ['files_omitted']]);
});
