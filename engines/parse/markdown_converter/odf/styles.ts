/** Styles: what paragraphs, text and lists inherit from those they name. */
import type { Format } from '../../shared/markdown/model.ts';
import { MONOSPACE } from '../ooxml/monospace.ts';
import { childrenOf, descend, type XmlElement } from '../ooxml/xml.ts';

export interface Style {
  /** Name as the user sees it: `Heading 1`, `Text body`. */
  readonly name: string;
  readonly parent: string | null;
  /** Made by the program for formatting by hand, not by a person. */
  readonly isAutomatic: boolean;
  readonly element: XmlElement;
}

export interface ListLevel {
  /** `null` for bullets, else `1`, `a`, `A`, `i`, `I`; empty for no mark at all. */
  readonly format: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** How many levels the label shows: 2 for `1.1`. */
  readonly shownLevels: number;
}

export interface StyleSheet {
  /** The style of a family (`paragraph`, `text`, `table`) and those it is based on, nearest first. */
  readonly chain: (family: string, name: string | undefined) => readonly Style[];
  /** A level of a list style, from 1; `null` when there is none. */
  readonly listLevel: (list: string | null, level: number) => ListLevel | null;
  /** A level of the numbers of headings. */
  readonly outlineLevel: (level: number) => ListLevel | null;
}

/** Styles based on each other beyond this many, or without end, say nothing more. */
const MAX_CHAIN = 50;

export function readStyles(roots: readonly (XmlElement | null)[]): StyleSheet {
  const styles = new Map<string, Style>();
  const lists = new Map<string, ReadonlyMap<number, ListLevel>>();
  let outline: ReadonlyMap<number, ListLevel> = new Map();
  const groups = roots
    .flatMap((root) => childrenOf(root ?? undefined))
    .filter(({ name }) => /^office:(automatic-)?styles$/.test(name));
  for (const group of groups) {
    for (const element of childrenOf(group)) {
      const name = element.attributes['style:name'] ?? '';
      if (element.name === 'style:style') {
        styles.set(`${element.attributes['style:family']} ${name}`, {
          name: element.attributes['style:display-name'] ?? name.replace(/_20_/g, ' '),
          parent: element.attributes['style:parent-style-name'] ?? null,
          isAutomatic: group.name === 'office:automatic-styles',
          element,
        });
      } else if (element.name === 'text:list-style') lists.set(name, readLevels(element));
      else if (element.name === 'text:outline-style') outline = readLevels(element);
    }
  }
  return {
    chain(family, name) {
      const chain: Style[] = [];
      let style = styles.get(`${family} ${name}`);
      while (style !== undefined && chain.length < MAX_CHAIN) {
        chain.push(style);
        style = style.parent === null ? undefined : styles.get(`${family} ${style.parent}`);
      }
      return chain;
    },
    listLevel: (list, level) => (list === null ? null : (lists.get(list)?.get(level) ?? null)),
    outlineLevel: (level) => outline.get(level) ?? null,
  };
}

const MAX_START = 1_000_000;

function readLevels(list: XmlElement): ReadonlyMap<number, ListLevel> {
  return new Map(
    childrenOf(list).map(({ name, attributes }) => [
      Number(attributes['text:level'] ?? 1),
      {
        format: /number|outline/.test(name) ? (attributes['style:num-format'] ?? '') : null,
        prefix: attributes['style:num-prefix'] ?? '',
        suffix: attributes['style:num-suffix'] ?? '',
        start: wholeNumber(attributes['text:start-value'], MAX_START, 1),
        shownLevels: wholeNumber(attributes['text:display-levels'], 10, 1),
      },
    ]),
  );
}

/** A whole number from 0 to `limit`; `fallback` for what is none. */
export function wholeNumber(value: string | undefined, limit: number, fallback: number): number {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 0 ? Math.min(number, limit) : fallback;
}

/** What a style changes about text; only what it says itself. */
export function textFormat({ element }: Style): Partial<Format> {
  const attributes = descend(element, 'style:text-properties')?.attributes ?? {};
  const weight = attributes['fo:font-weight'];
  const style = attributes['fo:font-style'];
  const line = attributes['style:text-line-through-style'];
  const position = attributes['style:text-position'];
  const font = attributes['style:font-name'] ?? attributes['fo:font-family'];
  return {
    ...(weight === undefined ? {} : { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(style === undefined ? {} : { italic: style === 'italic' || style === 'oblique' }),
    ...(line === undefined ? {} : { strike: line !== 'none' }),
    ...(position === undefined ? {} : { vertical: verticalOf(position) }),
    ...(font === undefined ? {} : { code: MONOSPACE.test(font) }),
  };
}

/** `super 58%`, `-33% 58%`: where the text stands, then its size. */
function verticalOf(position: string): Format['vertical'] {
  if (position.startsWith('super')) return 'sup';
  if (position.startsWith('sub')) return 'sub';
  const percent = Number.parseFloat(position);
  return percent > 0 ? 'sup' : percent < 0 ? 'sub' : null;
}

/** The value that a property has in the nearest style that sets it, or `null`. */
export function propertyOf(chain: readonly Style[], group: string, name: string): string | null {
  for (const { element } of chain) {
    const value = descend(element, group)?.attributes[name];
    if (value !== undefined) return value;
  }
  return null;
}
