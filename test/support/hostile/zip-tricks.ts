/** Archives, and formats that are archives, whose directory lies. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { makeZip } from '../documents/zip.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';
import { packedZip } from './packed-zip.ts';
import type { PackedMember } from './packed-zip.ts';

const MAIN_PARTS: Readonly<Record<string, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
  epub: 'META-INF/container.xml',
  odt: 'content.xml',
  zip: 'a.html',
};

function member(path: string, content: Uint8Array | string, size?: number): PackedMember {
  const bytes = Buffer.from(content);
  return { path, packed: deflateRawSync(bytes), size: size ?? bytes.length };
}

/** The main part behind what makes the file look like the format. */
function around(main: PackedMember): Buffer {
  return packedZip(member('[Content_Types].xml', '<Types/>'), main, member('mimetype', 'x'));
}

const OF_FORMATS: Readonly<Record<string, (main: string, random: Random, size: number) => PackedMember>> = {
  /** 1000 times as much as the file has. */
  bomb: (main, _random, size) => member(main, Buffer.alloc(size * 400, 'x')),
  'blank-bomb': (main, _random, size) => member(main, Buffer.alloc(size * 400, ' ')),
  'small-size': (main, random, size) => member(main, Buffer.alloc(size * 100, '<a>'), random.whole(0, 100)),
  'huge-size': (main, random, size) =>
    member(main, fill('<a/>', size), random.pick([0x7fffffff, 0xffffffff, 0xfffffffe])),
};

/** Replaces bytes somewhere in the last fields, where the directory is. */
function withBrokenDirectory(zip: Uint8Array, random: Random): Uint8Array {
  const bytes = Buffer.from(zip);
  for (let change = 0; change < 6; change++) {
    bytes[bytes.length - 1 - random.whole(0, Math.min(400, bytes.length - 1))] = random.pick([0, 0xff, 0x50, 1]);
  }
  return bytes;
}

export const ZIP_IDEAS: readonly Idea[] = [
  ...Object.entries(MAIN_PARTS).flatMap(([extension, main]) =>
    Object.entries(OF_FORMATS).map(([trick, make]) => ({
      name: `${trick}.${extension}`,
      make: (random: Random, size: number) => around(make(main, random, size)),
    })),
  ),
  {
    name: 'thousands.zip',
    make: (random, size) => {
      const extension = random.pick(['txt', 'html', 'csv', 'json', 'md', 'zip', '']);
      const names = Array.from(
        { length: Math.floor(size / 130) },
        (_, index) => [`${index}.${extension}`, 'x'] as const,
      );
      return makeZip(Object.fromEntries(names));
    },
  },
  {
    name: 'same-name.zip',
    make: (_random, size) => packedZip(...Array.from({ length: Math.floor(size / 100) }, () => member('a.txt', 'x'))),
  },
  {
    name: 'paths.zip',
    make: (random, size) => {
      const path = random.pick(['../', '/', 'a/', 'C:\\', '*', '[', '`', '|', '\n', '\u202e']);
      return makeZip({ [`${path.repeat(10)}a.txt`]: 'x', [fill(path, 20_000).slice(0, 40_000)]: fill('y', size) });
    },
  },
  {
    name: 'overlapping.zip',
    make: (_random, size) => {
      // All entries of the directory lead to one member.
      const zip = packedZip(member('a.txt', fill('tides ', size * 50)));
      const end = zip.length - 22;
      const start = zip.readUInt32LE(end + 16);
      const entry = zip.subarray(start, end);
      const count = Math.min(60_000, Math.floor(size / entry.length));
      const last = Buffer.from(zip.subarray(end));
      last.writeUInt16LE(count, 8);
      last.writeUInt16LE(count, 10);
      last.writeUInt32LE(count * entry.length, 12);
      return Buffer.concat([zip.subarray(0, start), ...Array.from({ length: count }, () => entry), last]);
    },
  },
  {
    name: 'directory.zip',
    make: (random, size) => withBrokenDirectory(makeZip({ 'a.txt': fill('x', size), 'b.csv': 'a,b\n1,2\n' }), random),
  },
  {
    name: 'directories-in-comment.zip',
    make: (_random, size) =>
      Buffer.concat([makeZip({ 'a.txt': 'x' }), Buffer.from(fill('PK\x05\x06', Math.min(size, 65_000)), 'latin1')]),
  },
  { name: 'bomb.gz', make: (_random, size) => gzipSync(Buffer.alloc(size * 400, 'x')) },
  {
    name: 'marks.md.gz',
    make: (random, size) => gzipSync(fill(random.pick(['*', '[', '`a ', '> ', '\n\n']), size * 4)),
  },
  {
    name: 'many.tar',
    make: (random, size) => {
      const header = Buffer.alloc(512);
      header.write('a.txt');
      header.write('0000644\0', 100);
      header.write(random.pick(['00000000000', '00000000001', '77777777777']), 124);
      header.write('ustar\0', 257);
      return Buffer.concat(Array.from({ length: Math.floor(size / 512) }, () => header));
    },
  },
];
