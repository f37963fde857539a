/** Keeps text from being read as Markdown marks. */

/** Escapes what would be a mark inside a line: as little as possible, for people and models read the source. */
export function escapeInline(text: string): string {
  return text.replace(/\*+|_+|[\\`~[\]<&]/g, (marks: string, at: number) =>
    isMark(marks, text, at) ? (ENTITY[marks] ?? marks.replace(/./g, '\\$&')) : marks,
  );
}

/** A backslash before `<` or `&` would do as well, but is no escape inside HTML. */
const ENTITY: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

/** `marks` is one character, or a whole run of asterisks or underscores. */
function isMark(marks: string, text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + marks.length] ?? ' ';
  switch (marks[0]) {
    case '*':
      return isSolid(before) || isSolid(after);
    case '_':
      // A blank to be filled in, of many underscores, is no emphasis.
      return !(isWord(before) && isWord(after)) && (isSolid(before) || isSolid(after));
    case '~':
      return before === '~' || after === '~';
    case ']':
      return after === '(' || after === '[' || after === ':';
    case '[':
      return after === '^';
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return /^&(#x?[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i.test(text.slice(at, at + 34));
    case '\\':
      return /[!-/:-@[-`{-~]/.test(after);
    default:
      return true;
  }
}

const isSolid = (character: string): boolean => /\S/.test(character);
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Escapes what would begin a block at the start of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|(?:=+|-{2,})\s*$|~{3,}|\|(?=.*\|\s*$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** An address as it may stand in a link: spaces, brackets and control characters percent-encoded. */
export function linkDestination(address: string): string {
  return address
    .trim()
    .replace(/[\s()<>\\]/g, (character) =>
      [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    );
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
