/** Converts the text of a shape to blocks. */
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { PLAIN, text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { numberLabel } from '../shared/drawingml/bullets.ts';
import { isVisible, listItem } from '../shared/drawingml/text.ts';
import { recordsIn, type PptRecord } from '../shared/ole/drawing-records.ts';
import { readAutoNumbers, readTextStyles, type AutoNumber, type TextStyles } from './text-styles.ts';

const TEXT_HEADER = 3999;
const WIDE_TEXT = 4000;
const NARROW_TEXT = 4008;
const STYLES = 4001;
const INTERACTION = 4082;
const INTERACTION_ATOM = 4083;
const INTERACTION_RANGE = 4063;
const PROGRAM_TAGS = 5000;
const BINARY_TAG = 5002;
const TAG_DATA = 5003;
const FURTHER_STYLES = 4012;

/** The role of texts outside of placeholders. */
export const OTHER_TEXT = 4;

export interface ShapeText {
  /** Its role on the slide: 0 and 6 are titles. */
  readonly kind: number;
  readonly characters: string;
  readonly styles: TextStyles;
  /** Links by their text positions. */
  readonly links: { readonly start: number; readonly end: number; readonly link: number }[];
}

/** A sequence of texts, each a header, the characters, their styles and click actions. An empty one may end there. */
export function readTexts(records: readonly PptRecord[]): ShapeText[] {
  const texts: ShapeText[] = [];
  let pendingLink = 0;
  const last = (): ShapeText | undefined => texts.at(-1);
  const replaceLast = (change: Partial<ShapeText>): void => {
    const previous = texts.pop();
    if (previous !== undefined) texts.push({ ...previous, ...change });
  };
  for (const { type, data } of records) {
    if (type === TEXT_HEADER && data.length >= 4) {
      texts.push({ kind: data.readUInt32LE(0), characters: '', styles: { paragraphs: [], characters: [] }, links: [] });
    } else if (type === WIDE_TEXT || type === NARROW_TEXT) {
      replaceLast({ characters: data.toString(type === WIDE_TEXT ? 'utf16le' : 'latin1') });
    } else if (type === STYLES) {
      replaceLast({ styles: readTextStyles(data, last()?.characters.length ?? 0) });
    } else if (type === INTERACTION) {
      const atom = recordsIn(data, INTERACTION_ATOM)[0]?.data;
      pendingLink = atom !== undefined && atom.length >= 8 ? atom.readUInt32LE(4) : 0;
    } else if (type === INTERACTION_RANGE && data.length >= 8) {
      const link = { start: data.readUInt32LE(0), end: data.readUInt32LE(4), link: pendingLink };
      last()?.links.push(link);
    }
  }
  for (const { links } of texts) links.sort((a, b) => a.start - b.start);
  return texts;
}

/** Automatic numbers in a shape's settings, by the number that its characters refer to. */
export function autoNumbersOf(clientData: Buffer | undefined): readonly (AutoNumber | null)[] {
  for (const tags of recordsIn(clientData, PROGRAM_TAGS)) {
    for (const tag of recordsIn(tags.data, BINARY_TAG)) {
      const styles = recordsIn(recordsIn(tag.data, TAG_DATA)[0]?.data, FURTHER_STYLES)[0];
      if (styles !== undefined) return readAutoNumbers(styles.data);
    }
  }
  return [];
}

export interface TextSettings {
  /** Bullets of the master's levels; empty for text without them. */
  readonly bullets: readonly boolean[];
  readonly numbers: readonly (AutoNumber | null)[];
  readonly hyperlinks: ReadonlyMap<number, string>;
}

/** Paragraphs and lists. Empty paragraphs are dropped and do not interrupt lists. */
export function textBlocks(shapeText: ShapeText, { bullets, numbers, hyperlinks }: TextSettings): Block[] {
  const counters = new Map<number, { key: string; number: number }>();
  const flat: FlatBlock[] = [];
  let start = 0;
  for (const paragraph of shapeText.characters.split('\r')) {
    const content = inlineOf(shapeText, start, start + paragraph.length, hyperlinks);
    const run = runAt(shapeText.styles.paragraphs, start);
    const extra = runAt(shapeText.styles.characters, start)?.extra ?? 0;
    start += paragraph.length + 1;
    if (!isVisible(content)) continue;
    const level = run?.level ?? 0;
    const isItem = run?.hasBullet ?? bullets[Math.min(level, bullets.length - 1)] ?? false;
    const number = isItem ? (numbers[extra] ?? null) : null;
    for (const deeper of counters.keys())
      if (deeper > level || (deeper === level && number === null)) counters.delete(deeper);
    const label = number === null ? '' : nextLabel(number, level, counters);
    flat.push(isItem ? listItem(content, { level, label }) : { kind: 'paragraph', content });
  }
  return nestLists(flat);
}

/** Numbering schemes by their code, in the terms of newer formats. */
const SCHEMES = [
  'alphaLcPeriod',
  'alphaUcPeriod',
  'arabicParenR',
  'arabicPeriod',
  'romanLcParenBoth',
  'romanLcParenR',
  'romanLcPeriod',
  'romanUcPeriod',
  'alphaLcParenBoth',
  'alphaLcParenR',
  'alphaUcParenBoth',
  'alphaUcParenR',
  'arabicParenBoth',
  'arabicPlain',
  'romanUcParenBoth',
  'romanUcParenR',
];

function nextLabel(
  { scheme, start }: AutoNumber,
  level: number,
  counters: Map<number, { key: string; number: number }>,
): string {
  const key = `${scheme} ${start}`;
  const running = counters.get(level);
  const number = running?.key === key ? running.number + 1 : start;
  counters.set(level, { key, number });
  return numberLabel(number, SCHEMES[scheme] ?? 'arabicPeriod');
}

/** A multi-line title remains one heading. */
export function titleContent(shapeText: ShapeText, hyperlinks: ReadonlyMap<number, string>): Inline[] {
  const { length } = shapeText.characters;
  return inlineOf(shapeText, 0, length, hyperlinks);
}

function inlineOf(
  { characters, styles, links }: ShapeText,
  start: number,
  end: number,
  hyperlinks: ReadonlyMap<number, string>,
): Inline[] {
  const content: Inline[] = [];
  for (let at = start; at < end;) {
    const run = runAt(styles.characters, at);
    const following = firstAfter(links, (candidate) => candidate.start > at);
    const before = links[following - 1];
    const link = before !== undefined && at < before.end ? before : undefined;
    const until = Math.min(end, run?.end ?? end, link?.end ?? links[following]?.start ?? end);
    const format = {
      ...PLAIN,
      bold: run?.bold ?? false,
      italic: run?.italic ?? false,
      vertical: run?.vertical ?? null,
      href: link === undefined ? null : (hyperlinks.get(link.link) ?? null),
    };
    for (const [index, line] of characters
      .slice(at, Math.max(at + 1, until))
      .split(/[\v\r]/)
      .entries()) {
      if (index > 0) content.push({ kind: 'break' });
      if (line !== '') content.push(text(line, format));
    }
    at = Math.max(at + 1, until);
  }
  return content;
}

/** The run that covers a character, with its end. */
function runAt<Run extends { readonly count: number }>(
  runs: readonly Run[],
  at: number,
): (Run & { readonly end: number }) | undefined {
  let all = ends.get(runs);
  if (all === undefined) {
    let end = 0;
    all = runs.map(({ count }) => (end += count));
    ends.set(runs, all);
  }
  const index = firstAfter(all, (end) => at < end);
  const run = runs[index];
  return run === undefined ? undefined : { ...run, end: all[index] ?? 0 };
}

/** Cached ends of a text's runs, needed at least once per paragraph. */
const ends = new WeakMap<readonly object[], readonly number[]>();

/** Index of the first item after a position (binary search). */
function firstAfter<T>(items: readonly T[], isBehind: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isBehind(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
