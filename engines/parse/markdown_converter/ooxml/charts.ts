/** Charts as tables of their values, which the file caches with the drawing. */
import { isDateFormat } from 'numfmt';
import { text, type Block, type TableCell } from '../../shared/markdown/model.ts';
import { cellFormat, plainNumber } from './number-text.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from './xml.ts';

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

/** The title, then for each plot its type and a table: categories down, series across. Empty without cached values. */
export function chartBlocks(chart: XmlElement | null): Block[] {
  const root = chart ?? undefined;
  const title = texts(descend(root, 'c:chart', 'c:title'));
  const plots = childrenOf(descend(root, 'c:chart', 'c:plotArea')).flatMap((plot): Block[] => {
    const kind = KINDS.find(([name]) => name.test(plot.name))?.[1];
    const table = plotTable(plot);
    return kind === undefined || table.length === 0 ? table : [paragraph(kind), ...table];
  });
  return title === '' || plots.length === 0 ? plots : [paragraph(title), ...plots];
}

const paragraph = (words: string): Block => ({ kind: 'paragraph', content: [text(words)] });

function plotTable(plot: XmlElement): Block[] {
  const series = childrenOf(plot, 'c:ser').slice(0, MAX_SERIES);
  const categories = categoriesOf(descend(series[0], 'c:cat') ?? descend(series[0], 'c:xVal'));
  const values = series.map((one) => cached(descend(one, 'c:val') ?? descend(one, 'c:yVal')));
  const length = Math.max(0, categories.length, ...values.map((column) => column.length));
  if (length === 0) return [];
  const names = series.map((one, index) => cached(descend(one, 'c:tx'))[0] ?? `Series ${index + 1}`);
  const rows = [['', ...names]];
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
  if (levels.length === 0) return cached(data);
  const [inner = [], ...outer] = levels.map(cached);
  const names = outer.map(() => '');
  return inner.map((name, index) => {
    for (const [level, column] of outer.entries()) if (column[index]) names[level] = column[index];
    return [...names.toReversed(), name].filter((part) => part !== '').join(' / ');
  });
}

/** Maximum number of series of a plot, and of category levels. */
const MAX_SERIES = 200;
const MAX_LEVELS = 20;

/** Maximum number of points, so that a bogus index cannot create a huge list. */
const MAX_POINTS = 10_000;

function cached(data: XmlElement | undefined): string[] {
  const points: string[] = [];
  let code = 'General';
  for (const element of walk(data)) {
    if (element.name === 'c:formatCode') code = textOf(element);
    const index = Number(element.attributes['idx']);
    if (element.name === 'c:pt' && index >= 0 && index < MAX_POINTS)
      points[index] = shown(textOf(descend(element, 'c:v')), code);
  }
  return Array.from(points, (value) => value ?? '');
}

/** Full values, with dates formatted as dates: axis formats omit detail that the table can show. */
function shown(value: string, code: string): string {
  if (!/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value)) return value;
  return (isDateFormat(code) ? cellFormat(code, false) : plainNumber)(Number(value));
}

function texts(element: XmlElement | undefined): string {
  return [...walk(element)]
    .filter(({ name }) => name === 'a:t')
    .map(textOf)
    .join('');
}

function cell(value: string, isHeader: boolean): TableCell {
  const blocks: Block[] = value === '' ? [] : [{ kind: 'paragraph', content: [text(value)] }];
  return { blocks, columns: 1, rows: 1, isHeader };
}
