/** Builds nested lists from paragraphs with levels, the list model of office formats. */
import type { Block, Inline, ListItem } from './model.ts';

/** A block before nesting, where a list item is still a paragraph. */
export type FlatBlock = Block | ItemParagraph;

interface ItemParagraph {
  readonly kind: 'item';
  /** Distinguishes the list from adjacent ones. */
  readonly list: string;
  /** From 0. */
  readonly level: number;
  /** `null` for a bullet. */
  readonly number: number | null;
  readonly content: readonly Inline[];
  /** Content of the item after its first line. */
  readonly more?: readonly Block[];
}

/** An open list, whose items can still receive nested content. */
interface OpenList {
  readonly list: string;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly items: (ListItem & { readonly blocks: Block[] })[];
}

/** Nests items below the nearest item of a lower level, and joins adjacent lines of code. */
export function nestLists(flat: readonly FlatBlock[]): Block[] {
  const blocks: Block[] = [];
  let open: OpenList[] = [];
  for (const block of flat) {
    if (block.kind === 'item') {
      open = addItem(block, open, blocks);
      continue;
    }
    open = [];
    const last = blocks.at(-1);
    if (block.kind === 'code' && last?.kind === 'code') {
      blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    } else {
      blocks.push(block);
    }
  }
  return blocks;
}

/** Returns the lists that are open after the item, outermost first. */
function addItem(item: ItemParagraph, open: readonly OpenList[], blocks: Block[]): OpenList[] {
  const outer = open.filter((list) => list.level < item.level);
  const sibling = open.find((list) => list.level === item.level);
  const isOrdered = item.number !== null;
  const first: Block = { kind: 'paragraph', content: item.content };
  const entry = { number: item.number, blocks: [first, ...(item.more ?? [])] };
  if (sibling !== undefined && sibling.isOrdered === isOrdered && continues(item, sibling)) {
    sibling.items.push(entry);
    return [...outer, sibling];
  }
  const list: OpenList = { list: item.list, level: item.level, isOrdered, items: [entry] };
  const parent = outer.at(-1)?.items.at(-1)?.blocks ?? blocks;
  parent.push({ kind: 'list', items: list.items });
  return [...outer, list];
}

/** Files often split what appears as one list; the numbers show that it continues. */
function continues(item: ItemParagraph, { list, items }: OpenList): boolean {
  const last = items.at(-1)?.number ?? null;
  return list === item.list || item.level > 0 || (last !== null && item.number === last + 1);
}
