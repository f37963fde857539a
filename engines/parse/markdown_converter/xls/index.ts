/** Excel 5 to 2003 workbooks (XLS) to Markdown: a heading per sheet, a table per group of cells. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { headingLine } from '../../documents/markdown/blocks.ts';
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';
import { readSummary } from '../shared/ole/summary.ts';
import { MAX_CELLS } from '../xlsx/grid.ts';
import { findRegions } from '../xlsx/regions.ts';
import { writeRegion } from '../xlsx/tables.ts';
import { readSheet } from './sheet.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Throws `encrypted`, `corrupt`, `too_large`, `unsupported_type` before Excel 5, and `empty` when no sheet has
 * visible content.
 */
export function convertXls(root: CompoundEntry, { options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const workbook = readWorkbook(streamOf(root, 'Workbook') ?? streamOf(root, 'Book') ?? Buffer.alloc(0));
  const budget = { cells: MAX_CELLS };
  const warnings: ParseWarning[] = [];
  const sections = new Sections();
  let hidden = 0;
  for (const { name, offset, isHidden } of workbook.sheets) {
    signal.throwIfAborted();
    if (isHidden && !options.hidden) {
      hidden++;
      continue;
    }
    const sheet = readSheet(workbook, offset, options.hidden, budget);
    sections.addBelow(
      headingLine(2, name),
      findRegions(sheet).map((region) => () => writeRegion(region, sheet, options.tables)),
    );
  }
  if (sections.isEmpty) throw new ServiceError('empty', 'The workbook has no visible content.');
  if (hidden > 0) warnings.push({ code: 'hidden_omitted', message: `Hidden sheets omitted: ${hidden}.`, page: null });
  return documentOf(`${sections.join()}\n`, { ...readSummary(root), warnings });
}
