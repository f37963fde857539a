/** Environments of LaTeX. */
import { withLead } from '../../documents/markdown/compose.ts';
import {
  MAX_HEADING_LEVEL,
  PLAIN,
  text,
  type Block,
  type Format,
  type ListItem,
} from '../../documents/markdown/model.ts';
import { ALIGNED, DRAWING, FORMULA, LIST, QUOTE, SECTION, TABLE } from './commands.ts';
import { MAX_DEPTH, type LatexContext } from './context.ts';
import type { Flow } from './flow.ts';
import { formulaOf } from './formula.ts';
import { readTable } from './tables.ts';

/** Number of arguments before the content of environments, which are not part of it. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    minipage: 1,
    multicols: 1,
    wrapfigure: 2,
    wraptable: 2,
    adjustbox: 1,
    subfigure: 1,
    thebibliography: 1,
    spacing: 1,
    list: 2,
  }),
);

/** Reads the environment that begins at `at`, and returns the index after it. */
export function readEnvironment(
  flow: Flow,
  at: number,
  limit: number,
  format: Format,
  depth: number,
  context: LatexContext,
): number {
  const { structure } = context;
  const name = /^\\begin\{(.*)\}$/.exec(structure.raw(at, at + 1))?.[1] ?? '';
  const close = structure.endOf(at, limit);
  const base = name.replace(/\*$/, '');
  if (depth >= MAX_DEPTH) return at + 1;
  if (FORMULA.test(name) || ALIGNED.test(name)) {
    const latex = formula(structure.raw(at + 1, close), name);
    if (latex !== '') flow.block([{ kind: 'equation', latex }]);
    return close + 1;
  }
  if (DRAWING.test(name)) {
    context.drawings.count++;
    return close + 1;
  }
  let start = structure.optional(structure.skipSpace(at + 1, close), close)?.next ?? at + 1;
  if (TABLE.test(name)) {
    flow.block(readTable(name, start, close, depth + 1, context));
    return close + 1;
  }
  for (let left = ARGUMENTS.get(base) ?? 0; left > 0; left--) start = structure.argument(start, close).next;
  if (LIST.test(name)) flow.block(readList(base, start, close, depth + 1, context));
  else if (base === 'thebibliography') flow.block(readReferences(start, close, depth + 1, context));
  else if (QUOTE.test(name))
    flow.block([{ kind: 'quote', blocks: context.read(start, close, format, depth + 1).blocks }]);
  else {
    flow.block(openingOf(name, at, start, context));
    const isTitled = name === 'frame' && structure.tokens[structure.skipSpace(start, close)] === '{';
    if (isTitled) {
      const title = structure.argument(start, close);
      const content = context.read(title.start, title.end, PLAIN, depth + 1).inline;
      flow.block([{ kind: 'heading', level: Math.min(MAX_HEADING_LEVEL, context.levelOf(SECTION) + 1), content }]);
      start = title.next;
    }
    flow.block(context.read(start, close, format, depth + 1).blocks);
  }
  return close + 1;
}

/** What is printed before the content: the heading of an abstract, the title of a theorem. */
function openingOf(name: string, at: number, start: number, context: LatexContext): Block[] {
  if (name === 'abstract')
    return [
      { kind: 'heading', level: Math.min(MAX_HEADING_LEVEL, context.levelOf(SECTION)), content: [text('Abstract')] },
    ];
  const title = context.theorems.get(name) ?? (name === 'proof' ? 'Proof' : null);
  if (title === null) return [];
  const { structure } = context;
  const option = structure.optional(structure.skipSpace(at + 1, start), start);
  const named = option === null ? '' : ` (${structure.raw(option.start, option.end)})`;
  return [{ kind: 'paragraph', content: [text(`${title}${named}.`, { ...PLAIN, bold: true })] }];
}

/** The content of an equation, or the whole environment where it aligns lines. */
function formula(raw: string, name: string): string {
  const latex = formulaOf(raw);
  return FORMULA.test(name) || latex === '' ? latex : `\\begin{${name}}${latex}\\end{${name}}`;
}

function readList(name: string, start: number, end: number, depth: number, context: LatexContext): Block[] {
  const isOrdered = /enum/.test(name);
  const items: ListItem[] = [];
  const { structure } = context;
  for (const range of splitAt('\\item', start, end, context)) {
    const option = structure.optional(range.start, range.end);
    const label = option === null ? [] : context.read(option.start, option.end, { ...PLAIN, bold: true }, depth).inline;
    const flow = context.read(option?.next ?? range.start, range.end, PLAIN, depth);
    const blocks = withLead(label, flow.blocks);
    if (blocks.length > 0) items.push({ number: isOrdered ? items.length + 1 : null, blocks });
  }
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** The reference list, numbered like its citations. */
function readReferences(start: number, end: number, depth: number, context: LatexContext): Block[] {
  const { structure } = context;
  const items = splitAt('\\bibitem', start, end, context).map((range, index) => {
    const option = structure.optional(range.start, range.end);
    const key = structure.argument(option?.next ?? range.start, range.end);
    return { number: index + 1, blocks: context.read(key.next, range.end, PLAIN, depth).blocks };
  });
  const heading: Block = {
    kind: 'heading',
    level: Math.min(MAX_HEADING_LEVEL, context.levelOf(SECTION)),
    content: [text('References')],
  };
  return items.length === 0 ? [] : [heading, { kind: 'list', items }];
}

/** What follows each such command, outside of groups and inner environments. */
function splitAt(
  command: string,
  start: number,
  end: number,
  { structure }: LatexContext,
): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let from = -1;
  for (let at = start; at < end; at = structure.after(at)) {
    if (structure.tokens[at] !== command) continue;
    if (from >= 0) ranges.push({ start: from, end: at });
    from = structure.skipSpace(at + 1, end);
  }
  if (from >= 0) ranges.push({ start: from, end });
  return ranges;
}
