/** Decodes bytes of text. */
import { ServiceError } from '../../../errors/index.ts';
import { isBinary } from '../../../platform/media-type/binary.ts';

/**
 * Decodes text: by its byte order mark, as UTF-8 where the bytes prove it, by the declared charset, and otherwise as
 * windows-1252, in which every byte sequence is valid. Ignores a declaration that contradicts the bytes. Removes the
 * byte order mark. Throws `unsupported_type` for binary data whose beginning looks like text.
 */
export function decodeText(bytes: Uint8Array, declared: string | null): string {
  const text = decode(bytes, declared);
  if (!isBinary(text)) return text;
  throw new ServiceError('unsupported_type', 'The source is declared as text but contains binary data.', {
    media_type: 'application/octet-stream',
  });
}

/** Decodes XML by the sender's charset or the one it declares itself. Throws as {@link decodeText}. */
export function decodeXmlText(bytes: Uint8Array, declared: string | null): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const own = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/.exec(start)?.[1] ?? null;
  return decodeText(bytes, declared ?? own);
}

/** The text of bytes in UTF-16, or `null` for any other encoding. */
export function decodeUtf16(bytes: Uint8Array): string | null {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes);
  return marked?.startsWith('utf-16') === true ? new TextDecoder(marked).decode(bytes) : null;
}

function decode(bytes: Uint8Array, declared: string | null): string {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const utf8 = new TextDecoder().decode(bytes);
  const { damaged, foreign } = countForeign(utf8);
  if (foreign > damaged) return utf8;
  // Pure ASCII proves nothing, since ISO-2022 text also consists of such bytes.
  const asDeclared = declared === null || /^utf-?8$/i.test(declared) ? null : tryDecode(declared, bytes);
  return asDeclared ?? (damaged === 0 ? utf8 : new TextDecoder('windows-1252').decode(bytes));
}

/**
 * Counts undecodable characters and decoded non-ASCII ones. Counted rather than collected, since there may be too
 * many for an array.
 */
function countForeign(text: string): { readonly damaged: number; readonly foreign: number } {
  let [damaged, foreign] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) damaged++;
    // The second half of a pair belongs to the first.
    else if (unit > 0x7f && (unit < 0xdc00 || unit > 0xdfff)) foreign++;
  }
  return { damaged, foreign };
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** `null` when the label is unknown or the bytes are invalid in it. */
function tryDecode(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Detects UTF-16 without a byte order mark: Latin letters make every other byte zero, and no other encoding has
 * zeros.
 */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 512);
  const zeros = (parity: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const enough = sample.length * 0.35;
  if (zeros(1) > enough && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > enough && zeros(1) === 0 ? 'utf-16be' : null;
}
