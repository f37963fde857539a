/** Levels of headings, by their style and number among all headings of the document. */

import type { Block } from '../layout/blocks.ts';
import { greatest, least, median } from '../page/geometry.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

const MAX_LEVEL = 6; // redp5110_sampled: other text at 5, −.121 at 7

/** Sizes closer than this to the next larger one are the same: they differ by accident. */
const SAME_SIZE = 0.95; // redp5110_sampled: other text at .76, other text at 1.1875

/** Of two styles of one size, in ln of size: they differ less than two sizes that are not {@link SAME_SIZE}. */
const WEIGHT_DIFFERENCE = 0.04; // less than the .05 by which sizes differ

/**
 * The level of each heading, 1 to 6. Declared levels stay. Others have the level that most declared headings of their
 * style have; the remaining styles follow each other from the largest to the smallest, bold before plain text, capitals
 * before others. A heading numbered `2.1` is below those numbered `2`.
 */
export function headingLevelsOf(headings: readonly Heading[]): ReadonlyMap<Heading, number> {
  const titles = headings.filter(({ level }) => level === 'title');
  const levels = new Map(titles.map((title) => [title, 1]));
  let level = titles.length > 0 ? 1 : 0;
  for (const { headings: group } of joinedStyles(stylesOf(headings), MAX_LEVEL - level)) {
    const declared = group.flatMap((heading) => (typeof heading.level === 'number' ? [heading.level] : []));
    level = declared.length > 0 ? mostFrequent(declared) : Math.min(MAX_LEVEL, level + 1);
    for (const heading of group) levels.set(heading, typeof heading.level === 'number' ? heading.level : level);
  }
  return byNumber(headings, levels);
}

interface Style {
  readonly size: number;
  readonly headings: Heading[];
}

/** From the style that stands out most. A title has none. */
function stylesOf(headings: readonly Heading[]): Style[] {
  const sizes = sizesOf(headings.map(({ fontSize }) => fontSize));
  const ranked = headings.filter(({ level }) => level !== 'title');
  const capitals = new Set(
    ranked.filter(({ text }) => CAPITALS.test(text) && isUpperCase(text)).map((heading) => rankOf(heading, sizes)),
  );
  const styleRank = (heading: Heading): number => {
    const rank = rankOf(heading, sizes);
    return capitals.has(rank) && isUpperCase(heading.text) ? rank : rank + 1;
  };
  return [...Map.groupBy(ranked, styleRank)]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => ({ size: median(group.map(({ fontSize }) => fontSize)), headings: group }));
}

/**
 * Joins neighbours until at most `most` styles are left: first those that differ least and have the fewest headings.
 */
function joinedStyles(styles: readonly Style[], most: number): readonly Style[] {
  const joined = [...styles];
  while (joined.length > most) {
    let [at, cheapest] = [0, Infinity];
    for (const [index, style] of joined.entries()) {
      const next = joined[index + 1];
      const cost = next === undefined ? Infinity : costOf(style, next);
      if (cost < cheapest) [at, cheapest] = [index, cost];
    }
    const [larger, smaller] = joined.slice(at, at + 2).sort((a, b) => b.headings.length - a.headings.length);
    if (larger === undefined || smaller === undefined) break;
    for (const heading of smaller.headings) larger.headings.push(heading);
    joined.splice(at, 2, larger);
  }
  return joined;
}

const costOf = (one: Style, other: Style): number =>
  (Math.log(one.size / other.size) + WEIGHT_DIFFERENCE) * Math.min(one.headings.length, other.headings.length);

/** Distinct sizes, descending. */
function sizesOf(all: readonly number[]): number[] {
  const sizes: number[] = [];
  for (const size of [...new Set(all.map(Math.round))].sort((a, b) => b - a)) {
    if (size < SAME_SIZE * (sizes.at(-1) ?? Infinity)) sizes.push(size);
  }
  return sizes;
}

/** Lower for sizes and weights that stand out more; even. */
function rankOf({ fontSize, bold }: Heading, sizes: readonly number[]): number {
  const bySize = sizes.findIndex((size) => Math.round(fontSize) >= SAME_SIZE * size);
  return bySize * 4 + (bold ? 0 : 2);
}

/** Shorter words alone may be abbreviations; beside these they are set in capitals: NAME beside SYNOPSIS. */
const CAPITALS = /\p{Lu}{5}/u;
const isUpperCase = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

const DECIMAL = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s/;

const numberOf = (text: string): string => DECIMAL.exec(text)?.[1] ?? '';

const depthOf = (text: string): number => (DECIMAL.test(text) ? numberOf(text).split('.').length : 0);

/**
 * Corrects the levels of numbered headings by the depth of their numbers, from the levels of declared ones or of those
 * with sections below them.
 */
function byNumber(headings: readonly Heading[], levels: ReadonlyMap<Heading, number>): ReadonlyMap<Heading, number> {
  const numbered = headings.filter(({ level, text }) => level !== 'title' && depthOf(text) > 0);
  if (greatest(numbered.map(({ text }) => depthOf(text))) < 2) return levels;
  const sections = sectionsOf(numbered);
  const top = least(sections.map(({ text }) => depthOf(text)));
  const firsts = sections.filter(({ text }) => depthOf(text) === top);
  const parents = sections.filter((each, index) => depthOf(each.text) === top && isParent(each, sections[index + 1]));
  const declared = sections.filter(({ level }) => level !== 'by style');
  const known = [declared, parents, firsts].find(({ length }) => length > 0) ?? [];
  const above = mostFrequent(known.map((each) => (levels.get(each) ?? 1) - depthOf(each.text)));
  const corrected = new Map(levels);
  for (const heading of sections) {
    const level = Math.min(MAX_LEVEL, Math.max(1, above + depthOf(heading.text)));
    if (heading.level === 'by style') corrected.set(heading, level);
  }
  return corrected;
}

/** Without lists that count anew, such as those of a licence in the appendix. */
function sectionsOf(numbered: readonly Heading[]): Heading[] {
  const sections: Heading[] = [];
  let [last, isList] = ['', false];
  for (const [index, heading] of numbered.entries()) {
    const number = numberOf(heading.text);
    const isSection = number.includes('.') || isParent(heading, numbered[index + 1]);
    isList = !isSection && (isList || !isAfter(number, last));
    if (isList) continue;
    sections.push(heading);
    last = number;
  }
  return sections;
}

const isParent = ({ text }: Heading, next: Heading | undefined): boolean =>
  next !== undefined && numberOf(next.text).startsWith(`${numberOf(text)}.`);

const isAfter = (number: string, last: string): boolean => number.localeCompare(last, undefined, { numeric: true }) > 0;

/** The smallest of equals. */
function mostFrequent(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)].sort(([a], [b]) => a - b);
  return counts.reduce((best, next) => (next[1].length > best[1].length ? next : best))[0];
}
