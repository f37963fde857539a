/** Names in the directory of a zip archive, which says of some that they are UTF-8, and of the others nothing. */
import { isUtf8 } from 'node:buffer';
import { decodeAs } from '../../../documents/charset/decoders.ts';
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
  const charset = others.length === 0 ? STANDARD : (guessCharset(Buffer.concat(others))?.charset ?? STANDARD);
  return names.map((name) => decodeAs(isPlain(name) ? 'utf-8' : charset, name.bytes));
}

const NEWLINE = Buffer.from('\n');
