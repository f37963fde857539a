/** Workbooks made in a test. */
import { makeZip } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const NAMESPACES = `xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface Sheet {
  readonly name?: string;
  /** Content of `worksheet`, see {@link rows}. */
  readonly content: string;
  /** Attributes of `sheet` in the workbook. */
  readonly attributes?: string;
  /** `Relationship` elements of the sheet. */
  readonly relationships?: string;
}

export interface XlsxParts {
  /** Content of `sst`. */
  readonly strings?: string;
  /** Content of `styleSheet`. */
  readonly styles?: string;
  /** Content of `workbook` before its sheets. */
  readonly properties?: string;
  /** `Relationship` elements of the workbook beside those to the parts above. */
  readonly relationships?: string;
  /** Further parts by name. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

export function makeXlsx(
  sheets: readonly Sheet[],
  { strings, styles, properties = '', relationships: more = '', others }: XlsxParts = {},
): Uint8Array {
  const list = (content: string): string => `<Relationships xmlns="${RELATIONSHIPS}">${content}</Relationships>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': list(relation('R', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${NAMESPACES}>${properties}<sheets>${sheets
      .map(
        ({ name, attributes = '' }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" r:id="S${at + 1}" ${attributes}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': list(
      sheets.map((_, at) => relation(`S${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('') +
        relation('A', 'sharedStrings', 'sharedStrings.xml') +
        relation('B', 'styles', 'styles.xml') +
        more,
    ),
    'xl/sharedStrings.xml': `<sst ${NAMESPACES}>${strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet ${NAMESPACES}>${styles ?? ''}</styleSheet>`,
    ...others,
  };
  for (const [at, { content, relationships = '' }] of sheets.entries()) {
    files[`xl/worksheets/sheet${at + 1}.xml`] = `<worksheet ${NAMESPACES}>${content}</worksheet>`;
    files[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = list(relationships);
  }
  return makeZip(files);
}

/** `sheetData` of rows of cells; `''` is an empty cell, and text that starts with `<` is used unchanged. */
export function rows(...lines: readonly (readonly string[])[]): string {
  const cell = (text: string): string =>
    text === '' || text.startsWith('<') ? text || '<c/>' : `<c t="str"><v>${text}</v></c>`;
  return `<sheetData>${lines.map((line) => `<row>${line.map(cell).join('')}</row>`).join('')}</sheetData>`;
}
