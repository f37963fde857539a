/** Sets random prose in columns, as newspapers do: pages made for a test, with their text in reading order. */
import { PDF_HEIGHT, PDF_WIDTH } from './pdf.ts';
import type { PdfPage, PdfText } from './pdf.ts';
import type { Random } from '../random.ts';

export interface Layout {
  readonly columns: number;
  /** Points between columns. */
  readonly gutter: number;
  readonly justified: boolean;
  /** Points; default 9. */
  readonly size?: number;
  readonly title?: boolean;
  /** Lines of a paragraph as wide as the page, above the columns. */
  readonly abstract?: number;
  readonly headings?: boolean;
  /** A caption over the middle columns, below the space for a photograph. */
  readonly photo?: boolean;
  /** Rows of a table without rules within the second column. */
  readonly table?: number;
  /** Columns end at different heights. */
  readonly unequal?: boolean;
  /** The baselines of the columns are not aligned. */
  readonly shifted?: boolean;
}

export interface TypesetPage {
  readonly page: PdfPage;
  /** The paragraphs, headings and rows in reading order. */
  readonly truth: readonly string[];
}

const MARGIN = 48;
const LEADING = 1.2;
/** How much wider than regular letters bold ones are at most. */
const BOLD_WIDTH = 1.2;
/** Letters of Helvetica by their widths, in thousandths of an em; the others are 556 wide. */
const LETTERS = {
  222: 'ijl',
  278: ' .,ft',
  333: 'r',
  500: 'cksvxyzJ',
  611: 'FT',
  667: 'ABEKPSVXY',
  722: 'wCDHNRU',
  778: 'GOQ',
  833: 'mM',
  944: 'W',
};
const WIDTHS = new Map(
  Object.entries(LETTERS).flatMap(([width, letters]) =>
    letters.split('').map((letter): [string, number] => [letter, Number(width)]),
  ),
);
const WORDS = [
  ...'the of and to in a is that for by was with as on at from'.split(' '),
  ...'harbour mills tide gate council harvest railway bridge meeting schedule procurement maintenance'.split(' '),
  ...'engineers confirmed distributed regional quarterly overtime committee seasonal demand carriers'.split(' '),
  ...'customs flooding throughput priority coastal levels delays'.split(' '),
];

/** A block of a column: what is to be set, line by line. */
interface Flow {
  readonly texts: PdfText[];
  readonly truth: string[];
  y: number;
}

export function typeset(random: Random, layout: Layout): TypesetPage {
  const size = layout.size ?? 9;
  const pitch = LEADING * size;
  const width = (PDF_WIDTH - 2 * MARGIN - (layout.columns - 1) * layout.gutter) / layout.columns;
  const left = (column: number): number => MARGIN + column * (width + layout.gutter);
  const head: Flow = { texts: [], truth: [], y: MARGIN + 2 * size };
  if (layout.title === true) {
    addHeading(head, titleOf(random), MARGIN, 2 * size);
    head.y += 2 * pitch;
  }
  if (layout.abstract !== undefined) {
    const words = prose(random, layout.abstract * 20);
    addParagraph(head, words, { x: MARGIN, width: PDF_WIDTH - 2 * MARGIN, bottom: PDF_HEIGHT, size, layout });
    head.y += pitch;
  }
  const flows: Flow[] = [head];
  // A photograph covers the upper part of the columns between the first and the last.
  const photoEnd = head.y + 16 * pitch;
  for (let column = 0; column < layout.columns; column++) {
    const isInner = column > 0 && column < layout.columns - 1;
    const flow: Flow = { texts: [], truth: [], y: head.y + (layout.shifted === true ? random.between(0, pitch) : 0) };
    if (layout.photo === true && isInner) {
      if (column === 1) {
        const span = (layout.columns - 2) * (width + layout.gutter) - layout.gutter;
        const caption: Flow = { texts: [], truth: [], y: photoEnd - 2 * pitch };
        const words = prose(random, Math.floor(span / (5 * size)));
        addParagraph(caption, words, { x: left(1), width: span, bottom: PDF_HEIGHT, size, layout });
        flows.push(caption);
      }
      flow.y += photoEnd - head.y;
    }
    const bottom = PDF_HEIGHT - MARGIN - (layout.unequal === true ? random.between(0, 250) : 0);
    let hasTable = false;
    while (flow.y < bottom) {
      if (layout.headings === true && random.chance(0.4) && flow.y < bottom - 4 * pitch) {
        flow.y += pitch / 2;
        addHeading(flow, headingOf(random, width / (size + 2)), left(column), size + 2);
        flow.y += pitch / 2;
      }
      addParagraph(flow, prose(random, random.whole(25, 70)), { x: left(column), width, bottom, size, layout });
      flow.y += pitch / 2;
      if (layout.table !== undefined && column === 1 && !hasTable && flow.y < bottom - (layout.table + 2) * pitch) {
        hasTable = true;
        addTable(flow, random, layout.table, left(column), width, size);
      }
    }
    flows.push(flow);
  }
  return { page: { text: flows.flatMap(({ texts }) => texts) }, truth: flows.flatMap(({ truth }) => truth) };
}

function titleOf(random: Random): string {
  const [first = '', ...rest] = Array.from({ length: 4 }, () => random.pick(WORDS.filter((word) => word.length > 5)));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

/** As many words as fit into `width` em of bold letters. */
function headingOf(random: Random, width: number): string {
  const words = titleOf(random).split(' ');
  while (words.length > 1 && widthOf(words.join(' '), BOLD_WIDTH) > width) words.pop();
  return words.join(' ');
}

/** Sentences. */
function prose(random: Random, count: number): string[] {
  let isFirst = true;
  return Array.from({ length: count }, (_, index) => {
    const word = random.pick(WORDS);
    const isLast = index === count - 1 || random.chance(0.1);
    const set = (isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word) + (isLast ? '.' : '');
    isFirst = isLast;
    return set;
  });
}

const widthOf = (text: string, size: number): number =>
  text.split('').reduce((total, letter) => total + ((WIDTHS.get(letter) ?? 556) * size) / 1000, 0);

function addHeading(flow: Flow, text: string, x: number, size: number): void {
  flow.texts.push({ x, y: flow.y, text, size, font: 'bold' });
  flow.truth.push(text);
  flow.y += LEADING * size;
}

interface Frame {
  readonly x: number;
  readonly width: number;
  /** No line is set below. */
  readonly bottom: number;
  readonly size: number;
  readonly layout: Layout;
}

function addParagraph(flow: Flow, words: readonly string[], { x, width, bottom, size, layout }: Frame): void {
  const taken: string[] = [];
  for (let start = 0; start < words.length && flow.y < bottom; flow.y += LEADING * size) {
    let end = start + 1;
    while (end < words.length && widthOf(words.slice(start, end + 1).join(' '), size) <= width) end++;
    const line = words.slice(start, end);
    const isLast = end === words.length;
    const free = width - widthOf(line.join(''), size);
    const space = layout.justified && !isLast && line.length > 1 ? free / (line.length - 1) : widthOf(' ', size);
    let at = x;
    for (const text of line) {
      flow.texts.push({ x: at, y: flow.y, text, size });
      at += widthOf(text, size) + space;
    }
    taken.push(...line);
    start = end;
  }
  if (taken.length > 0) flow.truth.push(taken.join(' '));
}

function addTable(flow: Flow, random: Random, rows: number, x: number, width: number, size: number): void {
  for (let row = 0; row < rows; row++) {
    const cells = [random.pick(WORDS), String(random.whole(10, 99)), String(random.whole(100, 999))];
    for (const [column, text] of cells.entries()) {
      flow.texts.push({ x: x + (column * width) / 3, y: flow.y, text, size });
    }
    flow.truth.push(cells.join(' '));
    flow.y += LEADING * size;
  }
  flow.y += (LEADING * size) / 2;
}
