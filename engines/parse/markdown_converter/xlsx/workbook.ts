/** The parts that the sheets of a workbook share: their list, strings and formats. */
import { ServiceError } from '../../../../errors/index.ts';
import type { OoxmlPackage, Relationship } from '../shared/ooxml/package.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';
import type { DefinedName } from '../shared/workbook/defined-names.ts';
import { MAX_CELLS } from '../shared/workbook/grid.ts';
import { RichValues } from './rich-values.ts';
import { readSheet, type SheetContent } from './sheet.ts';
import { readSharedStrings } from './strings.ts';
import { checkboxStyles, readFormats, readLooks } from './styles.ts';

export interface OpenWorkbook {
  readonly sheets: readonly SheetEntry[];
  /** Names that its author gave. */
  readonly names: readonly DefinedName[];
  /** Reads the part of a sheet. Throws `too_large` when the workbook has too many cells. */
  readonly readSheet: (content: Uint8Array, relationships: ReadonlyMap<string, Relationship>) => SheetContent;
}

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** Identifier of the relationship to its part. */
  readonly relationship: string;
}

/** Whether hidden rows and columns are read, and where pictures of cells are collected. */
export interface WorkbookSettings {
  readonly readsHidden: boolean;
  readonly pictures: PackagePictures;
}

/** Throws `corrupt` when the part is not a workbook. */
export function openWorkbook(
  file: OoxmlPackage,
  mainPart: string,
  { readsHidden, pictures }: WorkbookSettings,
): OpenWorkbook {
  const main = file.xml(mainPart);
  if (main?.name !== 'workbook') throw new ServiceError('corrupt', 'The file contains no workbook.');
  const strings = file.related(mainPart, 'sharedStrings') ?? 'xl/sharedStrings.xml';
  const is1904 = isOn(descend(main, 'workbookPr')?.attributes['date1904'] ?? '');
  const styles = relatedXml(file, mainPart, 'styles') ?? undefined;
  const workbook = {
    strings: readSharedStrings(file.read(strings)),
    formats: readFormats(styles, is1904),
    looks: readLooks(styles),
    checkboxes: checkboxStyles(styles),
    readsHidden,
    hasPlaceholders: hasPlaceholders(main),
    richValues: new RichValues(file, mainPart, pictures),
    budget: { cells: MAX_CELLS },
  };
  return {
    sheets: childrenOf(descend(main, 'sheets'), 'sheet').map(({ attributes }) => ({
      name: attributes['name'] ?? '',
      isHidden: (attributes['state'] ?? 'visible') !== 'visible',
      relationship: attributes['r:id'] ?? '',
    })),
    names: childrenOf(descend(main, 'definedNames'), 'definedName').flatMap((defined) => {
      const { name = '', hidden = '', comment = '' } = defined.attributes;
      return name.startsWith('_xlnm.') || isOn(hidden) ? [] : [{ name, formula: textOf(defined), comment }];
    }),
    readSheet: (content, relationships) => readSheet(content, relationships, workbook),
  };
}

const isOn = (value: string): boolean => /^(1|true)$/.test(value);

/**
 * XlsxWriter stores 0 as the value of each formula, for programs to replace it when they open the file; it and openpyxl,
 * which stores none, are known by this number.
 */
function hasPlaceholders(main: XmlElement): boolean {
  const { calcId = '', fullCalcOnLoad = '' } = descend(main, 'calcPr')?.attributes ?? {};
  return calcId === '124519' && isOn(fullCalcOnLoad);
}

export function relatedXml(file: OoxmlPackage, part: string, type: string): XmlElement | null {
  const related = file.related(part, type);
  return related === null ? null : file.xml(related);
}
