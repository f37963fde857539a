/** Markdown from anywhere, made safe to be shown: by any reader of CommonMark, with HTML passed through. */
import { isSafeWritten } from './address.ts';
import { inertStretches, skipGap, type Stretch } from './code.ts';
import { endOfMatch, skip } from './scan.ts';
import { readTag } from './tag.ts';

/** What stands at `start` is replaced up to `end`. */
interface Edit extends Stretch {
  readonly text: string;
}

declare const safe: unique symbol;

/** Markdown that {@link makeSafe} has made: nothing else is of this type. */
export type SafeText = string & { readonly [safe]: true };

export interface SafeMarkdown {
  readonly markdown: SafeText;
  /** Where what stood at an offset of the original stands now. Offsets are asked for in ascending order. */
  readonly move: (offset: number) => number;
  /** How many links, tags and attributes were made harmless. */
  readonly changes: number;
}

/**
 * Takes away what could run or deceive: a link to a protocol that is not allowed becomes its text, a tag that is not
 * allowed is shown as text, an attribute that is not allowed is dropped. Code stays as it is, and so does, byte for byte,
 * a document that holds none of these. Takes time linear in the length.
 */
export function makeSafe(original: string): SafeMarkdown {
  // As CommonMark has it. Who drops these characters later would join what stands around them.
  const markdown = original.toWellFormed().replaceAll('\0', '\ufffd');
  const suspects = findEdits(markdown, []);
  return sparingCode(markdown, suspects) ?? edited(markdown, suspects);
}

/** The edits outside code; `null` where these change what is code, as a tag does that hid the beginning of a fence. */
function sparingCode(markdown: string, suspects: readonly Edit[]): SafeMarkdown | null {
  if (suspects.length === 0) return null;
  const safe = edited(markdown, findEdits(markdown, inertStretches(markdown)));
  return findEdits(safe.markdown, inertStretches(safe.markdown)).length === 0 ? safe : null;
}

/** Tags, declarations and addresses in angle brackets; ends of links and of the labels of their definitions. */
const CANDIDATES = /<[a-z/!?]|\][(:]/gi;

function findEdits(markdown: string, inert: readonly Stretch[]): Edit[] {
  const edits: Edit[] = [];
  let next = 0;
  const candidates = new RegExp(CANDIDATES);
  for (let found = candidates.exec(markdown); found !== null; found = candidates.exec(markdown)) {
    const at = found.index;
    while ((inert[next]?.end ?? Infinity) <= at) next++;
    const stretch = inert[next];
    if (stretch !== undefined && stretch.start <= at) {
      candidates.lastIndex = stretch.end;
      continue;
    }
    const edit = found[0].startsWith('<') ? editTag(markdown, at) : editLink(markdown, at);
    if (edit === null) continue;
    edits.push(edit);
    candidates.lastIndex = Math.max(edit.end, at + 1);
  }
  return edits;
}

/** Browsers end one at once that begins `<!-->` or `<!--->`, other readers do not. */
const COMMENT = /<!--(?!-?>)/y;
/** `<https://example.org>` and `<somebody@example.org>`. */
const AUTOLINK = /<(?:[a-z][a-z\d+.-]*:[^\s<>`]*|\w[\w.!#$%&'*+/=?^{|}~-]*@[\w.-]+)>/iy;

function editTag(markdown: string, at: number): Edit | null {
  if (endOfMatch(COMMENT, markdown, at) !== null) return null;
  if (endOfMatch(AUTOLINK, markdown, at) !== null && isSafeWritten(markdown, at + 1)) return null;
  const tag = readTag(markdown, at);
  if (tag === null) return { start: at, end: at + 1, text: '&lt;' };
  return tag.rewritten === null ? null : { start: at, end: tag.end, text: tag.rewritten };
}

/**
 * A backslash parts the label from its address, and both are shown. One before the bracket is not enough for a link: in the
 * text of another, some readers take it away and read the rest anew.
 */
function editLink(markdown: string, at: number): Edit | null {
  const sign = markdown[at + 1];
  if (sign === ':' && isEscaped(markdown, at)) return null;
  const gapEnd = skipGap(markdown, at + 2);
  const start = markdown[gapEnd] === '<' ? gapEnd + 1 : gapEnd;
  if (isSafeWritten(markdown, start) || (sign === ':' && start === gapEnd && !endsLine(markdown, start))) return null;
  return { start: at + 1, end: at + 1, text: '\\' };
}

/** `[Note]: Remember: this` is prose: behind the address of a definition stands a title or nothing. */
function endsLine(markdown: string, from: number): boolean {
  const end = skip(/[^ \t\r\n<[\]]*/y, markdown, from);
  // What stands in brackets may not stay.
  return /[<[\]]/.test(markdown.charAt(end)) || /^[\r\n"'(]?$/.test(markdown.charAt(skip(/[ \t]*/y, markdown, end)));
}

function isEscaped(markdown: string, at: number): boolean {
  let slashes = 0;
  while (markdown[at - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1;
}

function edited(markdown: string, edits: readonly Edit[]): SafeMarkdown {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    parts.push(markdown.slice(from, start), text);
    from = end;
  }
  parts.push(markdown.slice(from));
  // The one place where text becomes safe.
  return { markdown: parts.join('') as SafeText, move: mover(edits), changes: edits.length };
}

function mover(edits: readonly Edit[]): (offset: number) => number {
  let next = 0;
  let shift = 0;
  return (offset) => {
    for (let edit = edits[next]; edit !== undefined && edit.end <= offset; edit = edits[++next]) {
      shift += edit.text.length - (edit.end - edit.start);
    }
    return offset + shift;
  };
}
