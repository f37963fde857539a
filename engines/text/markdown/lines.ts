/** The lines of a text, with their places. */
import type { Span } from '../span.ts';

export interface Line extends Span {
  /** Without the line feed at its end. */
  readonly text: string;
}

/**
 * The lines between two positions, in order. Only line feeds end lines, and what follows the last one is a line if it
 * is not empty.
 */
export function* linesOf(text: string, start = 0, end = text.length): Generator<Line, undefined> {
  for (let at = start; at < end;) {
    const found = text.indexOf('\n', at);
    const stop = found < 0 || found > end ? end : found;
    yield { start: at, end: stop, text: text.slice(at, stop) };
    at = stop + 1;
  }
}

/** A text with line feeds alone at the ends of its lines, and each character at its place. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');

/**
 * Gives the place of lines by their numbers: from the first one to where the last one, which does not belong to it,
 * begins.
 */
export function placesOfLines(text: string, from = 0): (lines: readonly [first: number, last: number]) => Span {
  const starts = Array.from(linesOf(text, from), ({ start }) => start);
  const startOf = (line: number): number => starts[line] ?? text.length;
  return ([first, last]) => ({ start: startOf(first), end: startOf(last) });
}
