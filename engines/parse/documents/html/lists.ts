/** Lists of a page. */
import type { Block, Format, ListItem } from '../markdown/model.ts';
import type { HtmlContext } from './context.ts';
import { attribute, elements, type HtmlElement } from './dom.ts';
import { isHidden } from './tags.ts';
import { append } from '../append.ts';

export function readList(list: HtmlElement, format: Format, context: HtmlContext): Block[] {
  const isOrdered = list.tagName === 'ol';
  let number = integer(attribute(list, 'start')) ?? 1;
  const items: (ListItem & { readonly blocks: Block[] })[] = [];
  for (const child of elements(list)) {
    if (isHidden(child)) continue;
    if (child.tagName === 'li') {
      number = integer(attribute(child, 'value')) ?? number;
      const blocks = context.flow(child, format);
      if (blocks.length > 0) items.push({ number: isOrdered ? number : null, blocks });
      number++;
      continue;
    }
    // A list directly inside a list belongs to the preceding item, as browsers display it.
    const stray =
      child.tagName === 'ul' || child.tagName === 'ol' ? readList(child, format, context) : context.flow(child, format);
    const last = items.at(-1);
    if (last !== undefined) append(last.blocks, stray);
    else if (stray.length > 0) items.push({ number: isOrdered ? number : null, blocks: stray });
  }
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** A definition list: each term bold, its definitions below. */
export function readDefinitions(list: HtmlElement, format: Format, context: HtmlContext): Block[] {
  return elements(list).flatMap((child) => {
    if (isHidden(child)) return [];
    if (child.tagName === 'div') return readDefinitions(child, format, context);
    return context.flow(child, child.tagName === 'dt' ? { ...format, bold: true } : format);
  });
}

function integer(value: string | null): number | null {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 0 && number <= 999_999_999 ? number : null;
}
