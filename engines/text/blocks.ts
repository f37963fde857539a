/** The blocks of a Markdown text, found line by line: as much of CommonMark as decides where a text may be cut. */

export type BlockKind = 'heading' | 'prose' | 'list' | 'table' | 'code';

export interface Block {
  readonly kind: BlockKind;
  /** UTF-16 code units, end exclusive; without the line break at its end. */
  readonly start: number;
  readonly end: number;
  /** Of a heading, 1 to 6; 0 of every other block. */
  readonly level: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type LineKind = BlockKind | 'blank' | 'fence';

/** The blocks in order; blank lines belong to none. Time grows with the length of the text. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: BlockKind; start: number; end: number } | null = null;
  let fence: string | null = null;
  const close = (): void => {
    if (open) blocks.push({ ...open, level: 0 });
    open = null;
  };
  for (const line of linesOf(markdown)) {
    const kind: LineKind = fence === null ? kindOf(line.text) : 'code';
    if (fence !== null && open) {
      open.end = line.end;
      if (closesFence(line.text, fence)) {
        fence = null;
        close();
      }
      continue;
    }
    if (kind === 'blank') {
      close();
    } else if (kind === 'heading') {
      close();
      const level = line.text.trimStart().search(/[^#]/);
      blocks.push({ kind, start: line.start, end: line.end, level: level < 0 ? line.text.trim().length : level });
    } else if (kind === 'fence') {
      close();
      fence = fenceOf(line.text);
      open = { kind: 'code', start: line.start, end: line.end };
    } else if (open && continues(open.kind, kind, line.text)) {
      open.end = line.end;
    } else {
      close();
      open = { kind, start: line.start, end: line.end };
    }
  }
  close();
  return blocks;
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { start, end, text: text.slice(start, end) };
    start = end + 1;
  }
}

/** A list goes on with indented lines and further items; prose with any line that opens nothing else. */
function continues(open: BlockKind, next: BlockKind, line: string): boolean {
  if (open === next) return true;
  return open === 'list' && next === 'prose' && /^\s/.test(line);
}

function kindOf(line: string): LineKind {
  const text = line.trimStart();
  if (text === '') return 'blank';
  if (text.startsWith('```') || text.startsWith('~~~')) return 'fence';
  if (/^#{1,6}(?:\s|$)/.test(text)) return 'heading';
  if (text.startsWith('|')) return 'table';
  if (/^(?:[-*+]|\d{1,9}[.)])\s/.test(text)) return 'list';
  return 'prose';
}

function fenceOf(line: string): string {
  const text = line.trimStart();
  const [mark = '`'] = text;
  let length = 0;
  while (text[length] === mark) length++;
  return mark.repeat(length);
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence[0] ?? '`', '') === '';
}
