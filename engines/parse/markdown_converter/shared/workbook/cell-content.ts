/** The content of cells: their text, with what the look of it means. */
import { PLAIN, text, type Format, type Inline } from '../../../documents/markdown/model.ts';
import { isSymbolFont, symbolText } from '../../../documents/symbol-fonts.ts';

/** What a cell shows. Text without formatting is a string, since a sheet may have a million cells. */
export type CellContent = string | readonly Inline[];

/** A note on a cell. */
export interface Note {
  /** Reference of the cell. */
  readonly on: string;
  readonly author: string;
  /** Empty: notes have no time. */
  readonly time: string;
  readonly words: string;
}

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

/**
 * Contents by the look of the cell and by their text, so that a long text is formatted once, however many cells refer to
 * it.
 */
const ofStrings = new WeakMap<Look, Map<string, CellContent>>();
const ofRuns = new WeakMap<readonly Run[], Map<Look, CellContent>>();

/** The content of a cell whose style has the given look. */
export function cellContent(stored: StoredText, look: Look): CellContent {
  if (typeof stored !== 'string') {
    return cached(ofRuns, stored, look, () => stored.flatMap((run) => inlinesOf(run.text, run.look ?? look)));
  }
  if (look === NO_LOOK) return stored;
  return cached(ofStrings, look, stored, () =>
    look.strike || look.vertical !== null ? inlinesOf(stored, look) : symbolText(stored, look.symbols),
  );
}

function cached<A extends WeakKey, B>(
  contents: WeakMap<A, Map<B, CellContent>>,
  first: A,
  second: B,
  make: () => CellContent,
): CellContent {
  const known = contents.get(first) ?? new Map<B, CellContent>();
  contents.set(first, known);
  const content = known.get(second) ?? make();
  known.set(second, content);
  return content;
}

/** The text with breaks for its line feeds. */
export function inlinesOf(words: string, { strike, vertical, symbols }: Look): Inline[] {
  const format = { ...PLAIN, strike, vertical };
  return symbolText(words, symbols)
    .split('\n')
    .flatMap((line, index): Inline[] => (index === 0 ? [text(line, format)] : [{ kind: 'break' }, text(line, format)]));
}

/** A text in pieces: each starts at an offset, after the one before it, and has a look. */
export function inRuns(whole: string, marks: readonly { readonly at: number; readonly look: Look }[]): StoredText {
  if (marks.every(({ look }) => look === NO_LOOK)) return whole;
  const runs: Run[] = [];
  let start = 0;
  let look: Look | null = null;
  for (const mark of marks) {
    if (mark.at > start) runs.push({ text: whole.slice(start, mark.at), look });
    start = Math.max(start, mark.at);
    ({ look } = mark);
  }
  return start < whole.length ? [...runs, { text: whole.slice(start), look }] : runs;
}
