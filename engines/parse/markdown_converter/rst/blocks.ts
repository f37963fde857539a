/** Blocks of reStructuredText. */
import { bolded } from '../../documents/markdown/compose.ts';
import { MAX_HEADING_LEVEL, text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { dedent, indentedLines, indentOf, MAX_NESTING, readAll, takeWhile, type Read } from '../shared/markup/lines.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import type { RstContext, RstCursor } from './context.ts';
import { readExplicit } from './explicit.ts';
import { readInline } from './inline.ts';
import { readListed } from './lists.ts';
import { GRID_LINE, gridTable, SIMPLE_LINE, simpleTable } from './tables.ts';
import { isAdornment, titleAt } from './titles.ts';

export function readBlocks(lines: readonly string[], depth: number, context: RstContext): Block[] {
  return readAll(lines, depth, context, readBlock);
}

function readBlock(cursor: RstCursor): Read {
  const { lines, at, depth, context } = cursor;
  const line = lines[at] ?? '';
  if (line === '') return { read: [], next: at + 1 };
  const isDeep = depth >= MAX_NESTING;
  if (line.startsWith(' ') && !isDeep) {
    const quoted = indentedLines(lines, at, 1);
    return {
      read: [{ kind: 'quote', blocks: context.readBlocks(dedent(quoted), depth + 1) }],
      next: at + quoted.length,
    };
  }
  const title = titleAt(lines, at);
  if (title !== null) {
    const content = readInline(title.words, context);
    return { read: [{ kind: 'heading', level: levelOf(title.adornment, context), content }], next: at + title.size };
  }
  if (line.length >= 4 && isAdornment(line) && (lines[at + 1] ?? '') === '')
    return { read: [{ kind: 'rule' }], next: at + 1 };
  const cell = (words: readonly string[]): Block[] => context.readBlocks(words, MAX_NESTING);
  if (GRID_LINE.test(line)) {
    const table = takeWhile(lines, at, (other) => /^[+|]/.test(other));
    return { read: gridTable(table, cell), next: at + table.length };
  }
  if (SIMPLE_LINE.test(line)) return readSimpleTable(cursor, cell);
  if (isDeep) return readParagraph(cursor);
  if (/^(?:\.\.|__)(?: |$)/.test(line)) return readExplicit(cursor);
  const list = readListed(cursor);
  if (list !== null) return list;
  if (line.startsWith('| ') || line === '|') return readLines(cursor);
  if (line.startsWith('>>> ')) {
    const code = takeWhile(lines, at, (other) => other !== '');
    return { read: [{ kind: 'code', text: code.join('\n'), language: 'pycon' }], next: at + code.length };
  }
  return readParagraph(cursor);
}

/** Levels follow the order in which adornments occur. */
function levelOf(adornment: string, { adornments }: RstContext): number {
  if (!adornments.includes(adornment)) adornments.push(adornment);
  return Math.min(MAX_HEADING_LEVEL, adornments.indexOf(adornment) + 1);
}

/** Verses and addresses, line by line. */
function readLines({ lines, at, context }: RstCursor): Read {
  const block = takeWhile(lines, at, (line) => /^\|(?: |$)/.test(line) || /^ +\S/.test(line));
  const content = block.flatMap((line, index): Inline[] => [
    ...(index === 0 ? [] : [line.startsWith('|') ? ({ kind: 'break' } as const) : text(' ')]),
    ...readInline(line.replace(/^\| */, '').trim(), context),
  ]);
  return { read: paragraphOf(content), next: at + block.length };
}

function readSimpleTable({ lines, at }: RstCursor, cell: (lines: readonly string[]) => Block[]): Read {
  const rules: number[] = [];
  let end = at + 1;
  for (; end < lines.length && rules.length < 2; end++) {
    const next = lines[end + 1] ?? '';
    if (!SIMPLE_LINE.test(lines[end] ?? '')) continue;
    rules.push(end);
    if (next === '') break;
  }
  const last = rules.at(-1) ?? at;
  return { read: simpleTable(lines[at] ?? '', lines.slice(at + 1, last), cell), next: Math.max(last, at) + 1 };
}

/** A paragraph, a term with its definition, or a paragraph that announces literal text by two colons. */
function readParagraph({ lines, at, depth, context }: RstCursor): Read {
  const isTerm = depth < MAX_NESTING && (lines[at + 1] ?? '').startsWith(' ') && !(lines[at] ?? '').endsWith('::');
  if (isTerm) {
    const body = indentedLines(lines, at + 1, 1);
    const [term = '', ...classifiers] = (lines[at] ?? '').split(' : ');
    const content = bolded(readInline([term, ...classifiers.map((name) => `(${name})`)].join(' '), context));
    const blocks = context.readBlocks(dedent(body), depth + 1);
    return { read: [{ kind: 'paragraph', content }, ...blocks], next: at + 1 + body.length };
  }
  const paragraph = takeWhile(lines, at, (line) => line !== '' && (depth >= MAX_NESTING || !line.startsWith(' ')));
  const words = (paragraph.length === 0 ? [lines[at] ?? ''] : paragraph).map((line) => line.trim()).join('\n');
  const next = at + Math.max(1, paragraph.length);
  if (!words.endsWith('::')) return { read: paragraphOf(readInline(words, context)), next };
  const before = words === '::' ? '' : words.endsWith(' ::') ? words.slice(0, -3) : words.slice(0, -1);
  const literal = literalLines(lines, next);
  const code = dedent(literal).join('\n').replace(/^\n+/, '');
  return {
    read: [
      ...paragraphOf(readInline(before, context)),
      ...(code === '' ? [] : [{ kind: 'code', text: code, language: null } as const]),
    ],
    next: next + literal.length,
  };
}

/** Indented lines, or lines that begin with the same quoting character. */
function literalLines(lines: readonly string[], start: number): string[] {
  const indented = indentedLines(lines, start, 1);
  if (indented.some((line) => line !== '')) return indented;
  const blank = takeWhile(lines, start, (line) => line === '').length;
  const quote = /^[!-/:-@[-`{-~]/.exec(lines[start + blank] ?? '')?.[0];
  if (quote === undefined || indentOf(lines[start + blank] ?? '') > 0) return [];
  return [...lines.slice(start, start + blank), ...takeWhile(lines, start + blank, (line) => line.startsWith(quote))];
}
