/** Tables on slides: merged cells have their span, and the cells below them are marked as covered. */
import type { Block, TableCell } from '../../documents/markdown/model.ts';
import { append } from '../../documents/append.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { COVERED } from '../../documents/omissions.ts';
import type { SlideContext } from './context.ts';
import { readText } from '../shared/drawingml/text.ts';

export function readTable(table: XmlElement, { relationships, options, omissions }: SlideContext): Block[] {
  const rows = childrenOf(table, 'a:tr').map((row) => childrenOf(row, 'a:tc'));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const hasHeader = isOn(descend(table, 'a:tblPr'), 'firstRow');
  /** The content of the cell that is last in each column. */
  const covering: Block[][] = [];
  const cells = rows.map((row, top) =>
    row.flatMap((cell, left): TableCell[] => {
      const blocks = readText(descend(cell, 'a:txBody'), { relationships, styles: [] });
      const isCovered = isOn(cell, 'hMerge') || isOn(cell, 'vMerge');
      if (!isCovered) covering[left] = blocks;
      else if (isOn(cell, 'hMerge')) covering[left] = covering[left - 1] ?? [];
      if (isCovered && options.hidden) append(covering[left] ?? [], blocks);
      else if (isCovered && blocks.length > 0) omissions.hide(COVERED);
      if (isCovered) return [];
      const columns = span(cell, 'gridSpan', width - left);
      return [{ blocks, columns, rows: span(cell, 'rowSpan', rows.length - top), isHeader: hasHeader && top === 0 }];
    }),
  );
  return width === 0 ? [] : [{ kind: 'table', rows: cells }];
}

function span(cell: XmlElement, name: string, limit: number): number {
  return Math.min(limit, Math.max(1, Number.parseInt(cell.attributes[name] ?? '1', 10) || 1));
}

function isOn(element: XmlElement | undefined, name: string): boolean {
  return /^(1|true)$/.test(element?.attributes[name] ?? '');
}
