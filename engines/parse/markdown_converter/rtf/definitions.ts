/** Definitions in the file header: code page, fonts with their code pages, and styles. */
import { MONOSPACE } from '../shared/monospace.ts';
import { codePageDecoder } from '../shared/ole/code-pages.ts';
import type { Destination } from './control-words.ts';

interface RtfFont {
  readonly name: string;
  /** Code page of its text, or `null` for the file's. */
  readonly codePage: number | null;
  readonly isMonospace: boolean;
}

interface RtfStyle {
  readonly name: string;
  /** Outline level from 0, or `null`. */
  readonly outline: number | null;
}

const WESTERN = 1252;
/** Code pages by character set number; 1 is the file's. */
const CHARACTER_SETS: Readonly<Record<number, number>> = {
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  83: 10005,
  84: 10004,
  85: 10006,
  86: 10081,
  87: 10021,
  88: 10029,
  89: 10007,
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
  254: 437,
  255: 850,
};

/** An unfinished definition; its name completes it. */
interface Draft {
  number: number;
  characterSet: number;
  outline: number | null;
}

const NO_DRAFT: Draft = { number: 0, characterSet: 0, outline: null };

export class Definitions {
  readonly #fonts = new Map<number, RtfFont>();
  readonly #styles = new Map<number, RtfStyle>();
  #codePage = WESTERN;
  #draft: Draft = { ...NO_DRAFT };

  /** Whether the control word applies to the file or the current definition. */
  apply(word: string, value: number | null, destination: Destination): boolean {
    if (word === 'ansicpg') this.#codePage = value ?? WESTERN;
    else if (word === 'mac') this.#codePage = 10000;
    else if (word === 'fcharset') this.#draft.characterSet = value ?? 0;
    else if (destination === 'font' && word === 'f') this.#draft.number = value ?? 0;
    else if (destination === 'style' && word === 's') this.#draft.number = value ?? 0;
    else if (destination === 'style' && word === 'outlinelevel') this.#draft.outline = value;
    else return false;
    return true;
  }

  /** Stores the definition under its number. `name` is verbatim, up to its semicolon. */
  add(kind: 'font' | 'style', name: string): void {
    if (name === '') return;
    const { number, characterSet, outline } = this.#draft;
    const trimmed = (name.split(';', 1)[0] ?? '').trim();
    if (kind === 'style') this.#styles.set(number, { name: trimmed, outline });
    else {
      const codePage = CHARACTER_SETS[characterSet] ?? null;
      this.#fonts.set(number, { name: trimmed, codePage, isMonospace: MONOSPACE.test(trimmed) });
    }
  }

  /** Starts the next definition. */
  beginNext(): void {
    this.#draft = { ...NO_DRAFT };
  }

  codePageOf(font: number): number {
    return this.#fonts.get(font)?.codePage ?? this.#codePage;
  }

  /** Empty for an unknown font. */
  fontName(font: number): string {
    return this.#fonts.get(font)?.name ?? '';
  }

  isMonospace(font: number): boolean {
    return this.#fonts.get(font)?.isMonospace ?? false;
  }

  style(number: number): RtfStyle | undefined {
    return this.#styles.get(number);
  }
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

/** A run of which more characters beyond ASCII are invalid than this is not in the code page of its font. */
const MOST_DAMAGED = 1 / 3;

/** The text of a run. Files in Chinese and the like have marks such as © in windows-1252, and do not say so. */
export function decodeRun(bytes: Buffer, codePage: number): string {
  const decoded = codePageDecoder(codePage)(bytes);
  const damaged = decoded.match(/\ufffd/g)?.length ?? 0;
  if (damaged === 0 || damaged <= (decoded.match(/\P{ASCII}/gu)?.length ?? 0) * MOST_DAMAGED) return decoded;
  return codePageDecoder(WESTERN)(bytes);
}
