/** The fences around blocks of code: runs of at least three backticks or tildes. */
import type { Span } from '../span.ts';

export type FencePart = 'opens' | 'inside' | 'closes';

/**
 * How far fences are indented: by up to three spaces outside of lists, by any white space where items may have code.
 */
const MARKS = { outermost: /^ {0,3}(`{3,}|~{3,})/, anywhere: /^\s*(`{3,}|~{3,})/ };

/** Tells of each line, in order, which part of fenced code it is; `null` for the text around it. */
export function fenceReader(where: keyof typeof MARKS): (line: string) => FencePart | null {
  let open: string | null = null;
  return (line) => {
    const [begin = '', marks] = MARKS[where].exec(line) ?? [];
    const rest = line.slice(begin.length);
    if (open === null) {
      // Backticks behind backticks are code within a line.
      if (marks === undefined || (marks.startsWith('`') && rest.includes('`'))) return null;
      open = marks;
      return 'opens';
    }
    if (marks?.startsWith(open) !== true || /[^ \t\r]/.test(rest)) return 'inside';
    open = null;
    return 'closes';
  };
}

export interface FencedCode extends Span {
  /** What stands behind the marks of the first fence, such as the language. */
  readonly info: string;
}

/** The code of a fenced block, from its second line to the one before its last; `null` for a block of one line. */
export function codeIn(markdown: string, { start, end }: Span): FencedCode | null {
  const first = markdown.indexOf('\n', start);
  if (first < 0 || first >= end) return null;
  const info = markdown
    .slice(start, first)
    .trim()
    .replace(/^[`~]+/, '');
  return { info, start: first + 1, end: Math.max(first + 1, markdown.lastIndexOf('\n', end - 1)) };
}
