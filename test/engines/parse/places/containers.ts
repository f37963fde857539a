/** Places of archives. */
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { makeZip } from '../../../support/documents/zip.ts';
import { MARKER, none, OUT, warned, type Format } from './place.ts';

const UNKNOWN = Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(MARKER)]);

/** A TAR archive of one file, whose header has the type of its entry. */
function makeTar(name: string, content: string, { type = '0', link = '' } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar', 257);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

/** An archive with a comment at its end. */
function commented(zip: Uint8Array, comment: string): Buffer {
  const archive = Buffer.from(zip);
  archive.writeUInt16LE(comment.length, archive.length - 2);
  return Buffer.concat([archive, Buffer.from(comment)]);
}

const zipWithCommentOnFile = (): Uint8Array => zipSync({ 'a.txt': [Buffer.from('Tides'), { comment: MARKER }] });

const tar = (...members: readonly Buffer[]): Buffer =>
  Buffer.concat([makeTar('a.txt', 'Tides'), ...members, Buffer.alloc(1024)]);

export const ARCHIVES: Format = {
  name: 'Archives (ZIP, 7-Zip)',
  mediaTypes: ['application/zip', 'application/x-7z-compressed'],
  places: [
    ['Files', OUT, makeZip({ 'a.txt': MARKER })],
    ['Names of files', OUT, makeZip({ [`${MARKER}.txt`]: 'Tides' })],
    ['Archives in archives', OUT, makeZip({ 'a.zip': makeZip({ 'b.txt': MARKER }) })],
    ['Files of unknown types', warned('nested_unsupported_type'), makeZip({ 'a.txt': 'Tides', 'b.bin': UNKNOWN })],
    ['Names of files of unknown types', OUT, makeZip({ 'a.txt': 'Tides', [`${MARKER}.bin`]: UNKNOWN })],
    ['Empty files: their names', OUT, makeZip({ 'a.txt': 'Tides', [`${MARKER}.txt`]: '' })],
    ['Empty folders: their names', none('they have no text'), makeZip({ 'a.txt': 'Tides', [`${MARKER}/`]: '' })],
    [
      'Files that systems add (.DS_Store, Thumbs.db)',
      none('settings of folders'),
      makeZip({ 'a.txt': 'Tides', '__MACOSX/a.txt': MARKER }),
    ],
    ['Comment of the archive', OUT, commented(makeZip({ 'a.txt': 'Tides' }), MARKER)],
    ['Comments on files', OUT, zipWithCommentOnFile()],
  ],
};

export const TAR: Format = {
  name: 'Archives (TAR)',
  mediaTypes: ['application/x-tar'],
  places: [
    ['Files', OUT, tar(makeTar('b.txt', MARKER))],
    ['Names of files', OUT, tar(makeTar(`${MARKER}.txt`, 'a'))],
    ['Targets of links', OUT, tar(makeTar('b', '', { type: '2', link: MARKER }))],
    ['Files of other kinds (contiguous)', OUT, tar(makeTar('b.txt', MARKER, { type: '7' }))],
  ],
};

export const GZIP: Format = {
  name: 'Compressed files (GZIP)',
  mediaTypes: ['application/gzip'],
  places: [
    ['The file', OUT, gzipSync(MARKER)],
    ['Further parts', OUT, Buffer.concat([gzipSync('Tides\n'), gzipSync(MARKER)])],
  ],
};
