/** Writes inline content as Markdown. */
import { assertOutput } from '../output-limit.ts';
import { isSafeAddress } from '../../untrusted/address.ts';
import { codeSpan, escapeInline, escapeLatex, linkDestination } from './escape.ts';
import { PLAIN, type Format, type Inline } from './model.ts';

type Mark = 'href' | 'change' | 'strike' | 'bold' | 'italic' | 'vertical';

const ALL_MARKS: readonly Mark[] = ['href', 'change', 'strike', 'bold', 'italic', 'vertical'];
/** Markdown of inline content, one string per line: hard breaks end lines, and the caller joins them. */
export function inlineLines(content: readonly Inline[], { inHeading = false } = {}): string[] {
  return splitLines(mergeText(shownContent(inHeading ? content.map(withoutWeight) : content)))
    .map((line) => writeLine(line, ALL_MARKS).trim())
    .filter((line) => line !== '');
}

/** A heading is bold as a whole, so bold and italic inside it would be noise. */
function withoutWeight(inline: Inline): Inline {
  return inline.kind === 'text' ? { ...inline, format: { ...inline.format, bold: false, italic: false } } : inline;
}

/**
 * Content with allowed addresses only, split at line breaks: other links become their text, other images lose their
 * address. Throws `output_too_large`, because many parts of a line may share one long text.
 */
export function shownContent(content: readonly Inline[]): Inline[] {
  assertOutput(content.reduce((units, inline) => units + (inline.kind === 'text' ? inline.text.length : 0), 0));
  return content.map((inline) => {
    if (inline.kind === 'text') {
      const { format } = inline;
      return {
        ...inline,
        text: inline.text.replace(/[\r\n]+/g, ' '),
        format: { ...format, href: safeAddress(format.href) },
      };
    }
    if (inline.kind !== 'image') return inline;
    const alt = inline.alt.replace(/[\r\n]+/g, ' ');
    const href = safeAddress(inline.href);
    return { ...inline, alt, href, src: isSafeAddress(inline.src) ? inline.src : '' };
  });
}

const safeAddress = (address: string | null): string | null =>
  address !== null && isSafeAddress(address) ? address : null;

function splitLines(content: readonly Inline[]): Inline[][] {
  const lines: Inline[][] = [[]];
  for (const inline of content) {
    if (inline.kind === 'break') lines.push([]);
    else lines.at(-1)?.push(inline);
  }
  return lines;
}

/** Joins adjacent text of one format, since documents often split a word into many runs. */
export function mergeText(content: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  let pending: { texts: string[]; format: Format } | null = null;
  const flush = (): void => {
    if (pending !== null) merged.push({ kind: 'text', text: pending.texts.join(''), format: pending.format });
    pending = null;
  };
  for (const inline of content) {
    if (inline.kind !== 'text') {
      flush();
      merged.push(inline);
    } else if (pending !== null && sameFormat(pending.format, inline.format)) {
      pending.texts.push(inline.text);
    } else if (inline.text !== '') {
      flush();
      pending = { texts: [inline.text], format: inline.format };
    }
  }
  flush();
  return merged;
}

function sameFormat(a: Format, b: Format): boolean {
  return a.code === b.code && ALL_MARKS.every((mark) => a[mark] === b[mark]);
}

export function formatOf(inline: Inline): Format {
  if (inline.kind === 'text') return inline.format;
  return inline.kind === 'image' ? { ...PLAIN, href: inline.href } : PLAIN;
}

/** Writes a line. Each delimiter opens where it spans the most, so that delimiters nest properly. */
function writeLine(line: readonly Inline[], marks: readonly Mark[]): string {
  const parts: string[] = [];
  for (let start = 0; start < line.length;) {
    const { mark, end } = longestMark(line, start, marks);
    const group = line.slice(start, end);
    if (mark === null) {
      parts.push(...group.map((leaf) => writeLeaf(leaf, firstCharacter(line[end]))));
    } else {
      const inner = writeLine(
        group,
        marks.filter((other) => other !== mark),
      );
      parts.push(wrap(inner, mark, formatAt(line, start), parts.at(-1)?.at(-1) ?? '', firstCharacter(line[end])));
    }
    start = end;
  }
  return parts.join('');
}

/** The longest-spanning delimiter at `start` and its end; without one, the range without delimiters. */
function longestMark(
  line: readonly Inline[],
  start: number,
  marks: readonly Mark[],
): { mark: Mark | null; end: number } {
  const format = formatAt(line, start);
  let best: { mark: Mark | null; end: number } = { mark: null, end: start + 1 };
  for (const mark of marks) {
    if (!format[mark]) continue;
    let end = start + 1;
    while (end < line.length && formatAt(line, end)[mark] === format[mark]) end++;
    if (best.mark === null || end > best.end) best = { mark, end };
  }
  return best;
}

function formatAt(line: readonly Inline[], index: number): Format {
  const inline = line[index];
  return inline === undefined ? PLAIN : formatOf(inline);
}

/** `next` is the character after it, or empty. */
function writeLeaf(inline: Inline, next: string): string {
  switch (inline.kind) {
    case 'text': {
      const { code, href } = inline.format;
      return code ? writeCode(inline.text) : escapeInline(inline.text, { next, inBrackets: href !== null });
    }
    case 'image':
      return `![${escapeInline(inline.alt, { inBrackets: true })}](${linkDestination(inline.src)})`;
    case 'math':
      return `$${escapeLatex(inline.latex).replace(/\n/g, ' ')}$`;
    case 'checkbox':
      return inline.checked ? '[x] ' : '[ ] ';
    case 'note':
      return `[^${inline.label}]`;
    case 'break':
      break;
  }
  return '';
}

function writeCode(text: string): string {
  const { lead, inner, trail } = withoutSpace(text);
  return inner === '' ? text : lead + codeSpan(inner) + trail;
}

/** Splits off surrounding white space. */
function withoutSpace(text: string): { lead: string; inner: string; trail: string } {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return { lead: text.slice(0, start), inner, trail: text.slice(start + inner.length) };
}

const DELIMITERS = { bold: '**', italic: '*', strike: '~~' } as const;
const TAGS = { bold: 'strong', italic: 'em', strike: 'del' } as const;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Wraps text in a delimiter, with spaces outside. `previous` and `next` are the adjacent characters, or empty. */
function wrap(text: string, mark: Mark, format: Format, previous: string, next: string): string {
  const { lead, inner, trail } = withoutSpace(text);
  if (inner === '') return text;
  if (mark === 'href') return `${lead}[${inner}](${linkDestination(format.href ?? '')})${trail}`;
  if (mark === 'vertical' || mark === 'change') return `${lead}<${format[mark]}>${inner}</${format[mark]}>${trail}`;

  // CommonMark opens and closes emphasis only at word boundaries: with punctuation at an inner edge and a letter
  // outside, the delimiters would remain text.
  const touchesNext = trail === '' && /[^\s\p{P}\p{S}]/u.test(next);
  const stop = touchesNext ? stopOf(inner) : '';
  const body = inner.slice(0, inner.length - stop.length);
  const touchesPrevious = lead === '' && /[^\s\p{P}\p{S}]/u.test(previous);
  const opens = !(touchesPrevious && PUNCTUATION.test(body.slice(0, 1)));
  const closes = !(touchesNext && stop === '' && PUNCTUATION.test(body.slice(-1)));
  const tag = TAGS[mark];
  const marked = opens && closes ? `${DELIMITERS[mark]}${body}${DELIMITERS[mark]}` : `<${tag}>${body}</${tag}>`;
  return lead + marked + stop + trail;
}

const STOPS = '.,:;!?\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f';

/** Trailing punctuation that ends a sentence or clause, except the first character. */
function stopOf(text: string): string {
  let start = text.length;
  while (start > 1 && STOPS.includes(text.charAt(start - 1))) start--;
  return text.slice(start);
}

/** The first character after a group, as far as it matters for flanking rules and brackets. */
function firstCharacter(inline: Inline | undefined): string {
  if (inline === undefined) return '';
  if (formatOf(inline).href !== null || inline.kind === 'note') return '[';
  return inline.kind === 'text' && !inline.format.code ? inline.text.slice(0, 1) : '*';
}
