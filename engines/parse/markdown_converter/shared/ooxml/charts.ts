/** Charts as tables of their values, which the file caches with the drawing. */
import { isDateFormat } from 'numfmt';
import { text, type Block, type TableCell } from '../../../documents/markdown/model.ts';
import { cellFormat } from './number-text.ts';
import { plainNumber } from '../plain-number.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../../documents/xml.ts';

/** Display names of plot types. */
const KINDS: readonly (readonly [plot: RegExp, kind: string])[] = [
  [/^c:bar/, 'Bar chart'],
  [/^c:line/, 'Line chart'],
  [/^c:(pie|ofPie)/, 'Pie chart'],
  [/^c:doughnut/, 'Doughnut chart'],
  [/^c:area/, 'Area chart'],
  [/^c:scatter/, 'Scatter chart'],
  [/^c:bubble/, 'Bubble chart'],
  [/^c:radar/, 'Radar chart'],
  [/^c:stock/, 'Stock chart'],
  [/^c:surface/, 'Surface chart'],
];

/**
 * The title and those of the axes, then for each plot its type and a table: categories down, series across. Empty without cached values.
 * Values in cells of `shownSheets` are not repeated: the names of the series stand for them.
 */
export function chartBlocks(chart: XmlElement | null, shownSheets: ReadonlySet<string> = new Set()): Block[] {
  const root = chart ?? undefined;
  const title = texts(descend(root, 'c:chart', 'c:title'));
  const plots = childrenOf(descend(root, 'c:chart', 'c:plotArea')).flatMap((plot): Block[] => {
    const kind = KINDS.find(([name]) => name.test(plot.name))?.[1];
    const series = childrenOf(plot, 'c:ser').slice(0, MAX_SERIES);
    if (kind !== undefined && series.length > 0 && series.every((one) => isShown(one, shownSheets))) {
      return [namesOfSeries(kind, series.map(nameOf))];
    }
    const table = plotTable(series);
    return kind === undefined || table.length === 0 ? table : [paragraph(kind), ...table];
  });
  const axes = childrenOf(descend(root, 'c:chart', 'c:plotArea')).map((axis) => texts(descend(axis, 'c:title')));
  return plots.length === 0 ? [] : [...titleLines([title], axes).map(paragraph), ...plots];
}

/** Lines with the titles of a chart and of its axes, without empty ones. */
export function titleLines(titles: readonly string[], axes: readonly string[]): string[] {
  const named = axes.filter((axis) => axis !== '');
  return [...titles, named.length === 0 ? '' : `Axes: ${named.join(', ')}`].filter((line) => line !== '');
}

/** `Line chart: Sales, Costs`. */
export function namesOfSeries(kind: string, names: readonly string[]): Block {
  const known = names.filter((name) => name !== '');
  return paragraph(known.length === 0 ? kind : `${kind}: ${known.join(', ')}`);
}

const paragraph = (words: string): Block => ({ kind: 'paragraph', content: [text(words)] });

const valuesOf = (series: XmlElement): XmlElement | undefined => descend(series, 'c:val') ?? descend(series, 'c:yVal');
const nameOf = (series: XmlElement): string => cached(descend(series, 'c:tx'))[0] ?? '';

const isShown = (series: XmlElement, sheets: ReadonlySet<string>): boolean =>
  refersTo(textOf(descend(valuesOf(series), 'c:numRef', 'c:f')), sheets);

/** Whether a formula refers to cells of one of the sheets: `'My sheet'!$B$2:$B$9`. */
export function refersTo(formula: string, sheets: ReadonlySet<string>): boolean {
  const sheet = formula.slice(0, Math.max(0, formula.lastIndexOf('!')));
  return sheets.has(sheet.replace(/^'|'$/g, '').replaceAll("''", "'"));
}

function plotTable(series: readonly XmlElement[]): Block[] {
  const categories = categoriesOf(descend(series[0], 'c:cat') ?? descend(series[0], 'c:xVal'));
  return chartTable(
    categories,
    series.map(nameOf),
    series.map((one) => cached(valuesOf(one))),
  );
}

/** Categories down, series across; empty without values. */
export function chartTable(
  categories: readonly string[],
  names: readonly string[],
  values: readonly (readonly string[])[],
): Block[] {
  const length = Math.max(0, categories.length, ...values.map((column) => column.length));
  if (length === 0) return [];
  const rows = [['', ...names.map((name, index) => name || `Series ${index + 1}`)]];
  for (let i = 0; i < length; i++)
    rows.push([categories[i] ?? String(i + 1), ...values.map((column) => column[i] ?? '')]);
  return [{ kind: 'table', rows: rows.map((row, index) => row.map((value) => cell(value, index === 0))) }];
}

/**
 * Multi-level categories are named from the outermost level: `USA / Texas`. The file has outer names at their first
 * position only.
 */
function categoriesOf(data: XmlElement | undefined): string[] {
  const levels = childrenOf(descend(data, 'c:multiLvlStrRef', 'c:multiLvlStrCache'), 'c:lvl').slice(0, MAX_LEVELS);
  return levels.length === 0 ? cached(data) : joinLevels(levels.map(cached));
}

/** The innermost level is the first. */
export function joinLevels([inner = [], ...outer]: readonly (readonly string[])[]): string[] {
  const names = outer.map(() => '');
  return inner.map((name, index) => {
    for (const [level, column] of outer.entries()) if (column[index]) names[level] = column[index];
    return [...names.toReversed(), name].filter((part) => part !== '').join(' / ');
  });
}

/** Maximum number of series of a plot, and of category levels. */
export const MAX_SERIES = 200;
export const MAX_LEVELS = 20;

/** Maximum number of points, so that a bogus index cannot create a huge list. */
export const MAX_POINTS = 10_000;

function cached(data: XmlElement | undefined): string[] {
  const points: string[] = [];
  let code = 'General';
  for (const element of walk(data)) {
    if (element.name === 'c:formatCode') code = textOf(element);
    const index = Number(element.attributes['idx']);
    if (element.name === 'c:pt' && index >= 0 && index < MAX_POINTS)
      points[index] = shownValue(textOf(descend(element, 'c:v')), code);
  }
  return Array.from(points, (value) => value ?? '');
}

/** Full values, with dates formatted as dates: axis formats omit detail that the table can show. */
export function shownValue(value: string, code: string): string {
  if (!/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value)) return value;
  return (isDateFormat(code) ? cellFormat(code, false) : plainNumber)(Number(value));
}

/** Written in the chart, or the value of a cell. */
function texts(element: XmlElement | undefined): string {
  return [...walk(element)]
    .filter(({ name }) => name === 'a:t' || name === 'c:v')
    .map(textOf)
    .join('')
    .trim();
}

function cell(value: string, isHeader: boolean): TableCell {
  const blocks: Block[] = value === '' ? [] : [{ kind: 'paragraph', content: [text(value)] }];
  return { blocks, columns: 1, rows: 1, isHeader };
}
