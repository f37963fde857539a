/** Sanitises untrusted Markdown for any CommonMark renderer that passes HTML through. */
import type { Span } from '../../text/span.ts';
import { isSafeWritten } from './address.ts';
import { inertStretches, skipGap } from './code.ts';
import { endOfMatch, skip } from './scan.ts';
import { readTag } from './tag.ts';

/** A replacement of the text from `start` to `end`. */
interface Edit extends Span {
  readonly text: string;
}

declare const safe: unique symbol;

/** Markdown sanitised by {@link makeSafe}, the only source of this type. */
export type SafeText = string & { readonly [safe]: true };

export interface SafeMarkdown {
  readonly markdown: SafeText;
  /** Maps an offset of the original to the result. Takes logarithmic time. */
  readonly move: (offset: number) => number;
  /** Number of neutralised links, tags and attributes. */
  readonly changes: number;
}

/**
 * Removes content that could execute or deceive: a link with a disallowed protocol becomes text, a disallowed tag is
 * displayed as text, a disallowed attribute is dropped. Code is unchanged, and a document without any of these is
 * unchanged byte for byte. Linear time.
 */
export function makeSafe(original: string): SafeMarkdown {
  // As CommonMark specifies. If these characters were dropped later, the text around them would be joined.
  const markdown = original.toWellFormed().replaceAll('\0', '\ufffd');
  const suspects = findEdits(markdown, []);
  return sparingCode(markdown, suspects) ?? edited(markdown, suspects);
}

/** The edits outside code; `null` if these change what is code, such as a tag that hid the start of a fence. */
function sparingCode(markdown: string, suspects: readonly Edit[]): SafeMarkdown | null {
  if (suspects.length === 0) return null;
  const safe = edited(markdown, findEdits(markdown, inertStretches(markdown)));
  return findEdits(safe.markdown, inertStretches(safe.markdown)).length === 0 ? safe : null;
}

/** Tags, declarations and addresses in angle brackets; ends of links and of the labels of their definitions. */
const CANDIDATES = /<[a-z/!?]|\][(:]/gi;

function findEdits(markdown: string, inert: readonly Span[]): Edit[] {
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

/** Browsers end a comment at once if it starts with `<!-->` or `<!--->`; other renderers do not. */
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
 * A backslash separates the label from its address, and both are displayed. One before the bracket is not enough:
 * inside another link, some renderers remove it and parse the rest again.
 */
function editLink(markdown: string, at: number): Edit | null {
  const sign = markdown[at + 1];
  if (sign === ':' && isEscaped(markdown, at)) return null;
  const gapEnd = skipGap(markdown, at + 2);
  const start = markdown[gapEnd] === '<' ? gapEnd + 1 : gapEnd;
  if (isSafeWritten(markdown, start) || (sign === ':' && start === gapEnd && !endsLine(markdown, start))) return null;
  return { start: at + 1, end: at + 1, text: '\\' };
}

/** `[Note]: Remember: this` is prose: the address of a definition is followed by a title or nothing. */
function endsLine(markdown: string, from: number): boolean {
  const end = skip(/[^ \t\r\n<[\]]*/y, markdown, from);
  // Bracketed content must not remain.
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
  // The only assertion of safety.
  return { markdown: parts.join('') as SafeText, move: mover(edits), changes: edits.length };
}

function mover(edits: readonly Edit[]): (offset: number) => number {
  let shift = 0;
  const shifts = edits.map(({ start, end, text }) => (shift += text.length - (end - start)));
  return (offset) => {
    // The number of edits that end at the offset or before it.
    let [low, high] = [0, edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((edits[middle]?.end ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low - 1] ?? 0);
  };
}
