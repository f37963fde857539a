/** Values of other sources that a workbook stores: those of pivot tables and of linked workbooks. */
import { descend, walk, type XmlElement } from '../../documents/xml.ts';
import type { Omissions } from '../../documents/omissions.ts';
import { optionalXml, type OoxmlPackage } from '../shared/ooxml/package.ts';

/** Counts them, unless the sheets that are shown have them. Those of binary workbooks are counted without being read. */
export function countStored(
  file: OoxmlPackage,
  mainPart: string,
  shownSheets: ReadonlySet<string>,
  omissions: Omissions,
): void {
  for (const { type, target, isExternal } of file.relationships(mainPart).values()) {
    const part = isExternal || target.endsWith('.bin') ? null : optionalXml(file, target);
    if (type === 'externalLink' && (part === null || hasValues(part))) omissions.leaveOut('linked workbooks');
    if (type === 'pivotCacheDefinition' && (part === null || !isOnSheet(part, shownSheets))) {
      omissions.leaveOut('sources of pivot tables');
    }
  }
}

const hasValues = (link: XmlElement): boolean => [...walk(link)].some(({ name }) => name === 'v');

/** A source with a name is a table or named range of the workbook. */
function isOnSheet(cache: XmlElement, sheets: ReadonlySet<string>): boolean {
  const source = descend(cache, 'cacheSource', 'worksheetSource')?.attributes;
  if (source === undefined || source['r:id'] !== undefined) return false;
  return source['name'] !== undefined || sheets.has(source['sheet'] ?? '');
}
