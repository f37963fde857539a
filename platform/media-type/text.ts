/** Distinguishes text from binary data, and detects the kind of text. */
import { isBinary } from './binary.ts';
import { isMessage } from './message.ts';
import { sourceCodeType } from './source-code.ts';
import { xmlType } from './xml.ts';

export interface TextHint {
  /** Lower case, without the dot; empty when there is none. */
  readonly extension: string;
  /** Lower case, without parameters; empty when there is none. */
  readonly declared: string;
}

const XML = 'application/xml';
const MAILBOX = 'application/mbox';

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    csv: 'text/csv',
    tsv: 'text/tab-separated-values',
    tab: 'text/tab-separated-values',
    md: 'text/markdown',
    mdx: 'text/markdown',
    markdown: 'text/markdown',
    txt: 'text/plain',
    text: 'text/plain',
    log: 'text/plain',
    org: 'text/x-org',
    rst: 'text/x-rst',
    typ: 'text/x-typst',
    tex: 'text/x-latex',
    latex: 'text/x-latex',
    ltx: 'text/x-latex',
    htm: 'text/html',
    html: 'text/html',
    xml: XML,
    json: 'application/json',
    jsonl: 'application/x-ndjson',
    ndjson: 'application/x-ndjson',
    ipynb: 'application/x-ipynb+json',
    rtf: 'application/rtf',
    eml: 'message/rfc822',
    mbox: MAILBOX,
    mht: 'message/rfc822',
    mhtml: 'message/rfc822',
  }),
);

const JSON_TYPES = ['application/json', 'application/x-ndjson', 'application/x-ipynb+json'];
/** Types whose syntax shows whether the name is right. */
const SHOWN_TYPES = [...JSON_TYPES, XML, 'message/rfc822', MAILBOX, 'application/rtf'];

/**
 * Text types that a name or declared type may select. Servers declare plain text for anything, so it selects nothing.
 */
const BY_DECLARATION = new Set([...BY_EXTENSION.values()].filter((type) => type !== 'text/plain'));

/** Excel's symbolic link format, whose records are a letter or two and fields. A table may have a column “ID” too. */
const SYLK = /^ID;P\w*(?:;[A-Z])*\r?\n(?:[BCFOPW]|N[NUVE]);[A-Z]/;

/** The type of a text by its beginning, or `null` when the bytes are not text. */
export function textType(head: Uint8Array, hint: TextHint): string | null {
  const text = decode(head);
  if (text === null) return null;
  // A generated page has the extension of its script (`.php`), so the declared type takes precedence there.
  const declared = BY_DECLARATION.has(hint.declared) ? hint.declared : null;
  const named = BY_EXTENSION.get(hint.extension) ?? declared ?? sourceCodeType(hint.extension);
  const isCalledMessage = named === 'message/rfc822' || named === MAILBOX;
  const mayBeMessage = named === null || named === 'text/plain' || isCalledMessage;
  if (mayBeMessage && isMessage(text, isCalledMessage)) return text.startsWith('From ') ? MAILBOX : 'message/rfc822';
  if (SYLK.test(text)) return 'application/x-sylk';
  if (/^\s*BEGIN:VCALENDAR\s/i.test(text)) return 'text/calendar';
  // Other files have a signature; a fragment without the header `{\rtf1` is read too.
  if (named === 'application/rtf' && /^\s*\{\s*\\[a-z]/.test(text)) return named;
  return (
    xmlType(text, hint.extension) ??
    markupType(text, named) ??
    jsonType(text, named) ??
    otherName(named) ??
    tableType(text) ??
    proseType(text)
  );
}

/** Decodes enough of the bytes to inspect, or `null` for binary data. A character cut at the end does no harm. */
function decode(head: Uint8Array): string | null {
  const wide = markedEncoding(head) ?? wideEncoding(head);
  if (wide === null && (head.includes(0) || isBinary(Buffer.from(head).toString('latin1')))) return null;
  const text = new TextDecoder(wide ?? 'utf-8').decode(head);
  return wide !== null && isBinary(text) ? null : text;
}

function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a byte order mark: Latin letters leave every other byte zero. */
function wideEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = head.subarray(0, 512);
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = sample.length / 2;
  if (even === 0 && odd > pairs * 0.7) return 'utf-16le';
  if (odd === 0 && even > pairs * 0.7) return 'utf-16be';
  return null;
}

/** HTML and XML, by the first tag after white space, comments and the XML declaration. */
function markupType(text: string, named: string | null): string | null {
  const start = fromFirstTag(text);
  if (/^<!doctype\s+html|^<html[\s>]/i.test(start)) return isXhtml(text) ? 'application/xhtml+xml' : 'text/html';
  if (/^\s*<\?xml\s/.test(text)) return XML;
  // A Markdown or other text file may also begin with a fragment of HTML.
  if (named !== null && named !== 'text/html' && named !== XML) return null;
  const tag =
    /^<\/?(head|body|title|meta|link|script|style|div|p|table|h[1-6]|ul|ol|section|article|main|span|a|b|br|iframe|font)[\s/>]/i;
  if (tag.test(start)) return 'text/html';
  // Exports and fragments often have no declaration.
  return named === XML && /^<[A-Za-z_!]/.test(start) ? XML : null;
}

function fromFirstTag(text: string): string {
  const skipped = /\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>/y;
  let at = 0;
  while (skipped.test(text)) at = skipped.lastIndex;
  return text.slice(at, at + 2000);
}

const isXhtml = (text: string): boolean =>
  /^\s*<\?xml\s/.test(text) && /xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(text.slice(0, 4000));

/** JSON that parses, or that begins like JSON and is named so (the text may be truncated). */
function jsonType(text: string, named: string | null): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  if (named !== null && JSON_TYPES.includes(named)) return named;
  if (parses(text)) {
    const isNotebook = /"nbformat"\s*:\s*\d/.test(text) && /"(cells|worksheets)"\s*:\s*\[/.test(text);
    return isNotebook ? 'application/x-ipynb+json' : 'application/json';
  }
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const [first, second] = lines;
  return first !== undefined && second !== undefined && parses(first) && parses(second) && second.startsWith('{')
    ? 'application/x-ndjson'
    : null;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The name decides for types without a syntax that could be checked. */
function otherName(named: string | null): string | null {
  return named !== null && SHOWN_TYPES.includes(named) ? null : named;
}

/** An unnamed table: at least three lines, each with the same number of one delimiter. */
function tableType(text: string): string | null {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 3) return null;
  if (text.length >= 60_000) lines.pop();
  for (const [delimiter, least, type] of DELIMITERS) {
    const counts = new Set(lines.slice(0, 50).map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1));
    const [count = 0] = counts;
    if (counts.size === 1 && count >= least) return type;
  }
  return null;
}

/** Prose contains commas, so two per line are required. */
const DELIMITERS = [
  ['\t', 1, 'text/tab-separated-values'],
  [';', 1, 'text/csv'],
  [',', 2, 'text/csv'],
] as const;

/** Markdown needs at least two kinds of markup; a lone `# line` is a comment in many languages. */
function proseType(text: string): string {
  if (/^[ \t]*\\documentclass\b/m.test(text)) return 'text/x-latex';
  const marks = [
    /^#{1,6} \S/m,
    /^(```|~~~)/m,
    /\[[^[\]\n]+\]\([^()\s]+\)/,
    /^\|? ?:?-{3,}:? ?\|/m,
    /\*\*\S[^*\n]*\*\*/,
  ];
  return marks.filter((mark) => mark.test(text)).length >= 2 ? 'text/markdown' : 'text/plain';
}
