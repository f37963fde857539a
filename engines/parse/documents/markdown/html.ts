/**
 * Writes cell content as HTML, for tables that pipes cannot represent. No line feeds, since a blank line would end
 * the table.
 */
import { joinWithin } from '../output-limit.ts';
import { formatOf, mergeText, shownContent } from './inline.ts';
import type { Block, Inline, ListItem } from './model.ts';

/** A single paragraph has no tag; several are separated by breaks. */
export function htmlBlocks(blocks: readonly Block[]): string {
  let out = '';
  let previous: Block | undefined;
  for (const block of blocks) {
    if (previous !== undefined && isText(previous) && isText(block)) out += '<br>';
    out += htmlBlock(block);
    previous = block;
  }
  return out;
}

const isText = (block: Block): boolean => ['paragraph', 'heading', 'equation'].includes(block.kind);

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return htmlInline(block.content);
    case 'heading':
      return `<strong>${htmlInline(block.content)}</strong>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'equation':
      return escapeHtml(`$${block.latex}$`);
    case 'list':
      return htmlList(block.items);
    case 'quote':
      return `<blockquote>${htmlBlocks(block.blocks)}</blockquote>`;
    case 'table':
      return joinWithin(block.rows, '<br>', (row) => joinWithin(row, ' ', (cell) => htmlBlocks(cell.blocks)));
    case 'note':
      return htmlBlocks(block.blocks);
    case 'markdown':
      return `<pre>${escapeHtml(block.markdown)}</pre>`;
    case 'rule':
      break;
  }
  return '<hr>';
}

function htmlList(items: readonly ListItem[]): string {
  const first = items[0]?.number ?? null;
  const content = items.map((item) => `<li>${htmlBlocks(item.blocks)}</li>`).join('');
  if (first === null) return `<ul>${content}</ul>`;
  return `<ol${first === 1 ? '' : ` start="${first}"`}>${content}</ol>`;
}

function htmlInline(content: readonly Inline[]): string {
  return mergeText(shownContent(content))
    .map((inline) => {
      const leaf = htmlLeaf(inline);
      if (leaf.trim() === '') return leaf;
      const { bold, italic, strike, code, vertical, change, href } = formatOf(inline);
      let html = code ? `<code>${leaf}</code>` : leaf;
      if (vertical !== null) html = `<${vertical}>${html}</${vertical}>`;
      if (strike) html = `<del>${html}</del>`;
      if (italic) html = `<em>${html}</em>`;
      if (bold) html = `<strong>${html}</strong>`;
      if (change !== null) html = `<${change}>${html}</${change}>`;
      return href === null ? html : `<a href="${escapeHtml(href)}">${html}</a>`;
    })
    .join('')
    .trim();
}

function htmlLeaf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'image':
      return `<img src="${escapeHtml(inline.src)}" alt="${escapeHtml(inline.alt)}">`;
    case 'math':
      return escapeHtml(`$${inline.latex}$`);
    case 'checkbox':
      return inline.checked ? '☑ ' : '☐ ';
    case 'note':
      return `<sup>${escapeHtml(inline.label)}</sup>`;
    case 'break':
      break;
  }
  return '<br>';
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/`/g, '&#96;')
    .replace(/\r\n?|\n/g, '&#10;');
}
