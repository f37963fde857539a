/** Tables of XML documents: those of HTML (`tr`, `td`) and those of CALS (`row`, `entry`). */
import { PLAIN, type Block, type TableCell } from '../../documents/markdown/model.ts';
import { childrenOf, type XmlElement } from '../../documents/xml.ts';
import type { XmlContext } from './context.ts';

const MAX_COLUMNS = 1000;
const PARTS = /^(tgroup|thead|tbody|tfoot)$/;
const ROW = /^(tr|row)$/;
const CELL = /^(td|th|entry)$/;

/** The table, between what stands beside its rows: its title, notes below it. */
export function readTable(table: XmlElement, context: XmlContext): Block[] {
  const rows = rowsOf(table, false, new Map(), context);
  const clipped = rows.map((row, index) =>
    row.map((cell) => ({ ...cell, rows: Math.min(cell.rows, rows.length - index) })),
  );
  const isRows = ({ name }: XmlElement): boolean => PARTS.test(name) || ROW.test(name);
  const children = childrenOf(table);
  const start = children.findIndex(isRows);
  const beside = (elements: readonly XmlElement[]): Block[] =>
    context.flow({ ...table, children: elements.filter((element) => !isRows(element)) }, PLAIN, null);
  if (start < 0) return beside(children);
  return [...beside(children.slice(0, start)), { kind: 'table', rows: clipped }, ...beside(children.slice(start))];
}

/** Numbers of the columns of a CALS table by name, from 0. */
type Columns = ReadonlyMap<string, number>;

function rowsOf(parent: XmlElement, isHead: boolean, columns: Columns, context: XmlContext): TableCell[][] {
  const named = parent.name === 'tgroup' ? columnsOf(parent) : columns;
  return childrenOf(parent).flatMap((child) => {
    if (ROW.test(child.name)) return [readRow(child, isHead, named, context)];
    return PARTS.test(child.name) ? rowsOf(child, child.name === 'thead', named, context) : [];
  });
}

function columnsOf(group: XmlElement): Columns {
  const specified = childrenOf(group, 'colspec');
  return new Map(specified.map(({ attributes }, index) => [attributes['colname'] ?? '', index]));
}

function readRow(row: XmlElement, isHead: boolean, columns: Columns, context: XmlContext): TableCell[] {
  return childrenOf(row)
    .filter(({ name }) => CELL.test(name))
    .map((cell) => ({
      blocks: context.flow(cell, PLAIN, null),
      columns: Math.min(columnSpan(cell, columns), MAX_COLUMNS),
      rows:
        atLeastOne(cell.attributes['rowspan']) +
        Math.max(0, Number.parseInt(cell.attributes['morerows'] ?? '0', 10) || 0),
      isHeader: isHead || cell.name === 'th',
    }));
}

function columnSpan({ attributes }: XmlElement, columns: Columns): number {
  const first = columns.get(attributes['namest'] ?? '');
  const last = columns.get(attributes['nameend'] ?? '');
  if (first !== undefined && last !== undefined && last > first) return last - first + 1;
  return atLeastOne(attributes['colspan']);
}

function atLeastOne(value: string | undefined): number {
  return Math.max(1, Number.parseInt(value ?? '1', 10) || 1);
}
