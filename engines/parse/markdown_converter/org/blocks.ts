/** Blocks of Org: headlines, tables, and what `#+begin_` and drawers enclose. */
import { MAX_HEADING_LEVEL, type Block, type Inline, type TableCell } from '../../documents/markdown/model.ts';
import { dedent, MAX_NESTING, readAll, takeWhile, withoutBlankStart, type Read } from '../shared/markup/lines.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import type { OrgContext, OrgCursor } from './context.ts';
import { readInline } from './inline.ts';
import { ITEM, readList } from './lists.ts';

const HEADLINE = /^(\*+) (?:(TODO|DONE|NEXT|WAITING|CANCELLED) )?(?:\[#[A-Z]\] )?(.*)$/;
/** Lines in which the end of a LaTeX environment is looked for. */
const MAX_FORMULA_LINES = 200;
const KEYWORD = /^ *#\+([\w-]+):(?: (.*))?$/;
const BEGIN = /^ *#\+begin_(\w+)(?: (\S+))?/i;
const DRAWER = /^ *:[\w-]+:$/;
const ENVIRONMENT = /^ *\\begin\{([A-Za-z*]+)\}/;
const DEFINITION = /^\[fn:([\w-]+)\](.*)$/;
const PLANNING = /^ *(SCHEDULED|DEADLINE|CLOSED|CLOCK):/;

/** What ends a paragraph. */
const STARTS = [HEADLINE, ITEM, KEYWORD, BEGIN, ENVIRONMENT, DEFINITION, /^ *\|/, /^ *: /, /^ *#(?: |$)/, /^-{5,}$/];

export function readBlocks(lines: readonly string[], depth: number, context: OrgContext): Block[] {
  return readAll(lines, depth, context, readBlock);
}

function readBlock(cursor: OrgCursor): Read {
  const { lines, at, depth, context } = cursor;
  const line = lines[at] ?? '';
  const inline = (source: string): Inline[] => readInline(source, context.notes);
  const [, stars, state, title = ''] = HEADLINE.exec(line) ?? [];
  if (stars !== undefined) {
    const words = `${state === undefined ? '' : `${state} `}${title}`;
    return one(at + 1, {
      kind: 'heading',
      level: Math.min(MAX_HEADING_LEVEL, stars.length + context.shift),
      content: inline(words),
    });
  }
  const begin = BEGIN.exec(line);
  if (begin !== null) return readEnclosed(cursor, begin);
  const environment = ENVIRONMENT.exec(line)?.[1];
  if (environment !== undefined) {
    const found = lines.slice(at, at + MAX_FORMULA_LINES);
    const end = found.findIndex((other) => other.includes(`\\end{${environment}}`));
    if (end >= 0)
      return one(at + end + 1, {
        kind: 'equation',
        latex: found
          .slice(0, end + 1)
          .join(' ')
          .trim(),
      });
  }
  if (DRAWER.test(line)) {
    const end = at + 1 + takeWhile(lines, at + 1, (other) => !DRAWER.test(other)).length;
    if (/^ *:end:$/i.test(lines[end] ?? '')) return { read: [], next: end + 1 };
  }
  if (DEFINITION.test(line)) return { read: [], next: at + 1 + noteLines(lines, at).length };
  if (KEYWORD.test(line)) return readKeyword(line, at, inline);
  if (line === '' || PLANNING.test(line) || /^ *#(?: |$)/.test(line)) return { read: [], next: at + 1 };
  if (/^-{5,}$/.test(line)) return one(at + 1, { kind: 'rule' });
  if (/^ *\|/.test(line)) return readTable(lines, at, inline);
  if (/^ *: /.test(line)) {
    const code = takeWhile(lines, at, (other) => /^ *:(?: |$)/.test(other));
    const written = code.map((other) => other.replace(/^ *: ?/, '')).join('\n');
    return one(at + code.length, { kind: 'code', text: written, language: null });
  }
  if (ITEM.test(line) && depth < MAX_NESTING) return readList(cursor);
  const more = takeWhile(lines, at + 1, (other) => other !== '' && !STARTS.some((start) => start.test(other)));
  const words = [line, ...more].map((other) => other.trim()).join('\n');
  return { read: paragraphOf(inline(words)), next: at + 1 + more.length };
}

const one = (next: number, block: Block): Read => ({ read: [block], next });

/** `#+begin_NAME` up to `#+end_NAME`, or to the end. */
function readEnclosed({ lines, at, depth, context }: OrgCursor, [, name = '', argument]: RegExpExecArray): Read {
  const kind = name.toLowerCase();
  if (depth >= MAX_NESTING) return { read: [], next: at + 1 };
  const closing = `#+end_${kind}`;
  const inner = takeWhile(lines, at + 1, (other) => other.trim().toLowerCase() !== closing);
  const end = at + 1 + inner.length;
  const next = end + 1;
  if (kind === 'src' || kind === 'example') {
    const written = withoutBlankStart(dedent(inner)).map((line) => line.replace(/^,(?=[*,]|#\+)/, ''));
    return one(next, {
      kind: 'code',
      text: written.join('\n').trimEnd(),
      language: kind === 'src' ? (argument ?? null) : null,
    });
  }
  if (kind === 'comment' || kind === 'export') return { read: [], next };
  if (kind === 'verse') {
    const content = inner.flatMap((line): Inline[] => [...readInline(line.trim(), context.notes), { kind: 'break' }]);
    return { read: [{ kind: 'quote', blocks: paragraphOf(content.slice(0, -1)) }], next };
  }
  const blocks = context.readBlocks(inner, depth + 1);
  return { read: kind === 'quote' ? [{ kind: 'quote', blocks }] : blocks, next };
}

/** The lines of a note after its first. */
function noteLines(lines: readonly string[], at: number): string[] {
  return takeWhile(lines, at + 1, (other) => other !== '' && !HEADLINE.test(other) && !DEFINITION.test(other));
}

/** Defines the notes of a document, which may come after the references to them. */
export function defineNotes(lines: readonly string[], context: OrgContext): void {
  for (const [at, line] of lines.entries()) {
    const [, name, first = ''] = DEFINITION.exec(line) ?? [];
    if (name === undefined) continue;
    context.notes.define(name, () =>
      context.readBlocks(
        [first, ...noteLines(lines, at)].map((other) => other.trim()),
        1,
      ),
    );
  }
}

/** Captions are text; other settings are not. */
function readKeyword(line: string, at: number, inline: (source: string) => Inline[]): Read {
  const [, name = '', value = ''] = KEYWORD.exec(line) ?? [];
  return { read: name.toLowerCase() === 'caption' ? paragraphOf(inline(value)) : [], next: at + 1 };
}

function readTable(lines: readonly string[], at: number, inline: (source: string) => Inline[]): Read {
  const rows = takeWhile(lines, at, (line) => /^ *\|/.test(line));
  const cells = rows
    .filter((row) => !/^ *\|-/.test(row))
    .map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell): TableCell => ({ blocks: paragraphOf(inline(cell.trim())), columns: 1, rows: 1, isHeader: false })),
    );
  return { read: cells.length === 0 ? [] : [{ kind: 'table', rows: cells }], next: at + rows.length };
}
