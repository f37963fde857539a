/** The text of a file, a page or a part of a message, whose charset is said, proven by the bytes, or guessed. */
import { ServiceError } from '../../../../errors/index.ts';
import { isBinary } from '../../../../platform/media-type/binary.ts';
import type { ParsedDocument, ParseInput, ParseWarning } from '../types.ts';
import { byteOrderMark, charsetInside } from './declared.ts';
import { decodeAs } from './decoders.ts';
import { guessCharset } from './guess.ts';
import { isCharset } from './options.ts';

/** The input of a reader of text. */
export type TextInput = Omit<ParseInput, 'bytes' | 'charset'> & { readonly text: string };

export type CharsetOptions = Pick<ParseInput['options'], 'charset'>;

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly charset: string;
  /** From 0 to 1; 1 unless the charset was guessed. */
  readonly confidence: number;
  readonly warnings: readonly ParseWarning[];
}

/** A text of which more characters beyond ASCII are invalid than this is not in the charset that it declares. */
const MOST_DAMAGED = 1 / 3;
/** A guess below this is worth a look by a person: of tables of 3 to 40 names, two thirds of such guesses were right. */
const LEAST_CONFIDENCE = 0.5;
/** In which every sequence of bytes is valid. */
const FALLBACK = 'windows-1252';

/**
 * Decodes text by, in this order: its byte order mark, `options.charset`, UTF-8 where the bytes prove it, what the
 * sender or the text itself declares, and a guess. A declaration that the bytes contradict is ignored; a few invalid
 * bytes become U+FFFD, with a warning. Throws `unsupported_type` for binary data whose beginning looks like text.
 */
export function decodeText(
  input: Pick<ParseInput, 'bytes' | 'charset' | 'mediaType'> & { readonly options: CharsetOptions },
): DecodedText {
  const decoded = decode(input.bytes, input.options.charset, input.charset ?? charsetInside(input));
  const { text, charset, confidence } = decoded;
  if (isBinary(text)) {
    throw new ServiceError('unsupported_type', 'The source is declared as text but contains binary data.', {
      media_type: 'application/octet-stream',
    });
  }
  return { text, charset, confidence, warnings: warningsOf(decoded) };
}

/** What the reader makes of the text, with the charset and the warnings of its decoding. */
export async function readDecoded(
  input: ParseInput,
  read: (input: TextInput) => ParsedDocument | Promise<ParsedDocument>,
): Promise<ParsedDocument> {
  const { bytes: _bytes, charset: _charset, ...rest } = input;
  const { text, charset, confidence, warnings } = decodeText(input);
  const document = await read({ ...rest, text });
  const properties = { charset, ...(confidence < 1 && { charset_confidence: confidence.toFixed(2) }) };
  return {
    ...document,
    properties: charset === 'utf-8' ? document.properties : { ...document.properties, ...properties },
    warnings: [...warnings, ...document.warnings],
  };
}

/** The text of bytes in UTF-16, or `null` for any other encoding. */
export function decodeUtf16(bytes: Uint8Array): string | null {
  const marked = byteOrderMark(bytes) ?? unmarkedWide(bytes);
  return marked?.startsWith('utf-16') === true ? new TextDecoder(marked).decode(bytes) : null;
}

interface Decoding {
  readonly text: string;
  readonly charset: string;
  readonly confidence: number;
  /** Characters that are invalid in the charset. */
  readonly damaged: number;
}

function decode(bytes: Uint8Array, asked: string | null, declared: string | null): Decoding {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return decodedAs(marked, bytes);
  if (asked !== null && isCharset(asked)) return decodedAs(asked.toLowerCase(), bytes);
  const wide = unmarkedWide(bytes);
  if (wide !== null) return decodedAs(wide, bytes);

  const utf8 = decodedAs('utf-8', bytes);
  const foreign = countForeign(utf8.text) - utf8.damaged;
  // Other text hardly ever has valid sequences of several bytes.
  if (foreign > utf8.damaged) return utf8;
  // Pure ASCII proves nothing, since ISO-2022 text also consists of such bytes.
  if (declared !== null && !/^utf-?8$/i.test(declared) && isCharset(declared)) {
    const told = decodedAs(declared, bytes);
    if (told.damaged <= countForeign(told.text) * MOST_DAMAGED) return told;
  }
  if (utf8.damaged === 0 && !bytes.includes(ESCAPE)) return utf8;
  const fallback = { ...decodedAs(FALLBACK, bytes), confidence: 0 };
  const guess = isBinary(fallback.text) ? null : guessCharset(bytes);
  if (guess !== null) return { ...decodedAs(guess.charset, bytes), confidence: guess.confidence };
  return utf8.damaged === 0 ? utf8 : fallback;
}

/** Begins the shifts of ISO-2022. */
const ESCAPE = 0x1b;

function decodedAs(charset: string, bytes: Uint8Array): Decoding {
  const text = decodeAs(charset, bytes);
  let damaged = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) damaged++;
  return { text, charset, confidence: 1, damaged };
}

/** Counts characters beyond ASCII. Counted rather than collected, since there may be too many for an array. */
function countForeign(text: string): number {
  let foreign = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // The second half of a pair belongs to the first.
    if (unit > 0x7f && (unit < 0xdc00 || unit > 0xdfff)) foreign++;
  }
  return foreign;
}

function warningsOf({ charset, confidence, damaged }: Decoding): ParseWarning[] {
  const warnings: ParseWarning[] = [];
  if (confidence < LEAST_CONFIDENCE) {
    const message =
      `Nothing says the character set of the text, and its letters leave doubts: it was read as ${charset}. ` +
      'Set options.charset if that is wrong.';
    warnings.push({ code: 'charset_guessed', message, page: null });
  }
  if (damaged > 0) {
    const message = `${damaged} characters are invalid in ${charset} and are shown as \ufffd.`;
    warnings.push({ code: 'characters_damaged', message, page: null });
  }
  return warnings;
}

/**
 * Detects UTF-16 and UTF-32 without a byte order mark: Latin letters make every other byte zero, or three of four, and
 * no other encoding has zeros.
 */
function unmarkedWide(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 512);
  const places = [0, 0, 0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) places[index % 4] = (places[index % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = places;
  const enough = sample.length * 0.175;
  const [even, odd] = [first + third, second + fourth];
  if (even === 0 && second > enough && fourth > enough) return 'utf-16le';
  if (odd === 0 && first > enough && third > enough) return 'utf-16be';
  if (first === 0 && second > enough && third > enough && fourth > enough) return 'utf-32le';
  return fourth === 0 && first > enough && second > enough && third > enough ? 'utf-32be' : null;
}
