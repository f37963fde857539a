/** Converts spreadsheets (ODS): a heading per sheet, a table per group of cells. */
import { Sections } from '../../documents/output-limit.ts';
import { headingLine, writeBlocks } from '../../documents/markdown/blocks.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { plainParagraphs } from '../../documents/markdown/remarks.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { nameBlocks } from '../shared/workbook/defined-names.ts';
import { MAX_CELLS } from '../shared/workbook/grid.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { findRegions } from '../shared/workbook/regions.ts';
import { writeRegion } from '../shared/workbook/tables.ts';
import { validationBlocks } from '../shared/workbook/validations.ts';
import { readAnnotation } from './annotations.ts';
import { CellLooks } from './cell-content.ts';
import type { OdfContext } from './context.ts';
import { readHeaderCodes } from './page-headers.ts';
import { isShape, readShape } from './shapes.ts';
import { readSheet } from './sheet.ts';
import { propertyOf } from './styles.ts';
import { readValidations } from './validations.ts';

export function writeSheets(spreadsheet: XmlElement, content: XmlElement | null, outer: OdfContext): string {
  const { options, styles, file, omissions } = outer;
  const budget = { cells: MAX_CELLS };
  const sections = new Sections();
  const tables = childrenOf(spreadsheet, 'table:table');
  const shown = tables.filter(({ attributes }) => {
    const style = styles.chain('table', attributes['table:style-name']);
    return options.hidden || propertyOf(style, 'style:table-properties', 'table:display') !== 'false';
  });
  omissions.hide('sheets', tables.length - shown.length);
  const shownSheets = new Set(shown.map(({ attributes }) => attributes['table:name'] ?? ''));
  const context: OdfContext = { ...outer, shownSheets };
  const styleParts = file.xml('styles.xml') ?? content;
  const looks = new CellLooks(styles, [styleParts, content]);
  const headerCodes = readHeaderCodes(styleParts);
  const validations = readValidations(descend(spreadsheet, 'table:content-validations'));
  const written = new Set<string>();
  for (const table of shown) {
    const { cells, validated, comments } = readSheet(table, { looks, budget, readsHidden: options.hidden });
    omissions.addSheet(cells);
    const [style] = styles.chain('table', table.attributes['table:style-name']);
    const codes = headerCodes.get(style?.element.attributes['style:master-page-name'] ?? 'Default');
    const { head, foot } = pageHeaders(codes ?? new Map(), options.headers, written);
    const rules = validationBlocks(validations(validated), omissions);
    const scenario = plainParagraphs([descend(table, 'table:scenario')?.attributes['table:comment'] ?? '']);
    sections.addBelow(headingLine(2, table.attributes['table:name'] ?? ''), [
      () => writeBlocks(scenario, options.tables),
      () => writeBlocks(head, options.tables),
      ...findRegions(cells).map((region) => () => writeRegion(region, cells, options.tables)),
      () => writeBlocks(anchoredBlocks(table, context), options.tables),
      () => writeBlocks(rules, options.tables),
      () => writeBlocks(foot, options.tables),
      () =>
        writeBlocks(options.comments ? comments.flatMap(({ annotation, on }) => readAnnotation(annotation, on)) : []),
    ]);
  }
  const former = [...walk(descend(spreadsheet, 'table:tracked-changes'))].filter(
    (cell) => cell.name === 'table:change-track-table-cell' && textOf(cell).trim() !== '',
  );
  omissions.leaveOut('former values of cells', former.length);
  const names = nameBlocks(readNames(spreadsheet), omissions);
  sections.addBelow(headingLine(2, 'Defined names'), [() => writeBlocks(names, options.tables)]);
  return sections.join();
}

/** Names of cells, and of constants and formulas. */
const readNames = (spreadsheet: XmlElement): { name: string; formula: string }[] =>
  [...walk(spreadsheet, ({ name }) => name !== 'table:table-row')]
    .filter(({ name }) => name === 'table:named-range' || name === 'table:named-expression')
    .map(({ attributes }) => ({
      name: attributes['table:name'] ?? '',
      formula: (attributes['table:expression'] ?? '').replace(/^[a-z]*:?=?/, ''),
    }));

/** Charts, pictures, text boxes and form controls of a sheet. */
function anchoredBlocks(table: XmlElement, context: OdfContext): Block[] {
  const isLeaf = (element: XmlElement): boolean => isShape(element) || /^office:(annotation|forms)$/.test(element.name);
  return [...walk(table, (element) => !isLeaf(element))].flatMap((element) => {
    if (!isShape(element)) return [];
    const { line, anchored } = readShape(element, null, context);
    return line.length === 0 ? anchored : [{ kind: 'paragraph' as const, content: line }, ...anchored];
  });
}
