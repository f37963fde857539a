/** What a text itself says about its charset. */
import type { ParseInput } from '../types.ts';

/** Browsers read no further for it. */
const HEAD_BYTES = 4096;

const META = /<meta[^<>]+charset\s*=\s*(?:["']\s*)?([\w-]+)/i;
const XML = /^\s*<\?xml[^<>]+encoding\s*=\s*["']([\w.:-]+)/i;

/** Charsets in which the declaration itself could not be read byte by byte. */
const WIDE = /^(?:utf-?(?:16|32)|ucs|iso-10646)/;

/** In lower case; `null` when it says nothing, or what cannot be true. */
export function charsetInside({ bytes, mediaType }: Pick<ParseInput, 'bytes' | 'mediaType'>): string | null {
  const isPage = mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const said = (isPage ? META.exec(start) : null) ?? XML.exec(start);
  const charset = said?.[1]?.toLowerCase() ?? null;
  return charset === null || WIDE.test(charset) ? null : charset;
}

/** The charset of its byte order mark; `null` without one. */
export function byteOrderMark([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
