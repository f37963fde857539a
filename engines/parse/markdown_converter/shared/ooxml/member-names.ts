/** Names in the directory of a zip archive, which says of some that they are UTF-8, and of the others nothing. */
import { isUtf8 } from 'node:buffer';
import { decoderOf } from '../../../documents/charset/decoders.ts';
import { guessCharset } from '../../../documents/charset/guess.ts';

export interface RawName {
  readonly bytes: Uint8Array;
  /** As its member says. */
  readonly isUtf8: boolean;
}

/** Of the format itself (APPNOTE.TXT, appendix D). */
const STANDARD = 'cp437';

/**
 * What is not UTF-8 is in the code page of the machine that wrote the archive: the same for all its names, so that
 * together they tell it.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const isPlain = (name: RawName): boolean => name.isUtf8 || isUtf8(name.bytes);
  const others = names.filter((name) => !isPlain(name)).flatMap(({ bytes }) => [bytes, NEWLINE]);
  const guess = others.length === 0 ? null : guessCharset(Buffer.concat(others));
  const utf8 = new TextDecoder();
  const decode = decoderOf(guess?.charset ?? STANDARD) ?? ((bytes) => utf8.decode(bytes));
  return names.map((name) => (isPlain(name) ? utf8.decode(name.bytes) : decode(name.bytes)));
}

const NEWLINE = Buffer.from('\n');
