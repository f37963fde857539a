/** Inline content of Org: emphasis, links, notes and formulas. */
import { text, type Format, type Inline } from '../../documents/markdown/model.ts';
import { InlineText } from '../shared/markup/inline-text.ts';
import type { Notes } from '../../documents/markdown/notes.ts';

const PLAIN_RUN = /[^*/_=~+[\\$<^{\n]+/y;
const CODE = /([=~])(?=\S)([^=~\n]*[^=~\s])\1(?![\p{L}\p{N}])/uy;
const LINK = /\[\[([^[\]\n]+)\](?:\[([^[\]]+)\])?\]/y;
const NOTE = /\[fn:([\w-]*)(?::([^[\]]*))?\]/y;
const STAMP = /[<[](\d{4}-\d\d-\d\d[^<>[\]\n]*)[>\]]/y;
const FORMULA = /\$([^$\s](?:[^$\n]*[^$\s\n])?)\$(?![\p{L}\p{N}])|\\\(([^\\\n]*(?:\\[^()\n][^\\\n]*)*)\\\)/uy;
const SCRIPT = /([_^])\{([^{}\n]*)\}/y;
const BREAK = /\\\\[ \t]*(?:\n|$)/y;
const ENTITY = /\\([A-Za-z]+)(?:\{\})?/y;
const ADDRESS = /^(?:https?|ftp|mailto|tel):|^[\w./-]+$/;
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp)$/i;

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    lambda: 'λ',
    mu: 'μ',
    pi: 'π',
    sigma: 'σ',
    omega: 'ω',
    rarr: '→',
    larr: '←',
    to: '→',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    dots: '…',
    nbsp: '\u00a0',
    deg: '°',
    times: '×',
    copy: '©',
  }),
);

const MARKS = { '*': 'bold', '/': 'italic', '+': 'strike' } as const;

export function readInline(source: string, notes: Notes, format?: Format): Inline[] {
  const scan = new InlineText(source, format);
  while (!scan.isDone) readNext(scan, notes);
  return scan.content;
}

function readNext(scan: InlineText, notes: Notes): void {
  const plain = scan.take(PLAIN_RUN);
  if (plain !== null) return scan.words(plain[0]);
  const character = scan.source.charAt(scan.at);
  const isAtWord = /^[\p{L}\p{N}]$/u.test(scan.source.charAt(scan.at - 1));
  if (character === '[' || character === '<') {
    if (readBracket(scan, notes)) return;
  } else if (character === '=' || character === '~') {
    const code = isAtWord ? null : scan.take(CODE);
    if (code !== null) return scan.words(code[2] ?? '', { code: true });
  } else if (character === '$' || character === '\\') {
    const formula = scan.take(FORMULA);
    if (formula !== null) return scan.add({ kind: 'math', latex: (formula[1] ?? formula[2] ?? '').trim() });
    if (scan.take(BREAK) !== null) return scan.add({ kind: 'break' });
    // Two backslashes are one that is escaped, here as in a formula: what is behind it opens none.
    if (scan.source.startsWith('\\\\', scan.at)) {
      scan.at += 2;
      return scan.words('\\\\');
    }
    const entity = scan.take(ENTITY);
    if (entity !== null) return scan.words(ENTITIES.get(entity[1] ?? '') ?? entity[0]);
  } else if (character === '^' || (character === '_' && isAtWord)) {
    const script = scan.take(SCRIPT);
    if (script !== null) return scan.words(script[2] ?? '', { vertical: script[1] === '^' ? 'sup' : 'sub' });
  } else if (character === '*' || character === '/' || character === '+') {
    return scan.delimiter(1, MARKS[character]);
  }
  scan.at++;
  scan.words(character === '\n' ? ' ' : character);
}

function readBracket(scan: InlineText, notes: Notes): boolean {
  const link = scan.take(LINK);
  if (link !== null) {
    addLink(scan, (link[1] ?? '').replace(/^file:/, ''), link[2] ?? null, notes);
    return true;
  }
  const note = scan.take(NOTE);
  if (note !== null) {
    const [whole, name = '', written] = note;
    if (written !== undefined) {
      const blocks = [{ kind: 'paragraph', content: [text(written.trim())] } as const];
      if (name !== '') notes.define(name, () => blocks);
      scan.add({ kind: 'note', label: (name === '' ? null : notes.refer(name)) ?? notes.add(() => blocks) });
      return true;
    }
    const label = notes.refer(name);
    if (label === null) scan.words(whole);
    else scan.add({ kind: 'note', label });
    return true;
  }
  const stamp = scan.take(STAMP);
  if (stamp !== null) scan.words(stamp[1] ?? '');
  return stamp !== null;
}

/** Links to places in Org files become their text. */
function addLink(scan: InlineText, address: string, label: string | null, notes: Notes): void {
  if (label === null && PICTURE.test(address)) {
    scan.add({ kind: 'image', alt: '', src: address, href: null });
    return;
  }
  const href = ADDRESS.test(address) ? address : null;
  if (label === null) scan.words(address.replace(/^\*+/, ''), { href });
  else for (const inline of readInline(label.replaceAll('[', ''), notes, { ...scan.format, href })) scan.add(inline);
}
