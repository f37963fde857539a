import { plainText, type Block } from './model.ts';

/** The lines of blocks without formatting and pictures; a cell of a table is a line. */
export function plainLines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return [plainText(block.content)];
      case 'table':
        return block.rows.flatMap((row) => row.flatMap((cell) => plainLines(cell.blocks)));
      case 'list':
        return block.items.flatMap((item) => plainLines(item.blocks));
      case 'quote':
      case 'note':
        return plainLines(block.blocks);
      case 'code':
        return [block.text];
      case 'equation':
      case 'markdown':
      case 'rule':
        break;
    }
    return [];
  });
}
