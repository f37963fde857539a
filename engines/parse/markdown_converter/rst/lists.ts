/** Lists of reStructuredText: of items, of fields with their values, and of a program's options. */
import { bolded, withLead } from '../../documents/markdown/compose.ts';
import { PLAIN, text, type Block, type ListItem } from '../../documents/markdown/model.ts';
import { dedent, indentedLines, type Read } from '../shared/markup/lines.ts';
import type { RstCursor } from './context.ts';

const BULLET = /^([-*+•‣⁃]) +(?=\S)|^[-*+•‣⁃]$/;
const NUMBERED =
  /^(?:\(?(?:\d+|#|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+)\)|(?:\d+|#|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+)\.) +(?=\S)/;
const FIELD = /^:([^:\s](?:[^:`]*[^:\s`])?):(?: +|$)/;
const OPTION =
  /^(?:--?|\/)[\w?](?:[\w-]*)(?:[ =][<\w][\w>.-]*)?(?:, (?:--?|\/)[\w?][\w-]*(?:[ =][<\w][\w>.-]*)?)*(?: {2,}|$)/;

/** `null` when no list begins here. */
export function readListed(cursor: RstCursor): Read | null {
  const { lines, at } = cursor;
  const line = lines[at] ?? '';
  if (BULLET.test(line)) return readList(cursor, BULLET);
  if (isNumbered(lines, at)) return readList(cursor, NUMBERED);
  if (FIELD.test(line)) return readFields(cursor);
  if (OPTION.test(line)) return readOption(cursor);
  return null;
}

/** `A. Roe wrote` is no item unless the next line is blank, indented or another item. */
function isNumbered(lines: readonly string[], at: number): boolean {
  if (!NUMBERED.test(lines[at] ?? '')) return false;
  const next = lines[at + 1] ?? '';
  return next === '' || next.startsWith(' ') || NUMBERED.test(next);
}

/** Items with their indented lines. Blank lines may separate items. */
function readList({ lines, at, depth, context }: RstCursor, marker: RegExp): Read {
  const items: ListItem[] = [];
  const isOrdered = marker === NUMBERED;
  const first = Number.parseInt(/\d+/.exec(lines[at]?.slice(0, 12) ?? '')?.[0] ?? '1', 10);
  const kind = lines[at]?.charAt(0);
  let next = at;
  for (;;) {
    const line = lines[next] ?? '';
    const match = marker.exec(line);
    if (match === null || (!isOrdered && line.charAt(0) !== kind)) break;
    const body = indentedLines(lines, next + 1, 1);
    const blocks = context.readBlocks([line.slice(match[0].length), ...dedent(body)], depth + 1);
    items.push({ number: isOrdered ? first + items.length : null, blocks });
    next += 1 + body.length;
    while (lines[next] === '' && next < lines.length) next++;
  }
  return { read: [{ kind: 'list', items }], next };
}

/** Fields as lines with bold names. */
function readFields({ lines, at, depth, context }: RstCursor): Read {
  const [whole = '', name = ''] = FIELD.exec(lines[at] ?? '') ?? [];
  const body = indentedLines(lines, at + 1, 1);
  const blocks = context.readBlocks([(lines[at] ?? '').slice(whole.length), ...dedent(body)], depth + 1);
  return { read: withLead(bolded([text(`${name}:`)]), blocks), next: at + 1 + body.length };
}

/** An option of a program and what it does. */
function readOption({ lines, at, depth, context }: RstCursor): Read {
  const line = lines[at] ?? '';
  const [option = ''] = OPTION.exec(line) ?? [];
  const body = indentedLines(lines, at + 1, 1);
  const blocks = context.readBlocks([line.slice(option.length), ...dedent(body)], depth + 1);
  const code: Block = { kind: 'paragraph', content: [text(option.trim(), { ...PLAIN, code: true })] };
  return { read: [code, ...blocks], next: at + 1 + body.length };
}
