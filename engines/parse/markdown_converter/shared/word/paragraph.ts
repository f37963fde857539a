/** What a paragraph of a word processor is: a heading, a list item, code, a quote, an equation or plain text. */
import type { FlatBlock } from '../../../documents/markdown/lists.ts';
import { text, type Block, type Inline } from '../../../documents/markdown/model.ts';
import type { NumberedParagraph } from './list-counters.ts';

const CODE_STYLE = /(^|[\s_-])code\b|code ?block|preformatted|source ?code|verbatim|listing/i;
const QUOTE_STYLE = /^(intense )?quote$|^zitat$|^block ?text$/i;

export function isVisible(line: readonly Inline[]): boolean {
  return line.some((inline) => (inline.kind === 'text' ? inline.text.trim() !== '' : inline.kind !== 'break'));
}

/** A heading's number is part of its text, without the final dot. */
export function heading(line: readonly Inline[], level: number, number: NumberedParagraph | null): Block {
  const label = number?.label.replace(/\.$/, '') ?? '';
  const content = line.map((inline) =>
    inline.kind === 'text' ? { ...inline, format: { ...inline.format, code: false } } : inline,
  );
  return { kind: 'heading', level, content: label === '' ? content : [text(`${label} `), ...content] };
}

/** `1.` and `1)` are Markdown markers; other labels become the text of a bullet, `1.1` with a dot like `1.`. */
export function listItem(line: readonly Inline[], { list, level, label }: NumberedParagraph): FlatBlock {
  const content = withCheckbox(withoutFont(line));
  const plain = /^(\d{1,9})[.)]?$/.exec(label);
  if (plain !== null) return { kind: 'item', list, level, number: Number(plain[1]), content };
  const shown = /^\d+(\.\d+)+$/.test(label) ? `${label}. ` : `${label} `;
  return { kind: 'item', list, level, number: null, content: label === '' ? content : [text(shown), ...content] };
}

/** A whole line in a fixed-width font with partial bold or italic is prose, not code. */
function withoutFont(line: readonly Inline[]): Inline[] {
  const formats = line.flatMap((inline) =>
    inline.kind === 'text' && inline.text.trim() !== '' ? [inline.format] : [],
  );
  const isMixed = formats.some(({ bold, italic }) => bold !== formats[0]?.bold || italic !== formats[0]?.italic);
  if (!isMixed || !formats.every(({ code }) => code)) return [...line];
  return line.map((inline) =>
    inline.kind === 'text' ? { ...inline, format: { ...inline.format, code: false } } : inline,
  );
}

export function plainParagraph(line: readonly Inline[], style: string): FlatBlock[] {
  const shown = line.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const equations = shown.flatMap((inline): Block[] =>
    inline.kind === 'math' ? [{ kind: 'equation', latex: inline.latex }] : [],
  );
  if (equations.length > 0 && shown.every(({ kind }) => kind === 'math' || kind === 'break')) return equations;
  const isCode = shown.every(
    (inline) =>
      inline.kind === 'break' ||
      (inline.kind === 'text' && inline.format.href === null && (inline.format.code || CODE_STYLE.test(style))),
  );
  if (isCode) return [{ kind: 'code', text: codeText(line), language: null }];

  const content = withCheckbox(line);
  if (content[0]?.kind === 'checkbox') return [{ kind: 'item', list: 'checkboxes', level: 0, number: null, content }];
  const paragraph: Block = { kind: 'paragraph', content };
  return [QUOTE_STYLE.test(style) ? { kind: 'quote', blocks: [paragraph] } : paragraph];
}

function codeText(line: readonly Inline[]): string {
  return line
    .map((inline) => (inline.kind === 'text' ? inline.text : '\n'))
    .join('')
    .trimEnd();
}

/** A box character at the start is a checkbox; white space after it is dropped. */
function withCheckbox(line: readonly Inline[]): Inline[] {
  const start = line.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [first, ...rest] = line.slice(start);
  if (first?.kind === 'checkbox') return [first, ...trimStart(rest)];
  const drawn = first?.kind === 'text' ? /^\s*([\u2610\u2611\u2612])/.exec(first.text) : null;
  if (first?.kind !== 'text' || drawn === null) return [...line];
  const remainder = { ...first, text: first.text.slice(drawn[0].length) };
  return [{ kind: 'checkbox', checked: drawn[1] !== '\u2610' }, ...trimStart([remainder, ...rest])];
}

function trimStart(line: readonly Inline[]): Inline[] {
  const start = line.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [first, ...rest] = start < 0 ? [] : line.slice(start);
  if (first === undefined) return [];
  return first.kind === 'text' ? [{ ...first, text: first.text.trimStart() }, ...rest] : [first, ...rest];
}
