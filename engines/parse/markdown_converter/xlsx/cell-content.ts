/** The content of cells: their text, with what the look of it means. */
import { PLAIN, text, type Format, type Inline } from '../../documents/markdown/model.ts';
import { isSymbolFont, symbolText } from '../../documents/symbol-fonts.ts';

/** What a cell shows. Text without formatting is a string, since a sheet may have a million cells. */
export type CellContent = string | readonly Inline[];

/** A string as the file has it: whole, or in pieces with fonts of their own. */
export type StoredText = string | readonly Run[];

export interface Run {
  readonly text: string;
  /** `null`: that of the cell. */
  readonly look: Look | null;
}

/** The properties of a font that change what a text means. */
export interface Look {
  readonly strike: boolean;
  readonly vertical: Format['vertical'];
  /** Name of its symbol font; empty for fonts with letters. */
  readonly symbols: string;
}

export const NO_LOOK: Look = { strike: false, vertical: null, symbols: '' };

/** The look of a font; always the same object for one without meaning. */
export function lookOf(strike: boolean, vertical: Format['vertical'], font: string): Look {
  const symbols = isSymbolFont(font) ? font : '';
  return strike || vertical !== null || symbols !== '' ? { strike, vertical, symbols } : NO_LOOK;
}

/** The content of a cell whose style has the given look. */
export function cellContent(stored: StoredText, look: Look): CellContent {
  if (typeof stored === 'string') {
    if (look === NO_LOOK) return stored;
    return look.strike || look.vertical !== null ? inlinesOf(stored, look) : symbolText(stored, look.symbols);
  }
  return stored.flatMap((run) => inlinesOf(run.text, run.look ?? look));
}

/** The text with breaks for its line feeds. */
export function inlinesOf(words: string, { strike, vertical, symbols }: Look): Inline[] {
  const format = { ...PLAIN, strike, vertical };
  return symbolText(words, symbols)
    .split('\n')
    .flatMap((line, index): Inline[] => (index === 0 ? [text(line, format)] : [{ kind: 'break' }, text(line, format)]));
}

/** A text in pieces: each starts at an offset and has a look. */
export function inRuns(whole: string, marks: readonly { readonly at: number; readonly look: Look }[]): StoredText {
  if (marks.every(({ look }) => look === NO_LOOK)) return whole;
  const runs = marks.map(({ at, look }, index) => ({ text: whole.slice(at, marks[index + 1]?.at), look }));
  return [{ text: whole.slice(0, marks[0]?.at), look: null }, ...runs].filter((run) => run.text !== '');
}
