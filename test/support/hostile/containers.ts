/** Messages, RTF and OLE files whose own structure is the weapon. */
import { makeCompoundFile } from '../documents/compound-file.ts';
import type { Random } from '../random.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';
import { soundFiles } from './sound-files.ts';

const HEADERS = 'From: a@b.org\r\nSubject: s\r\nMIME-Version: 1.0\r\n';
const SECTOR = 512;

/** A sound OLE file whose tables of sectors lead elsewhere. */
function rewired(extension: 'doc' | 'xls' | 'ppt' | 'msg', random: Random, size: number): Buffer {
  const bytes = Buffer.concat([
    Buffer.from(soundFiles()[extension] ?? ''),
    Buffer.alloc(Math.floor(size / SECTOR) * SECTOR),
  ]);
  const words = Array.from({ length: random.whole(1, 8) }, () => random.whole(SECTOR / 4, bytes.length / 4 - 1) * 4);
  for (const at of [...words, random.pick([44, 48, 60, 64, 68, 72, 76])]) {
    bytes.writeUInt32LE(random.pick([0, 1, 2, 3, 0x7fffffff, 0xfffffffe, 0xffffffff]), at);
  }
  return bytes;
}

export const CONTAINER_IDEAS: readonly Idea[] = [
  {
    name: 'headers.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}${fill(random.pick(['X-A: b\r\n', 'To: c@d.org\r\n', ' folded\r\n', 'Subject: x\r\n']), size)}\r\nx`,
      ),
  },
  {
    name: 'encoded-words.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}Subject: ${fill(random.pick(['=?utf-8?q?a?= ', '=?utf-8?b?', '=?', '=?x?q??=']), size)}\r\n\r\nx`,
      ),
  },
  {
    name: 'addresses.eml',
    make: (random, size) =>
      Buffer.from(`To: ${fill(random.pick(['a@b.org, ', '<', '(', '"', 'a:', 'a <', '((a) ']), size)}\r\n\r\nx`),
  },
  {
    name: 'parts.eml',
    make: (_random, size) =>
      Buffer.from(`${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill('--b\r\n\r\nx\r\n', size)}`),
  },
  {
    name: 'boundaries.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}Content-Type: multipart/mixed; ` +
          `boundary="${fill('-', random.whole(1, 70))}"\r\n\r\n${fill(random.pick(['-', '--', '\r\n--', '--\r\n']), size)}`,
      ),
  },
  {
    name: 'quoted.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}Content-Type: text/plain\r\nContent-Transfer-Encoding: ` +
          `quoted-printable\r\n\r\n${fill(random.pick(['=', '=\r\n', '=3D', '=ZZ', ' \r\n']), size)}`,
      ),
  },
  {
    name: 'base64.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}Content-Type: text/html\r\nContent-Transfer-Encoding: ` +
          `base64\r\n\r\n${fill(random.pick(['=', 'A', '!', 'QUFB\r\n', 'PGI+']), size)}`,
      ),
  },
  {
    name: 'parameters.eml',
    make: (random, size) =>
      Buffer.from(
        `${HEADERS}Content-Type: text/plain; ` +
          `${fill(random.pick(['a=b; ', 'name*0=a; ', ';', 'a="', "name*=utf-8''%"]), size)}\r\n\r\nx`,
      ),
  },
  {
    name: 'attachments.eml',
    make: (_random, size) =>
      Buffer.from(
        `${HEADERS}Content-Type: multipart/mixed; ` +
          `boundary=b\r\n\r\n${fill('--b\r\nContent-Type: text/html; name=a.html\r\nContent-Disposition: attachment\r\n\r\n<p>*\r\n', size)}`,
      ),
  },
  {
    name: 'words.rtf',
    make: (random, size) =>
      Buffer.from(
        `{\\rtf1 ` +
          `${fill(random.pick(['\\b', '\\par ', "\\'41", '\\u-1?', '\\bin99999999 ', '\\cell ', '\\trowd\\cellx1 ', '\\row ', '\\~', '\\uc9999 ', '\\tab ']), size)}}`,
      ),
  },
  {
    name: 'fonts.rtf',
    make: (_random, size) =>
      Buffer.from(
        `{\\rtf1{\\fonttbl${Array.from({ length: size / 14 }, (_, index) => `{\\f${index} A;}`).join('')}}x}`,
      ),
  },
  {
    name: 'rows.rtf',
    make: (random, size) =>
      Buffer.from(`{\\rtf1 ${fill(`\\trowd${'\\cellx9'.repeat(random.whole(1, 200))}\\intbl x\\cell\\row `, size)}}`),
  },
  {
    name: 'nested-rows.rtf',
    make: (_random, size) =>
      Buffer.from(
        `{\\rtf1 ` +
          `${Array.from({ length: size / 40 }, (_, index) => `\\itap${index % 2000}\\intbl x\\nestcell\\nestrow`).join(' ')}}`,
      ),
  },
  { name: 'notes.rtf', make: (_random, size) => Buffer.from(`{\\rtf1 ${fill('{\\footnote x}', size)}}`) },
  {
    name: 'picture.rtf',
    make: (random, size) =>
      Buffer.from(`{\\rtf1 {\\pict\\pngblip ${fill(random.pick(['89504e47', '0', 'zz', ' ']), size)}}x}`),
  },
  ...(['doc', 'xls', 'ppt', 'msg'] as const).map((extension) => ({
    name: `rewired.${extension}`,
    make: (random: Random, size: number) => rewired(extension, random, size),
  })),
  {
    name: 'streams.msg',
    make: (_random, size) =>
      makeCompoundFile({
        '__properties_version1.0': Buffer.alloc(48),
        ...Object.fromEntries(
          Array.from({ length: size / 700 }, (_, index) => [
            `__attach_version1.0_#${index.toString(16).padStart(8, '0')}`,
            { '__substg1.0_37010102': Buffer.from('x') },
          ]),
        ),
      }),
  },
];
