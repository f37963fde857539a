/** Lists of Org: items, check boxes, and terms with their descriptions. */
import { bolded, withLead } from '../../documents/markdown/compose.ts';
import type { Block, Inline, ListItem } from '../../documents/markdown/model.ts';
import { dedent, indentedLines, indentOf, type Read } from '../shared/markup/lines.ts';
import type { OrgContext, OrgCursor } from './context.ts';
import { readInline } from './inline.ts';

export const ITEM = /^ *([-+]|\d+[.)]|[a-zA-Z][.)]|(?<= )\*)(?: (.*))?$/;

/** Items of one indentation; deeper lines belong to the item above them. */
export function readList({ lines, at, depth, context }: OrgCursor): Read {
  const indent = indentOf(lines[at] ?? '');
  const items: ListItem[] = [];
  let next = at;
  for (;;) {
    const match = ITEM.exec(lines[next] ?? '');
    if (match === null || indentOf(lines[next] ?? '') !== indent) break;
    const body = indentedLines(lines, next + 1, indent + 1);
    const blocks = readItem((match[2] ?? '').trim(), dedent(body), depth + 1, context);
    items.push({ number: /\d|[a-zA-Z]/.test(match[1] ?? '') ? items.length + 1 : null, blocks });
    next += 1 + body.length;
    // Two blank lines end a list.
    if (lines[next] === '' && lines[next + 1] !== '') next++;
  }
  return { read: [{ kind: 'list', items }], next };
}

function readItem(first: string, body: readonly string[], depth: number, context: OrgContext): readonly Block[] {
  const [, box, rest = ''] = /^\[([ X-])\] (.*)$/.exec(first) ?? [];
  const words = box === undefined ? first : rest;
  const mark = `${words} `.indexOf(' :: ');
  const term = mark < 0 ? undefined : words.slice(0, mark);
  const definition = mark < 0 ? '' : words.slice(mark + ' :: '.length);
  const label = term === undefined ? [] : bolded(readInline(term, context.notes));
  const blocks = context.readBlocks([definition || (term === undefined ? words : ''), ...body], depth);
  const led = withLead(label, blocks);
  return box === undefined ? led : withBox(box === 'X', led);
}

function withBox(checked: boolean, blocks: readonly Block[]): readonly Block[] {
  const box: Inline = { kind: 'checkbox', checked };
  const [first, ...rest] = blocks;
  return first?.kind === 'paragraph'
    ? [{ ...first, content: [box, ...first.content] }, ...rest]
    : [{ kind: 'paragraph', content: [box] }, ...blocks];
}
