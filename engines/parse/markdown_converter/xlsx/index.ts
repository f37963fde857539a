/**
 * Workbooks (XLSX, XLSB) to Markdown, read straight from their parts: a heading per sheet, a table per group of cells.
 */
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { headingLine, writeBlocks } from '../../documents/markdown/blocks.ts';
import { openPackage } from '../shared/ooxml/package.ts';
import { readCoreProperties } from '../shared/ooxml/properties.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { openBinaryWorkbook } from './binary-workbook.ts';
import { readComments, readPeople } from './comments.ts';
import { nameBlocks } from '../shared/workbook/defined-names.ts';
import { readDrawings } from './drawings.ts';
import { Omissions } from '../../documents/omissions.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { pictureHeads } from './head-pictures.ts';
import { findRegions } from '../shared/workbook/regions.ts';
import { writeRegion } from '../shared/workbook/tables.ts';
import { validationBlocks } from '../shared/workbook/validations.ts';
import { countStored } from './stored-values.ts';
import { openWorkbook, relatedXml } from './workbook.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when no sheet has visible content. */
export function convertXlsx({ bytes, options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const file = openPackage(bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'xl/workbook.xml';
  const pictures = new PackagePictures(options, file.read);
  const open = mainPart.endsWith('.bin') ? openBinaryWorkbook : openWorkbook;
  const workbook = open(file, mainPart, { readsHidden: options.hidden, pictures });
  const people = readPeople(relatedXml(file, mainPart, 'person'));
  const relationships = file.relationships(mainPart);
  const warnings: ParseWarning[] = [];
  const omissions = new Omissions('workbook');
  const sections = new Sections();
  const shown = workbook.sheets.filter(({ isHidden }) => options.hidden || !isHidden);
  omissions.hide('sheets', workbook.sheets.length - shown.length);
  const shownSheets = new Set(shown.map(({ name }) => name));
  const written = new Set<string>();
  for (const { name, relationship } of shown) {
    signal.throwIfAborted();
    const part = relationships.get(relationship)?.target ?? '';
    const content = file.read(part);
    if (content === null) {
      warnings.push({ code: 'sheet_unreadable', message: 'A sheet is missing from the file.', page: null });
      continue;
    }
    const { cells, extras } = workbook.readSheet(content, file.relationships(part));
    omissions.addSheet(cells);
    omissions.leaveOut('lists to choose from', extras.unreadLists);
    omissions.leaveOut('scenarios', extras.scenarios);
    const validations = validationBlocks(extras.validations, omissions);
    const tables = findRegions(cells).map((region) => ({
      top: region.top,
      left: region.left,
      write: () => writeRegion(region, cells, options.tables),
    }));
    const drawings = readDrawings(part, { file, pictures, tables: options.tables, shownSheets, omissions });
    const items = [...tables, ...drawings].toSorted((a, b) => a.top - b.top || a.left - b.left);
    const headPictures = pictureHeads(file, part, options.headers, { pictures, written });
    const { head, foot } = pageHeaders(extras.headers, options.headers, written);
    sections.addBelow(headingLine(2, name), [
      () => writeBlocks([...headPictures, ...head], options.tables),
      ...items.map(({ write }) => write),
      () => writeBlocks(validations, options.tables),
      () => writeBlocks(foot, options.tables),
      () => (options.comments ? writeBlocks(readComments(file, part, people), options.tables) : ''),
    ]);
  }
  countStored(file, mainPart, shownSheets, omissions);
  const names = nameBlocks(workbook.names, omissions);
  sections.addBelow(headingLine(2, 'Defined names'), [() => writeBlocks(names, options.tables)]);
  if (sections.isEmpty) throw omissions.empty('The workbook has no visible content.');

  return documentOf(`${sections.join()}\n`, {
    ...readCoreProperties(file),
    images: pictures.images,
    warnings: [...warnings, ...omissions.warnings, ...pictures.warnings],
  });
}
