/** Writes blocks as Markdown (CommonMark with GitHub's tables and task lists, `$` for equations, `[^n]` for notes). */
import { assertOutput, joinWithin } from '../output-limit.ts';
import { escapeLatex, escapeLineStart, longestOf } from './escape.ts';
import { inlineLines } from './inline.ts';
import { text, type Block, type ListItem } from './model.ts';
import { type TableForm, writeTable } from './tables.ts';

/** Maximum nesting of lists and quotes, since each level adds a marker to every line inside it. */
const MAX_NESTING = 20;

/**
 * Markdown of the blocks, without a final line feed; empty without content. `depth` is the number of enclosing quotes
 * and lists; beyond {@link MAX_NESTING} only their content is written. Throws `output_too_large`, and `too_large` for
 * a table with too many cells.
 */
export function writeBlocks(blocks: readonly Block[], tables: TableForm = 'auto', depth = 0): string {
  let out = '';
  let previous: Block | null = null;
  let alternate = false;
  for (const block of blocks) {
    // Adjacent lists of one kind would merge; in Markdown a different delimiter separates them.
    alternate =
      previous?.kind === 'list' && block.kind === 'list' && isOrdered(previous) === isOrdered(block) && !alternate;
    const written = writeBlock(block, alternate, tables, depth);
    if (written === '' || (block.kind === 'rule' && (previous === null || previous.kind === 'rule'))) continue;
    if (previous !== null) out += previous.kind === 'note' && block.kind === 'note' ? '\n' : '\n\n';
    out += written;
    assertOutput(out.length);
    previous = block;
  }
  return out;
}

/** A heading with plain text. */
export function headingLine(level: number, words: string): string {
  return writeBlock({ kind: 'heading', level, content: [text(words.trim())] }, false, 'auto', 0);
}

function writeBlock(block: Block, alternate: boolean, tables: TableForm, depth: number): string {
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
      return block.latex === '' ? '' : `$$${escapeLatex(block.latex)}$$`;
    case 'quote': {
      const inner = writeBlocks(block.blocks, tables, depth + 1);
      return depth < MAX_NESTING ? inner.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>') : inner;
    }
    case 'list': {
      if (depth < MAX_NESTING) return writeList(block.items, alternate, tables, depth + 1);
      const items = block.items.map((item) => writeBlocks(item.blocks, tables, depth));
      return items.filter((item) => item !== '').join('\n\n');
    }
    case 'table':
      return writeTable(block.rows, tables);
    case 'note':
      return `[^${block.label}]: ${indent(writeBlocks(block.blocks, tables, depth + 1), 4)}`;
    case 'markdown':
      return block.markdown;
    case 'rule':
      break;
  }
  return '---';
}

/** A fence longer than any inside the code; an invalid language name is omitted. */
function writeCode(text: string, language: string | null): string {
  const code = text.replace(/\r\n?/g, '\n');
  const fences = (code.match(/^[ \t]*`{3,}/gm) ?? []).map((run) => run.trimStart());
  const fence = '`'.repeat(Math.max(2, longestOf(fences)) + 1);
  return `${fence}${/^[\w+#.-]*$/.test(language ?? '') ? (language ?? '') : ''}\n${code}\n${fence}`;
}

function isOrdered(list: { readonly items: readonly ListItem[] }): boolean {
  return typeof list.items[0]?.number === 'number';
}

function writeList(items: readonly ListItem[], alternate: boolean, tables: TableForm, depth: number): string {
  const isTight = items.every((item) => item.blocks.every((block, index) => index === 0 || block.kind === 'list'));
  return joinWithin(items, isTight ? '\n' : '\n\n', (item) => {
    const marker = item.number === null ? (alternate ? '*' : '-') : `${item.number}${alternate ? ')' : '.'}`;
    const [first, ...rest] = item.blocks;
    const tight = isTight && first?.kind === 'paragraph';
    const body = tight
      ? [writeBlocks([first], tables, depth), writeBlocks(rest, tables, depth)].filter(Boolean).join('\n')
      : writeBlocks(item.blocks, tables, depth);
    return `${marker} ${indent(body, marker.length + 1)}`.trimEnd();
  });
}

/** Indents every line but the first. */
function indent(markdown: string, columns: number): string {
  assertOutput(markdown.length + columns * countLineFeeds(markdown));
  return markdown.replace(/\n(?=.)/g, `\n${' '.repeat(columns)}`);
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
