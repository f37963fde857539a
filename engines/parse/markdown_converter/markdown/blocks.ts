/** A document's blocks as Markdown (CommonMark with GitHub's tables and task lists, `$` for equations, `[^n]` for notes). */
import { escapeLineStart, longestOf } from './escape.ts';
import { inlineLines } from './inline.ts';
import type { Block, ListItem } from './model.ts';
import { writeTable, type TableForm } from './tables.ts';

/** Markdown of the blocks, without a line feed at the end; empty when there is no content. */
export function writeBlocks(blocks: readonly Block[], tables: TableForm = 'auto'): string {
  let out = '';
  let previous: Block | null = null;
  let alternate = false;
  for (const block of blocks) {
    // Neighbouring lists of one kind would read as one: Markdown parts them by another delimiter.
    alternate =
      previous?.kind === 'list' && block.kind === 'list' && isOrdered(previous) === isOrdered(block) && !alternate;
    const written = writeBlock(block, alternate, tables);
    if (written === '' || (block.kind === 'rule' && (previous === null || previous.kind === 'rule'))) continue;
    if (previous !== null) out += previous.kind === 'note' && block.kind === 'note' ? '\n' : '\n\n';
    out += written;
    previous = block;
  }
  return out;
}

function writeBlock(block: Block, alternate: boolean, tables: TableForm): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineLines(block.content).map(escapeLineStart).join('  \n');
    case 'heading': {
      const line = inlineLines(block.content, { inHeading: true }).join(' ');
      return line === '' ? '' : `${'#'.repeat(block.level)} ${line.replace(/(?<=\s)#+$/, '\\$&')}`;
    }
    case 'code':
      return writeCode(block.text, block.language);
    case 'equation':
      return block.latex === '' ? '' : `$$${block.latex}$$`;
    case 'quote':
      return writeBlocks(block.blocks, tables)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>');
    case 'list':
      return writeList(block.items, alternate, tables);
    case 'table':
      return writeTable(block.rows, tables);
    case 'note':
      return `[^${block.label}]: ${indent(writeBlocks(block.blocks, tables), 4)}`;
    case 'rule':
      break;
  }
  return '---';
}

/** A fence longer than any inside the code. */
function writeCode(code: string, language: string | null): string {
  const fences = (code.match(/^[ \t]*`{3,}/gm) ?? []).map((run) => run.trimStart());
  const fence = '`'.repeat(Math.max(2, longestOf(fences)) + 1);
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}

function isOrdered(list: { readonly items: readonly ListItem[] }): boolean {
  return typeof list.items[0]?.number === 'number';
}

function writeList(items: readonly ListItem[], alternate: boolean, tables: TableForm): string {
  const isTight = items.every((item) => item.blocks.every((block, index) => index === 0 || block.kind === 'list'));
  return items
    .map((item) => {
      const marker = item.number === null ? (alternate ? '*' : '-') : `${item.number}${alternate ? ')' : '.'}`;
      const [first, ...rest] = item.blocks;
      const tight = isTight && first?.kind === 'paragraph';
      const body = tight
        ? [writeBlocks([first], tables), writeBlocks(rest, tables)].filter(Boolean).join('\n')
        : writeBlocks(item.blocks, tables);
      return `${marker} ${indent(body, marker.length + 1)}`.trimEnd();
    })
    .join(isTight ? '\n' : '\n\n');
}

/** Indents every line but the first. */
function indent(markdown: string, columns: number): string {
  return markdown.replace(/\n(?=.)/g, `\n${' '.repeat(columns)}`);
}
