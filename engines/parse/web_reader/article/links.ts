/** What the blocks of an article link to. */
import { plainText, type Block, type Inline } from '../../documents/markdown/model.ts';

export interface Linked {
  readonly content: readonly Inline[];
  /** Addresses of its links, of pictures as well. */
  readonly links: readonly string[];
  /** Share of its characters in links; 1 for linked pictures without text, 0 without links. */
  readonly share: number;
  /** Whether it has more than text and links: a picture that is not linked, code or a table. */
  readonly hasMore: boolean;
}

/** Of paragraphs, headings and lists; other blocks have no links. */
export function linkedIn(block: Block): Linked {
  const content = inlinesOf(block);
  const links = content.flatMap((inline) => hrefOf(inline) ?? []);
  const all = plainText(content).length;
  const linked = plainText(content.filter((inline) => inline.kind === 'text' && inline.format.href !== null)).length;
  const hasPicture = content.some((inline) => inline.kind === 'image' && inline.href === null);
  const share = all === 0 ? Number(links.length > 0) : linked / all;
  return { content, links, share, hasMore: hasPicture || !isText(block) };
}

/** The text of paragraphs, headings and lists; nothing of other blocks. */
export function inlinesOf(block: Block): readonly Inline[] {
  if (block.kind === 'paragraph' || block.kind === 'heading') return block.content;
  return block.kind === 'list' ? block.items.flatMap(({ blocks }) => blocks.flatMap(inlinesOf)) : [];
}

function isText(block: Block): boolean {
  if (block.kind === 'list') return block.items.every(({ blocks }) => blocks.every(isText));
  return block.kind === 'paragraph' || block.kind === 'heading';
}

function hrefOf(inline: Inline): string | null {
  if (inline.kind === 'image') return inline.href;
  return inline.kind === 'text' ? inline.format.href : null;
}
