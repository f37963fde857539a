/** Excel 5 to 2003 workbooks (XLS) to Markdown: a heading per sheet, a table per group of cells. */
import { append } from '../../documents/append.ts';
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { headingLine, writeBlocks } from '../../documents/markdown/blocks.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';
import { readSummary } from '../shared/ole/summary.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { MAX_CELLS } from '../shared/workbook/grid.ts';
import { Omissions } from '../../documents/omissions.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { findRegions } from '../shared/workbook/regions.ts';
import { writeRegion } from '../shared/workbook/tables.ts';
import { validationBlocks } from '../shared/workbook/validations.ts';
import { readExtras } from './extras.ts';
import { orElse } from './records.ts';
import { pictureReader, readObjects } from './objects.ts';
import { readCells, sheetRecords, withoutValue } from './sheet.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Throws `encrypted`, `corrupt`, `too_large`, `unsupported_type` before Excel 5, and `empty` when no sheet has
 * visible content.
 */
export function convertXls(root: CompoundEntry, { options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const workbook = readWorkbook(streamOf(root, 'Workbook') ?? streamOf(root, 'Book') ?? Buffer.alloc(0));
  const budget = { cells: MAX_CELLS };
  const pictures = new PackagePictures(options, pictureReader(workbook.drawings));
  const omissions = new Omissions('workbook');
  const sections = new Sections();
  const written = new Set<string>();
  const formulas: boolean[] = [];
  for (const { name, offset, isHidden } of workbook.sheets) {
    signal.throwIfAborted();
    if (isHidden && !options.hidden) {
      omissions.hide('sheets');
      continue;
    }
    const records = sheetRecords(workbook.stream, offset);
    append(formulas, withoutValue(records));
    const cells = readCells(workbook, records, options.hidden, budget);
    omissions.addSheet(cells);
    const { headers, validations, scenarios } = readExtras(records, workbook);
    omissions.leaveOut('scenarios', scenarios);
    const rules = validationBlocks(validations, omissions);
    const { placed, notes } = orElse(
      () => readObjects(records, workbook, pictures, omissions),
      () => {
        omissions.leaveOut('damaged objects');
        return { placed: [], notes: [] };
      },
    );
    const { head, foot } = pageHeaders(headers, options.headers, written);
    const comments = notes.flatMap(({ words, ...source }) => commentBlocks(source, plainParagraphs(words.split('\n'))));
    const items = [
      ...findRegions(cells).map((region) => ({ ...region, write: () => writeRegion(region, cells, options.tables) })),
      ...placed.map(({ top, left, blocks }) => ({ top, left, write: () => writeBlocks(blocks, options.tables) })),
    ].toSorted((a, b) => a.top - b.top || a.left - b.left);
    sections.addBelow(headingLine(2, name), [
      () => writeBlocks(head, options.tables),
      ...items.map(({ write }) => write),
      () => writeBlocks(rules, options.tables),
      () => writeBlocks(foot, options.tables),
      () => (options.comments ? writeBlocks(comments, options.tables) : ''),
    ]);
  }
  // A program that computes has a value for at least one of its formulas.
  if (!formulas.includes(false)) omissions.leaveOut('values of formulas', formulas.length);
  omissions.leaveOut('charts', workbook.charts);
  omissions.leaveOut('names of cells', workbook.names);
  if (sections.isEmpty) throw omissions.empty('The workbook has no visible content.');
  return documentOf(`${sections.join()}\n`, {
    ...readSummary(root),
    images: pictures.images,
    warnings: [...omissions.warnings, ...pictures.warnings],
  });
}
