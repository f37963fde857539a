/** Lists from paragraphs: office formats know only paragraphs of a level, Markdown nests. */
import type { Block, Inline, ListItem } from './model.ts';

/** A block as it stands in the file: a list item is still one paragraph among others. */
export type FlatBlock = Block | ItemParagraph;

interface ItemParagraph {
  readonly kind: 'item';
  /** What tells the list from its neighbours. */
  readonly list: string;
  /** From 0. */
  readonly level: number;
  /** `null` for a bullet. */
  readonly number: number | null;
  readonly content: readonly Inline[];
  /** What belongs to the item below its first line. */
  readonly more?: readonly Block[];
}

/** A list that is still open: its items take what is nested below them. */
interface OpenList {
  readonly list: string;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly items: (ListItem & { readonly blocks: Block[] })[];
}

/** Nests items below the nearest item of a lower level, and joins neighbouring lines of code. */
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
  const beside = open.find((list) => list.level === item.level);
  const isOrdered = item.number !== null;
  const first: Block = { kind: 'paragraph', content: item.content };
  const entry = { number: item.number, blocks: [first, ...(item.more ?? [])] };
  if (beside !== undefined && beside.isOrdered === isOrdered && continues(item, beside)) {
    beside.items.push(entry);
    return [...outer, beside];
  }
  const list: OpenList = { list: item.list, level: item.level, isOrdered, items: [entry] };
  const parent = outer.at(-1)?.items.at(-1)?.blocks ?? blocks;
  parent.push({ kind: 'list', items: list.items });
  return [...outer, list];
}

/** Lists are often broken in the file where people see one: the numbers tell. */
function continues(item: ItemParagraph, { list, items }: OpenList): boolean {
  const last = items.at(-1)?.number ?? null;
  return list === item.list || item.level > 0 || (last !== null && item.number === last + 1);
}
