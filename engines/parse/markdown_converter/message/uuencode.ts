/** Files in uuencode, the encoding of attachments before MIME; some programs still declare it as `x-uuencode`. */
import { append } from '../../documents/append.ts';
import type { Attachment } from './model.ts';

const HEAD = /^\s*begin [0-7]{3,4} [^\r\n]*\r?\n/;

/** The file in a text that begins with `begin 644 name`; other bytes as they are. */
export function decodeUuencoded(bytes: Uint8Array): Uint8Array {
  const head = HEAD.exec(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'));
  if (head === null) return bytes;
  const lines = Buffer.from(bytes.subarray(head[0].length)).toString('latin1').split(/\r?\n/);
  const end = lines.indexOf('end');
  return Buffer.concat(lines.slice(0, end === -1 ? undefined : end).map(decodeLine));
}

const BEGIN = /^begin [0-7]{3,4} (\S.*)$/;

/** A text without the files between its lines, and these. A line that no such file has shows that it is none. */
export function takeUuencoded(text: string): { readonly text: string; readonly files: readonly Attachment[] } {
  if (!text.includes('begin ')) return { text, files: [] };
  const kept: string[] = [];
  const files: Attachment[] = [];
  let open: { readonly name: string; readonly lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const shown = line.replace(/\r$/, '');
    if (open !== null && shown === 'end') {
      files.push(fileOf(open.name, open.lines.slice(1)));
      open = null;
      continue;
    }
    const name = BEGIN.exec(shown)?.[1]?.trim();
    if (open !== null && (name !== undefined || !isEncoded(shown))) {
      append(kept, open.lines);
      open = null;
    }
    if (name !== undefined) open = { name, lines: [] };
    (open?.lines ?? kept).push(line);
  }
  return { text: [...kept, ...(open?.lines ?? [])].join('\n'), files };
}

function fileOf(name: string, lines: readonly string[]): Attachment {
  const read = (): Uint8Array => Buffer.concat(lines.map(decodeLine));
  return { name, declared: null, contentId: null, read };
}

/** Programs cut spaces off at the end, or add a checksum. */
const isEncoded = (line: string): boolean =>
  /^[ -`]*$/.test(line) && line.length <= Math.ceil((lengthOf(line) * 4) / 3) + 4;

const lengthOf = (line: string): number => (line.charCodeAt(0) - 0x20) & 0x3f;

/** The first character is the number of bytes; four characters of six bits, from the space on, are three bytes. */
function decodeLine(line: string): Buffer {
  const values = Array.from(line, (character) => (character.charCodeAt(0) - 0x20) & 0x3f);
  const [length = 0, ...sextets] = values;
  const decoded = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    const from = Math.floor((at * 8) / 6);
    const [high = 0, low = 0] = [sextets[from], sextets[from + 1]];
    decoded[at] = (((high << 6) | low) >> (4 - (at % 3) * 2)) & 0xff;
  }
  return decoded;
}
