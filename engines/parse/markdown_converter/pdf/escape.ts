/** Escapes what Markdown would read as markup, and only that: most punctuation is harmless where it stands. */

/** Text inside a line. */
export function escapeInline(text: string): string {
  return escapePairs(text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[a-zA-Z/!?])/g, '&lt;')
    .replace(/\[(?=[^\]]*\]\()/g, '\\[');
}

/** Backslashes, and marks that work in pairs: one alone is text. */
function escapePairs(text: string): string {
  let escaped = text.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\');
  if (count(text, /`/g) > 1) escaped = escaped.replace(/`/g, '\\`');
  // A star beside a letter opens or closes emphasis; an underscore only at the edge of a word.
  if (count(text, /\*/g) > 1) escaped = escaped.replace(/\*(?=\S)|(?<=\S)\*/g, '\\*');
  if (count(text, EDGE_UNDERSCORE) > 1) escaped = escaped.replace(EDGE_UNDERSCORE, '\\_');
  if (count(text, /~~/g) > 1) escaped = escaped.replace(/~~/g, '\\~~');
  return escaped;
}

const EDGE_UNDERSCORE = /(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** A paragraph: its start could also be that of a heading, a quotation, a list or a rule. */
export const escapeParagraph = (text: string): string =>
  escapeInline(text).replace(/^(?=#{1,6}(?:\s|$)|>|[+*-](?:\s|$)|([-=*_])\1{2,}$|\[[^\]]*\]:)/, '\\');

/** A heading: a closing run of number signs would be taken for decoration. */
export const escapeHeading = (text: string): string => escapeInline(text).replace(/(?<=\s)#+$/, '\\$&');

/** A cell of a pipe table. */
export const escapeCell = (text: string): string =>
  escapeInline(text).replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

/** Text inside HTML. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ')
    .trim();
