/** Code pages of Windows, DOS and Mac OS by their numbers. */
import { decodeAs, decoderOf, type Decode } from '../../../documents/charset/decoders.ts';

/** Numbers that are no names of charsets. */
const CHARSETS = new Map([
  [1200, 'utf-16le'],
  [1361, 'euc-kr'],
  [10001, 'shift_jis'],
  [10002, 'big5'],
  [10003, 'euc-kr'],
  // The letters of those of Mac OS are at the same places.
  [10004, 'iso-8859-6'],
  [10005, 'windows-1255'],
  [10008, 'gbk'],
  [10010, 'macromania'],
  [10017, 'macukraine'],
  [10021, 'macthai'],
  [10082, 'maccroatian'],
  [20127, 'windows-1252'],
  [32768, 'macintosh'],
  [50220, 'iso-2022-jp'],
  [51932, 'euc-jp'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
]);

/** A decoder for a code page; windows-1252 for unknown ones. */
export function codePageDecoder(codePage: number): Decode {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  const name = isWindows ? `windows-${codePage}` : (CHARSETS.get(codePage) ?? String(codePage));
  return decoderOf(name) ?? ((bytes) => decodeAs('windows-1252', bytes));
}

/** Code pages of the languages that windows-1252 does not cover, each with numbers of languages or single locales. */
const LOCALES: readonly (readonly [codePage: number, locales: readonly number[]])[] = [
  [874, [0x1e]],
  [932, [0x11]],
  [936, [0x804, 0x1004]],
  [949, [0x12]],
  [950, [0x04]],
  [1250, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24]],
  [1251, [0x02, 0x19, 0x22, 0x23, 0x28, 0x2f, 0x3f, 0x40, 0x44, 0x50, 0x82c, 0x843, 0xc1a, 0x1c1a, 0x201a]],
  [1253, [0x08]],
  [1254, [0x1f, 0x2c, 0x43]],
  [1255, [0x0d]],
  [1256, [0x01, 0x20, 0x29]],
  [1257, [0x25, 0x26, 0x27]],
  [1258, [0x2a]],
];
const codePages = new Map(
  LOCALES.flatMap(([codePage, locales]) => locales.map((locale) => [locale, codePage] as const)),
);
/** The bits of a locale's number that are its language. */
const LANGUAGE = 0x3ff;

/** The code page in which Windows writes 8-bit text of a locale, such as 1031 for German of Germany. */
export const codePageOfLocale = (locale: number): number =>
  codePages.get(locale & 0xffff) ?? codePages.get(locale & LANGUAGE) ?? 1252;
