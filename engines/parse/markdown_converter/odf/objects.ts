/** Embedded objects: formulas as LaTeX, charts as tables of their values. */
import { plainText, text, type Block } from '../../documents/markdown/model.ts';
import { namesOfSeries, titleLines } from '../shared/ooxml/charts.ts';
import { descend, isElement, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { InlineContent, OdfContext } from './context.ts';
import { mathLatex } from '../../documents/formulas/mathml.ts';
import { partOf } from './package.ts';
import { readTable } from './tables.ts';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['chart:bar', 'Bar chart'],
  ['chart:line', 'Line chart'],
  ['chart:circle', 'Pie chart'],
  ['chart:ring', 'Doughnut chart'],
  ['chart:area', 'Area chart'],
  ['chart:scatter', 'Scatter chart'],
  ['chart:bubble', 'Bubble chart'],
  ['chart:radar', 'Radar chart'],
  ['chart:filled-radar', 'Radar chart'],
  ['chart:stock', 'Stock chart'],
]);

/** At its first frame; `null` for other kinds of objects, which have a preview picture. */
export function readObject(object: XmlElement, context: OdfContext): InlineContent | null {
  const inside = descend(object, 'math:math') ?? descend(object, 'office:document');
  const part = partOf(object.attributes['xlink:href'] ?? '');
  if (inside === undefined && context.shown.has(part)) return { line: [], anchored: [] };
  if (part !== '') context.shown.add(part);
  const root = inside ?? context.file.xml(`${part}/content.xml`);
  if (root === null) return null;
  if (root.name === 'math:math') {
    const latex = mathLatex(root);
    return latex === '' ? null : { line: [{ kind: 'math', latex }], anchored: [] };
  }
  const chart = descend(root, 'office:body', 'office:chart', 'chart:chart');
  const blocks = chart === undefined ? [] : chartBlocks(chart, context);
  return blocks.length === 0 ? null : { line: [], anchored: blocks };
}

/**
 * Shapes in the cells of a chart are notes of programs on where the values come from. Without them, a chart inside itself
 * cannot recurse forever.
 */
function withoutShapes(element: XmlElement): XmlElement {
  const children = element.children.filter((child) => !isElement(child) || !child.name.startsWith('draw:'));
  return { ...element, children: children.map((child) => (isElement(child) ? withoutShapes(child) : child)) };
}

function chartBlocks(chart: XmlElement, context: OdfContext): Block[] {
  const values = descend(chart, 'table:table');
  const table = values === undefined ? [] : readTable(withoutShapes(values), context);
  if (table.length === 0) return [];
  const wordsOf = (element: XmlElement | undefined): string =>
    [...walk(element)]
      .filter(({ name }) => name === 'text:p')
      .map((paragraph) => textOf(paragraph).trim())
      .join(' ');
  const titles = [wordsOf(descend(chart, 'chart:title')), wordsOf(descend(chart, 'chart:subtitle'))];
  const axes = [...walk(chart)]
    .filter(({ name }) => name === 'chart:axis')
    .map((axis) => wordsOf(descend(axis, 'chart:title')));
  const kind = KINDS.get(chart.attributes['chart:class'] ?? '') ?? '';
  const series = [...walk(chart)].filter(({ name }) => name === 'chart:series');
  const isShown = kind !== '' && series.length > 0 && series.every((one) => isOnSheet(one, context.shownSheets));
  const words = [...titleLines(titles, axes), ...(isShown || kind === '' ? [] : [kind])];
  return [
    ...words.map((line): Block => ({ kind: 'paragraph', content: [text(line)] })),
    ...(isShown ? [namesOfSeries(kind, headerOf(table).slice(-series.length))] : table),
  ];
}

/** Whether the values are cells of one of the sheets: `$'My sheet'.$B$2:$'My sheet'.$B$9`. */
function isOnSheet(series: XmlElement, sheets: ReadonlySet<string>): boolean {
  const [first = ''] = (series.attributes['chart:values-cell-range-address'] ?? '').split(':', 1);
  const sheet = first.slice(0, Math.max(0, first.lastIndexOf('.')));
  return sheets.has(sheet.replace(/^\$?'?|'$/g, '').replaceAll("''", "'"));
}

function headerOf([table]: readonly Block[]): string[] {
  const [header = []] = table?.kind === 'table' ? table.rows : [];
  return header.map(({ blocks }) =>
    blocks.map((block) => (block.kind === 'paragraph' ? plainText(block.content) : '')).join(' '),
  );
}
