/** Escapes text so that it is not read as Markdown syntax. */

interface Surroundings {
  /** Beginning of the following text; empty at the end of a line. */
  readonly next?: string;
  /**
   * Inside a link or image, where every bracket matters and some renderers parse twice, the second time without
   * backslashes.
   */
  readonly inBrackets?: boolean;
}

/** Escapes inline syntax, and as little as possible, since people and models read the source. */
export function escapeInline(text: string, { next = '', inBrackets = false }: Surroundings = {}): string {
  const whole = text + next;
  return text.replace(/\*+|_+|[\\`~[\]<&!(]/g, (marks: string, at: number) =>
    (inBrackets && (/[[\]]/.test(marks) || (marks === '(' && text[at - 1] === ']'))) ||
    isMark(marks, whole, at, at + marks.length === text.length)
      ? (ENTITY[marks] ?? marks.replace(/./g, '\\$&'))
      : marks,
  );
}

/** A backslash before `<` or `&` would also work, but not inside HTML. */
const ENTITY: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

/**
 * `marks` is one character, or a whole run of asterisks or underscores. Formatting delimiters may follow the last
 * one.
 */
function isMark(marks: string, text: string, at: number, isLast: boolean): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + marks.length] ?? ' ';
  switch (marks[0]) {
    case '*':
      return isSolid(before) || isSolid(after);
    case '_':
      // A fill-in blank of many underscores is not emphasis.
      return !(isWord(before) && isWord(after)) && (isSolid(before) || isSolid(after));
    case '~':
      return before === '~' || after === '~';
    case ']':
      return after === '(' || after === '[' || after === ':';
    case '[':
      return after === '^';
    case '(':
      return false;
    case '<':
      return /[a-z/!?]/i.test(after);
    case '!':
      return isLast && after === '[';
    case '&':
      return /^&(#x?[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i.test(text.slice(at, at + 34));
    case '\\':
      return isLast || /[!-/:-@[-`{-~]/.test(after);
    default:
      return true;
  }
}

const isSolid = (character: string): boolean => /\S/.test(character);
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** The line that makes a header of the one above and begins a table: `--- | :-:`. */
const DELIMITER_ROW = /^(?=[|:\s]*-)[|:-](?=[-|:\s]*$)/;

/** Escapes block syntax at the start of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|[*_](?=[*_\s]*$)|>|(?:=+|-{2,})\s*$|~{3,}|\|(?=.*\|\s*$))/, '\\$&')
    .replace(DELIMITER_ROW, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** Encodes an address for a link: percent-encodes spaces, syntax and control characters, and prevents entities. */
export function linkDestination(address: string): string {
  return (
    address
      .trim()
      // oxlint-disable-next-line no-control-regex
      .replace(/[\s\u0000-\u001f\u007f()<>\\`]/g, (character) =>
        [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
      )
      .replace(/&(?=#?[a-z\d]{1,32};)/gi, '&amp;')
  );
}

/** LaTeX with the same meaning to TeX but without HTML, links, code or paragraph ends for Markdown. */
export function escapeLatex(latex: string): string {
  return latex
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/\](?=[(:[])/g, '] ')
    .replace(/`/g, '\u2018')
    .replace(/[\r\n]+/g, '\n');
}

/** Text between delimiters longer than any run of backticks inside. */
export function codeSpan(code: string): string {
  const fence = '`'.repeat(longestOf(code.match(/`+/g) ?? []) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** Length of the longest of any number of runs; 0 without one. */
export function longestOf(runs: readonly string[]): number {
  return runs.reduce((most, run) => Math.max(most, run.length), 0);
}
