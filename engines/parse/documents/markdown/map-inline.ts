import type { Block, Inline } from './model.ts';

/** Applies `map` to each inline element of the blocks. */
export function mapInline(blocks: readonly Block[], map: (inline: Inline) => readonly Inline[]): Block[] {
  const inside = (inner: readonly Block[]): Block[] => mapInline(inner, map);
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, content: block.content.flatMap(map) };
      case 'quote':
      case 'note':
        return { ...block, blocks: inside(block.blocks) };
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: inside(item.blocks) })) };
      case 'table':
        return {
          ...block,
          rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: inside(cell.blocks) }))),
        };
      case 'code':
      case 'equation':
      case 'markdown':
      case 'rule':
        break;
    }
    return block;
  });
}
