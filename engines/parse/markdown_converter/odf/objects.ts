/** Embedded objects: formulas as LaTeX, charts as tables of their values. */
import { text, type Block } from '../../shared/markdown/model.ts';
import { descend, textOf, walk, type XmlElement } from '../ooxml/xml.ts';
import type { InlineContent, OdfContext } from './context.ts';
import { mathLatex } from './mathml.ts';
import { partOf } from './package.ts';
import { readTable } from './tables.ts';

const KINDS: Readonly<Record<string, string>> = {
  'chart:bar': 'Bar chart',
  'chart:line': 'Line chart',
  'chart:circle': 'Pie chart',
  'chart:ring': 'Doughnut chart',
  'chart:area': 'Area chart',
  'chart:scatter': 'Scatter chart',
  'chart:bubble': 'Bubble chart',
  'chart:radar': 'Radar chart',
  'chart:filled-radar': 'Radar chart',
  'chart:stock': 'Stock chart',
};

/** `null` for other kinds of objects, which have a preview picture. */
export function readObject(object: XmlElement, context: OdfContext): InlineContent | null {
  const inside = descend(object, 'math:math');
  const address = object.attributes['xlink:href'];
  const root = inside ?? (address === undefined ? null : context.file.xml(`${partOf(address)}/content.xml`));
  if (root === null) return null;
  if (root.name === 'math:math') {
    const latex = mathLatex(root);
    return latex === '' ? null : { line: [{ kind: 'math', latex }], anchored: [] };
  }
  const chart = descend(root, 'office:body', 'office:chart', 'chart:chart');
  const blocks = chart === undefined ? [] : chartBlocks(chart, context);
  return blocks.length === 0 ? null : { line: [], anchored: blocks };
}

function chartBlocks(chart: XmlElement, context: OdfContext): Block[] {
  const values = descend(chart, 'table:table');
  // Its cells have no further objects: a chart inside itself would recurse forever.
  const file = { ...context.file, xml: () => null };
  const table = values === undefined ? [] : readTable(values, { ...context, file });
  if (table.length === 0) return [];
  const title = [...walk(descend(chart, 'chart:title'))]
    .filter(({ name }) => name === 'text:p')
    .map(textOf)
    .join(' ');
  const words = [title.trim(), KINDS[chart.attributes['chart:class'] ?? ''] ?? ''].filter((line) => line !== '');
  return [...words.map((line): Block => ({ kind: 'paragraph', content: [text(line)] })), ...table];
}
