/** Automatic numbering: the list of a paragraph, and the label that Word displays. */
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { alternative } from '../shared/ooxml/alternative.ts';
import { advance, type Level, type List, type NumberedParagraph } from '../shared/word/list-counters.ts';
import type { StyleSheet } from './styles.ts';
import { countOf, switchOf, valueOf } from './values.ts';

export interface Numbering {
  /** Counts a paragraph and returns its number; `null` outside lists. Call once per paragraph, in order. */
  readonly count: (properties: XmlElement | undefined) => NumberedParagraph | null;
}

const MAX_LEVEL = 8;
export function readNumbering(numbering: XmlElement | null, styles: StyleSheet): Numbering {
  const lists = readLists(numbering ?? undefined);
  const counters = new Map<string, Map<number, number>>();
  return {
    count(properties) {
      const found = membership(properties, lists, styles);
      if (found === null) return null;
      const { list, level } = found;
      const counts = counters.get(list.definition) ?? new Map<number, number>();
      counters.set(list.definition, counts);
      return { list: list.id, level, label: advance(list, level, counts) };
    },
  };
}

/** The list and level named by a paragraph or its style. */
function membership(
  properties: XmlElement | undefined,
  lists: ReadonlyMap<string, List>,
  styles: StyleSheet,
): { list: List; level: number } | null {
  const styleId = valueOf(properties, 'w:pStyle');
  const inherited = styles.chain(styleId).map((style) => descend(style.paragraph, 'w:numPr'));
  const sources = [descend(properties, 'w:numPr'), ...inherited].filter((source) => source !== undefined);
  const id = sources.map((source) => valueOf(source, 'w:numId')).find((value) => value !== null) ?? '0';
  const list = lists.get(id);
  if (list === undefined || id === '0') return null;
  const named = sources.map((source) => valueOf(source, 'w:ilvl')).find((value) => value !== null) ?? null;
  const ofStyle = [...list.levels].find(([, level]) => level.style !== null && level.style === styleId)?.[0];
  return { list, level: named === null ? (ofStyle ?? 0) : countOf(named, MAX_LEVEL, 0) };
}

function readLists(numbering: XmlElement | undefined): Map<string, List> {
  const definitions = childrenOf(numbering, 'w:abstractNum');
  const byId = new Map(definitions.map((element) => [element.attributes['w:abstractNumId'] ?? '', element]));
  const byLink = new Map(definitions.toReversed().map((element) => [valueOf(element, 'w:styleLink'), element]));
  const lists = new Map<string, List>();
  for (const element of childrenOf(numbering, 'w:num')) {
    const id = element.attributes['w:numId'];
    const definition = valueOf(element, 'w:abstractNumId');
    const named = byId.get(definition ?? '');
    if (id === undefined || definition === null || named === undefined) continue;
    // A definition may only refer to the list style that has the levels.
    const link = valueOf(named, 'w:numStyleLink');
    const source = (link === null ? undefined : byLink.get(link)) ?? named;
    const levels = readLevels(source);
    const restarts = new Map<number, number>();
    for (const override of childrenOf(element, 'w:lvlOverride')) {
      const level = countOf(override.attributes['w:ilvl'] ?? null, MAX_LEVEL, 0);
      for (const [index, replaced] of readLevels(override)) levels.set(index, replaced);
      const start = valueOf(override, 'w:startOverride');
      if (start !== null) restarts.set(level, countOf(start, 1_000_000, 1));
    }
    lists.set(id, { id, definition, levels, restarts });
  }
  return lists;
}

function readLevels(parent: XmlElement): Map<number, Level> {
  return new Map(
    childrenOf(parent, 'w:lvl').map((level) => [
      countOf(level.attributes['w:ilvl'] ?? null, MAX_LEVEL, 0),
      {
        format: formatOf(level),
        pattern: valueOf(level, 'w:lvlText') ?? '',
        start: countOf(valueOf(level, 'w:start'), 1_000_000, 1),
        style: valueOf(level, 'w:pStyle'),
        isLegal: switchOf(level, 'w:isLgl') ?? false,
        restartsAfter: valueOf(level, 'w:lvlRestart') === null ? null : countOf(valueOf(level, 'w:lvlRestart'), 9, 0),
      },
    ]),
  );
}

/** A format by its name, or by a sample, which newer versions write beside a format for older ones. */
function formatOf(level: XmlElement): string {
  const newest = alternative(descend(level, 'mc:AlternateContent'));
  const format = descend(newest, 'w:numFmt') ?? descend(level, 'w:numFmt');
  return format?.attributes['w:format'] ?? format?.attributes['w:val'] ?? 'decimal';
}
