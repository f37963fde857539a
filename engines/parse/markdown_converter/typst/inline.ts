/** Inline content of Typst: emphasis, raw text, formulas, links and the content of function calls. */
import { PLAIN, type Format, type Inline } from '../../documents/markdown/model.ts';
import { InlineText } from '../shared/markup/inline-text.ts';

const PLAIN_RUN = /[^*_`$#\\@<~\n-]+/y;
const FORMULA = /\$([^$]+)\$/y;
const RAW = /`([^`]*)`/y;
const LINK = /#link\("([^"\n]*)"\)(?:\[([^[\]]*)\])?/y;
const CALL = /#([a-z][\w.-]*)(?:\([^()[\]]*\))?\[([^[\]]*)\]/y;
const LABEL = /<[A-Za-z][\w:.-]*>/y;
const REFERENCE = /@([A-Za-z][\w:-]*)/y;
const DASHES = /-{2,3}(?!-)/y;

const FORMATS: ReadonlyMap<string, Partial<Format>> = new Map(
  Object.entries({
    strong: { bold: true },
    emph: { italic: true },
    strike: { strike: true },
    sub: { vertical: 'sub' },
    super: { vertical: 'sup' },
  }),
);

export function readInline(source: string, format: Format = PLAIN): Inline[] {
  const scan = new InlineText(source, format);
  while (!scan.isDone) readNext(scan);
  return scan.content;
}

function readNext(scan: InlineText): void {
  const plain = scan.take(PLAIN_RUN);
  if (plain !== null) return scan.words(plain[0]);
  const character = scan.source.charAt(scan.at);
  if (character === '*' || character === '_') return scan.delimiter(1, character === '*' ? 'bold' : 'italic');
  const raw = scan.take(RAW);
  if (raw !== null) return scan.words(raw[1] ?? '', { code: true });
  const formula = scan.take(FORMULA);
  if (formula !== null) return scan.add({ kind: 'math', latex: (formula[1] ?? '').trim() });
  const link = scan.take(LINK);
  if (link !== null) return scan.words(link[2] ?? link[1] ?? '', { href: link[1] ?? null });
  const call = scan.take(CALL);
  if (call !== null) {
    const inner = readInline(call[2] ?? '', { ...scan.format, ...FORMATS.get(call[1] ?? '') });
    for (const inline of inner) scan.add(inline);
    return;
  }
  const reference = scan.take(REFERENCE);
  if (reference !== null) return scan.words(`[${reference[1] ?? ''}]`);
  if (scan.take(LABEL) !== null) return;
  const dashes = scan.take(DASHES);
  if (dashes !== null) return scan.words(dashes[0].length === 3 ? '—' : '–');
  scan.at++;
  if (character !== '\\') return scan.words(character === '~' ? '\u00a0' : character === '\n' ? ' ' : character);
  const escaped = scan.source.charAt(scan.at);
  if (/^\s?$/.test(escaped)) return scan.add({ kind: 'break' });
  scan.at++;
  scan.words(escaped);
}
