/** Workbooks (XLSX) to Markdown, read straight from their XML: a heading per sheet, a table per group of cells. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../document.ts';
import { Sections } from '../../output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../types.ts';
import { headingLine, writeBlocks } from '../../shared/markdown/blocks.ts';
import { openPackage, type OoxmlPackage } from '../ooxml/package.ts';
import { readCoreProperties } from '../ooxml/properties.ts';
import { childrenOf, descend, type XmlElement } from '../ooxml/xml.ts';
import { PackagePictures } from '../package-pictures.ts';
import { readFormats } from './cell-text.ts';
import { readComments, readPeople } from './comments.ts';
import { readDrawings } from './drawings.ts';
import { MAX_CELLS } from './grid.ts';
import { findRegions } from './regions.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet, type Workbook } from './sheet.ts';
import { writeRegion } from './tables.ts';

/**
 * Throws `encrypted`, `corrupt`, `too_large`, `unsupported_type` for XLSB, and `empty` when no sheet has visible
 * content.
 */
export function convertXlsx({ bytes, options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const file = openPackage(bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'xl/workbook.xml';
  if (mainPart.endsWith('.bin'))
    throw new ServiceError('unsupported_type', 'Binary workbooks (XLSB) are not supported.');
  const main = file.xml(mainPart);
  if (main?.name !== 'workbook') throw new ServiceError('corrupt', 'The file contains no workbook.');

  const workbook = readWorkbook(file, mainPart, main, options.hidden);
  const pictures = new PackagePictures(options, file.read);
  const people = readPeople(relatedXml(file, mainPart, 'person'));
  const relationships = file.relationships(mainPart);
  const warnings: ParseWarning[] = [];
  const sections = new Sections();
  const sheets = childrenOf(descend(main, 'sheets'), 'sheet');
  const shown = sheets.filter(({ attributes }) => options.hidden || (attributes['state'] ?? 'visible') === 'visible');
  const hidden = sheets.length - shown.length;
  const shownSheets = new Set(shown.map(({ attributes }) => attributes['name'] ?? ''));
  for (const { attributes } of shown) {
    signal.throwIfAborted();
    const part = relationships.get(attributes['r:id'] ?? '')?.target ?? '';
    const content = file.read(part);
    if (content === null) {
      warnings.push({ code: 'sheet_unreadable', message: 'A sheet is missing from the file.', page: null });
      continue;
    }
    const sheet = readSheet(content, file.relationships(part), workbook);
    const tables = findRegions(sheet).map((region) => ({
      top: region.top,
      left: region.left,
      write: () => writeRegion(region, sheet, options.tables),
    }));
    const drawings = readDrawings(part, { file, pictures, tables: options.tables, shownSheets });
    const items = [...tables, ...drawings].toSorted((a, b) => a.top - b.top || a.left - b.left);
    sections.addBelow(headingLine(2, attributes['name'] ?? ''), [
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

function readWorkbook(file: OoxmlPackage, mainPart: string, main: XmlElement, readsHidden: boolean): Workbook {
  const strings = file.related(mainPart, 'sharedStrings') ?? 'xl/sharedStrings.xml';
  const is1904 = /^(1|true)$/.test(descend(main, 'workbookPr')?.attributes['date1904'] ?? '');
  return {
    strings: readSharedStrings(file.read(strings)),
    formats: readFormats(relatedXml(file, mainPart, 'styles'), is1904),
    readsHidden,
    budget: { cells: MAX_CELLS },
  };
}

function relatedXml(file: OoxmlPackage, part: string, type: string): XmlElement | null {
  const related = file.related(part, type);
  return related === null ? null : file.xml(related);
}
