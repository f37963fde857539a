/** The parts that the sheets of a workbook share: their list, strings and formats. */
import { ServiceError } from '../../../../errors/index.ts';
import type { OoxmlPackage, Relationship } from '../shared/ooxml/package.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { readFormats } from './cell-text.ts';
import { MAX_CELLS, type SheetCells } from './grid.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet } from './sheet.ts';

export interface OpenWorkbook {
  readonly sheets: readonly SheetEntry[];
  /** Reads the part of a sheet. Throws `too_large` when the workbook has too many cells. */
  readonly readSheet: (content: Uint8Array, relationships: ReadonlyMap<string, Relationship>) => SheetCells;
}

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** Identifier of the relationship to its part. */
  readonly relationship: string;
}

/** Throws `corrupt` when the part is not a workbook. `readsHidden` includes hidden rows and columns. */
export function openWorkbook(file: OoxmlPackage, mainPart: string, readsHidden: boolean): OpenWorkbook {
  const main = file.xml(mainPart);
  if (main?.name !== 'workbook') throw new ServiceError('corrupt', 'The file contains no workbook.');
  const strings = file.related(mainPart, 'sharedStrings') ?? 'xl/sharedStrings.xml';
  const is1904 = /^(1|true)$/.test(descend(main, 'workbookPr')?.attributes['date1904'] ?? '');
  const workbook = {
    strings: readSharedStrings(file.read(strings)),
    formats: readFormats(relatedXml(file, mainPart, 'styles'), is1904),
    readsHidden,
    budget: { cells: MAX_CELLS },
  };
  return {
    sheets: childrenOf(descend(main, 'sheets'), 'sheet').map(({ attributes }) => ({
      name: attributes['name'] ?? '',
      isHidden: (attributes['state'] ?? 'visible') !== 'visible',
      relationship: attributes['r:id'] ?? '',
    })),
    readSheet: (content, relationships) => readSheet(content, relationships, workbook),
  };
}

export function relatedXml(file: OoxmlPackage, part: string, type: string): XmlElement | null {
  const related = file.related(part, type);
  return related === null ? null : file.xml(related);
}
