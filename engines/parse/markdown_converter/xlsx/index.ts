/**
 * Workbooks (XLSX, XLSB) to Markdown, read straight from their parts: a heading per sheet, a table per group of cells.
 */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { headingLine, writeBlocks } from '../../documents/markdown/blocks.ts';
import { openPackage } from '../shared/ooxml/package.ts';
import { readCoreProperties } from '../shared/ooxml/properties.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { openBinaryWorkbook } from './binary-workbook.ts';
import { readComments, readPeople } from './comments.ts';
import { readDrawings } from './drawings.ts';
import { findRegions } from './regions.ts';
import { writeRegion } from './tables.ts';
import { openWorkbook, relatedXml } from './workbook.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when no sheet has visible content. */
export function convertXlsx({ bytes, options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const file = openPackage(bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'xl/workbook.xml';
  const isBinary = mainPart.endsWith('.bin');
  const workbook = (isBinary ? openBinaryWorkbook : openWorkbook)(file, mainPart, options.hidden);
  const pictures = new PackagePictures(options, file.read);
  const people = readPeople(relatedXml(file, mainPart, 'person'));
  const relationships = file.relationships(mainPart);
  const warnings: ParseWarning[] = [];
  const sections = new Sections();
  const shown = workbook.sheets.filter(({ isHidden }) => options.hidden || !isHidden);
  const hidden = workbook.sheets.length - shown.length;
  const shownSheets = new Set(shown.map(({ name }) => name));
  for (const { name, relationship } of shown) {
    signal.throwIfAborted();
    const part = relationships.get(relationship)?.target ?? '';
    const content = file.read(part);
    if (content === null) {
      warnings.push({ code: 'sheet_unreadable', message: 'A sheet is missing from the file.', page: null });
      continue;
    }
    const sheet = workbook.readSheet(content, file.relationships(part));
    const tables = findRegions(sheet).map((region) => ({
      top: region.top,
      left: region.left,
      write: () => writeRegion(region, sheet, options.tables),
    }));
    const drawings = readDrawings(part, { file, pictures, tables: options.tables, shownSheets });
    const items = [...tables, ...drawings].toSorted((a, b) => a.top - b.top || a.left - b.left);
    sections.addBelow(headingLine(2, name), [
      ...items.map(({ write }) => write),
      () => (options.comments ? writeBlocks(readComments(file, part, people)) : ''),
    ]);
  }
  if (sections.isEmpty) throw new ServiceError('empty', 'The workbook has no visible content.');
  if (hidden > 0) warnings.push({ code: 'hidden_omitted', message: `Hidden sheets omitted: ${hidden}.`, page: null });

  return documentOf(`${sections.join()}\n`, {
    ...readCoreProperties(file),
    images: pictures.images,
    warnings: [...warnings, ...pictures.warnings],
  });
}
