/** Header lines with letters that are written as they are, in a charset which nothing says. */
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../../errors/index.ts';
import { decodeText, type CharsetOptions } from '../../documents/charset/decode.ts';
import { decodeAs } from '../../documents/charset/decoders.ts';
import type { ParseWarning } from '../../documents/types.ts';

/** Of a text of the message; UTF-8 and ASCII say nothing about such lines. */
const DECLARED = /\bcharset\s*=\s*"?(?!utf-?8|us-ascii)([\w.:-]+)/i;
/** Above the headers of a part. */
const BOUNDARY = /^--\S[^\r\n]*\r?\n(?=Content-)/gim;
const END = /\r?\n\r?\n/;
/** Letters inside one are in its own charset. */
const QUOTED_WORD = /(=\?[\w*-]+\?q\?)([^?]*)\?=/gi;

interface Recoded {
  readonly bytes: Uint8Array;
  /** Of the decoding. */
  readonly warnings: readonly ParseWarning[];
}

/**
 * The message with its headers in UTF-8. Lines that are not are in the charset of the message's text, or in the one
 * that the letters suggest, those of the text included.
 */
export function recodeHeaders(bytes: Uint8Array, options: CharsetOptions): Recoded {
  const unchanged = { bytes, warnings: [] };
  if (isUtf8(bytes)) return unchanged;
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const blocks = blocksOf(source);
  const foreign = foreignLines(blocks.map(([start, end]) => source.slice(start, end)).join('\n'));
  if (foreign.length === 0) return unchanged;
  const charset = DECLARED.exec(source)?.[1] ?? null;
  const sample = charset === null ? foreignLines(source) : foreign;
  try {
    const decoded = decodeText({ bytes: narrow(sample.join('\n')), charset, mediaType: 'text/plain', options });
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const [start, end] of blocks) {
      parts.push(bytes.subarray(from, start), Buffer.from(recoded(source.slice(start, end), decoded.charset)));
      from = end;
    }
    return { bytes: Buffer.concat([...parts, bytes.subarray(from)]), warnings: decoded.warnings };
  } catch (error) {
    // Binary data remains as it is.
    if (!(error instanceof ServiceError)) throw error;
    return unchanged;
  }
}

/** Where the headers of the message and those of its parts are. */
function blocksOf(source: string): (readonly [start: number, end: number])[] {
  const starts = [0, ...Array.from(source.matchAll(BOUNDARY), ({ index, 0: line }) => index + line.length)];
  return starts.map((start, place) => {
    const part = source.slice(start, starts[place + 1]);
    const end = part.search(END);
    return [start, start + (end === -1 ? part.length : end)] as const;
  });
}

const narrow = (characters: string): Buffer => Buffer.from(characters, 'latin1');

const isForeign = (line: string): boolean => !isUtf8(narrow(line));

const foreignLines = (characters: string): string[] => characters.split('\n').filter(isForeign);

const recoded = (block: string, charset: string): string =>
  block
    .split('\n')
    .map((line) => decodeAs(isForeign(line) ? charset : 'utf-8', narrow(line.replace(QUOTED_WORD, quoted))))
    .join('\n');

const quoted = (word: string, head: string, letters: string): string =>
  isForeign(word)
    ? `${head}${letters.replace(/[\x80-\xff]/g, (letter) => `=${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)}?=`
    : word;
