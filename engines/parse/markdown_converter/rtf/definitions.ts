/** What the head of a file defines: fonts with their code pages, and styles. */
import { MONOSPACE } from '../ooxml/monospace.ts';

export interface RtfFont {
  /** Code page of its text, or `null` for the file's own. */
  readonly codePage: number | null;
  readonly isMonospace: boolean;
}

export interface RtfStyle {
  readonly name: string;
  /** Outline level from 0, or `null`. */
  readonly outline: number | null;
}

/** Code pages by the number of a character set; 1 is the file's own. */
const CHARACTER_SETS: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export function fontOf(name: string, characterSet: number): RtfFont {
  return { codePage: CHARACTER_SETS[characterSet] ?? null, isMonospace: MONOSPACE.test(name) };
}

const HEADING = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|заголовок)\s*(\d)/i;
const TITLE = /^(title|titel|titre|título|titolo)$/i;

/** Level 1 to 6 of a heading, 0 for other paragraphs. `outline` is the paragraph's own level from 0, or `null`. */
export function headingLevel(style: RtfStyle | undefined, outline: number | null): number {
  if (style !== undefined && TITLE.test(style.name)) return 1;
  const named = HEADING.exec(style?.name ?? '');
  if (named !== null) return Math.min(6, Math.max(1, Number(named[1])));
  const level = outline ?? style?.outline ?? 9;
  return level >= 0 && level < 9 ? Math.min(6, level + 1) : 0;
}
