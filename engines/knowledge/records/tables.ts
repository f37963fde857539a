/** Finds the tables of a Markdown text: pipe tables, and JSON that is a list of objects. */
import { blocksOf } from '../../text/markdown/blocks.ts';
import type { Block } from '../../text/markdown/blocks.ts';
import { codeIn } from '../../text/markdown/fences.ts';
import { LONGEST_HEADING, headingText } from '../../text/markdown/headings.ts';
import { withoutEscapes } from '../../text/markdown/plain-text.ts';
import { jsonTables } from './json-tables.ts';
import { pipeTable } from './pipe-table.ts';
import { hasValue } from './table.ts';
import type { Heading, Table } from './table.ts';

export interface FoundTables {
  /** With at least one row each, in order. */
  readonly tables: readonly Table[];
  /**
   * How many stay text: they have merged cells (written as HTML), no header, or more columns or cells than the limits.
   */
  readonly left: number;
}

/** Time grows with the length of the text. */
export function tablesOf(markdown: string): FoundTables {
  const tables: Table[] = [];
  let above: readonly Heading[] = [];
  let left = 0;
  for (const block of blocksOf(markdown)) {
    if (block.kind === 'heading') {
      const outer = above.filter(({ level }) => level < block.level);
      above = [...outer, { level: block.level, text: nameOf(markdown.slice(block.start, block.end)) }];
      continue;
    }
    const found = readBlock(markdown, block, above);
    if (found === null) left++;
    else tables.push(...found.filter(({ rows }) => rows.some(hasValue)));
  }
  return { tables, left };
}

/** The tables of a block, none if it holds none; `null` for a table that stays text. */
function readBlock(markdown: string, block: Block, above: readonly Heading[]): readonly Table[] | null {
  const { kind, start, end } = block;
  if (kind === 'table') {
    const table = pipeTable(markdown, start, end);
    return table && [{ ...table, above, name: null, start, end }];
  }
  if (kind === 'prose') return markdown.startsWith('<table>', start) ? null : [];
  const code = kind === 'code' ? codeIn(markdown, block) : null;
  if (code?.info !== 'json') return [];
  const tables = jsonTables(markdown.slice(code.start, code.end), code.start);
  return (tables ?? []).map((table) => ({ ...table, above, start, end }));
}

/** What a heading calls the table below it. */
const nameOf = (heading: string): string => withoutEscapes(headingText(heading.trim().slice(0, LONGEST_HEADING)));
