/** Charts of the kinds that Office 2016 added (`cx:chart`): waterfall, treemap, funnel, histogram and others. */
import { text, type Block } from '../../../documents/markdown/model.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../../documents/xml.ts';
import {
  chartBlocks,
  chartTable,
  joinLevels,
  namesOfSeries,
  refersTo,
  shownValue,
  titleLines,
  MAX_LEVELS,
  MAX_POINTS,
  MAX_SERIES,
} from './charts.ts';

/** Display names of the layouts of series. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['boxWhisker', 'Box and whisker chart'],
  ['clusteredColumn', 'Histogram'],
  ['funnel', 'Funnel chart'],
  ['paretoLine', 'Pareto chart'],
  ['regionMap', 'Map chart'],
  ['sunburst', 'Sunburst chart'],
  ['treemap', 'Treemap chart'],
  ['waterfall', 'Waterfall chart'],
]);

/** A chart of either kind; `c:chart` and `cx:chart` refer to its part. */
export const readChart = (chart: XmlElement | null, shownSheets?: ReadonlySet<string>): Block[] =>
  (chart?.name === 'cx:chartSpace' ? extendedChartBlocks : chartBlocks)(chart, shownSheets);

/** As for older charts: the titles, the kind, and a table; values in cells of `shownSheets` are not repeated. */
function extendedChartBlocks(chart: XmlElement | null, shownSheets: ReadonlySet<string> = new Set()): Block[] {
  const root = chart ?? undefined;
  const all = [...walk(descend(root, 'cx:chart', 'cx:plotArea', 'cx:plotAreaRegion'))];
  const series = all.filter(({ name }) => name === 'cx:series').slice(0, MAX_SERIES);
  const data = new Map(
    childrenOf(descend(root, 'cx:chartData'), 'cx:data').map((one) => [one.attributes['id'] ?? '', one]),
  );
  const dataOf = (one: XmlElement): XmlElement | undefined =>
    data.get(descend(one, 'cx:dataId')?.attributes['val'] ?? '');
  const [first] = series;
  if (first === undefined) return [];
  const kind = KINDS.get(first.attributes['layoutId'] ?? '') ?? 'Chart';
  const names = series.map((one) => shownText(descend(one, 'cx:tx')));
  const isShown = series.every((one) => refersTo(textOf(descend(dataOf(one), 'cx:numDim', 'cx:f')), shownSheets));
  const values = series.map((one) => pointsOf(descend(dataOf(one), 'cx:numDim')));
  const table = chartTable(pointsOf(descend(dataOf(first), 'cx:strDim')), names, values);
  if (!isShown && table.length === 0) return [];
  const title = shownText(descend(root, 'cx:chart', 'cx:title'));
  const axes = childrenOf(descend(root, 'cx:chart', 'cx:plotArea'), 'cx:axis').map((axis) =>
    shownText(descend(axis, 'cx:title')),
  );
  const words = [...titleLines([title], axes), ...(isShown ? [] : [kind])];
  return [
    ...words.map((line): Block => ({ kind: 'paragraph', content: [text(line)] })),
    ...(isShown ? [namesOfSeries(kind, names)] : table),
  ];
}

/** A title or name: formatted text, or that of a cell. */
function shownText(element: XmlElement | undefined): string {
  const parts = [...walk(element)].filter(({ name }) => name === 'a:t' || name === 'cx:v');
  const [isRich] = parts.filter(({ name }) => name === 'a:t');
  return parts
    .filter(({ name }) => isRich === undefined || name === 'a:t')
    .map(textOf)
    .join('')
    .trim();
}

function pointsOf(dimension: XmlElement | undefined): string[] {
  const levels = childrenOf(dimension, 'cx:lvl').slice(0, MAX_LEVELS);
  const columns = levels.map((level) => {
    const points: string[] = [];
    for (const point of childrenOf(level, 'cx:pt')) {
      const index = Number(point.attributes['idx']);
      if (index >= 0 && index < MAX_POINTS) {
        points[index] = shownValue(textOf(point), level.attributes['formatCode'] ?? 'General');
      }
    }
    return Array.from(points, (value) => value ?? '');
  });
  return joinLevels(columns);
}
