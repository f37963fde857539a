/** The cell styles of a workbook: number formats, and fonts whose look has a meaning. */
import { childrenOf, descend, walk, type XmlElement } from '../../documents/xml.ts';
import type { CellFormat } from '../shared/plain-number.ts';
import { NO_LOOK, type Look } from '../shared/workbook/cell-content.ts';
import { cellFormats } from '../shared/workbook/cell-text.ts';
import { fontLook } from './strings.ts';

/** The formats of the workbook's cell styles, by number. */
export function readFormats(styles: XmlElement | undefined, is1904: boolean): CellFormat[] {
  const custom = new Map(
    childrenOf(descend(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  const ids = childrenOf(descend(styles, 'cellXfs'), 'xf').map(({ attributes }) => Number(attributes['numFmtId'] ?? 0));
  return cellFormats(ids, custom, is1904);
}

/** Numbers of the styles whose truth values are checkboxes. */
export function checkboxStyles(styles: XmlElement | undefined): Set<number> {
  const cells = childrenOf(descend(styles, 'cellXfs'), 'xf');
  const isCheckbox = (cell: XmlElement): boolean => [...walk(cell)].some(({ name }) => /(^|:)xfComplement$/.test(name));
  return new Set(cells.flatMap((cell, index) => (isCheckbox(cell) ? [index] : [])));
}

/** The looks of the workbook's cell styles, by number. */
export function readLooks(styles: XmlElement | undefined): Look[] {
  const fonts = childrenOf(descend(styles, 'fonts'), 'font').map((font) =>
    fontLook(Object.fromEntries(childrenOf(font).map(({ name, attributes }) => [name, attributes['val'] ?? '1']))),
  );
  return childrenOf(descend(styles, 'cellXfs'), 'xf').map(
    ({ attributes }) => fonts[Number(attributes['fontId'] ?? 0)] ?? NO_LOOK,
  );
}
