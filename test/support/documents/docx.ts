/** Word documents made in a test: the parts that a test cares about, zipped. */
import { makeZip } from './zip.ts';

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface DocxParts {
  /** Content of `w:styles`. */
  readonly styles?: string;
  /** Content of `w:numbering`. */
  readonly numbering?: string;
  /** Content of `w:footnotes`. */
  readonly footnotes?: string;
  /** Content of `cp:coreProperties`. */
  readonly core?: string;
  /** `Relationship` elements beside those of the parts above. */
  readonly relationships?: string;
  /** Further parts by name. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A DOCX whose body holds the given WordprocessingML. */
export function makeDocx(bodyXml: string, parts: DocxParts = {}): Uint8Array {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels':
      '<Relationships ' +
      `xmlns="${RELATIONSHIPS}">${relation('rId1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMESPACES}><w:body>${bodyXml}</w:body></w:document>`,
    ...parts.others,
  };
  const relationships = [parts.relationships ?? ''];
  for (const name of ['styles', 'numbering', 'footnotes'] as const) {
    const content = parts[name];
    if (content === undefined) continue;
    files[`word/${name}.xml`] = `<w:${name} ${NAMESPACES}>${content}</w:${name}>`;
    relationships.push(relation(`rId-${name}`, name, `${name}.xml`));
  }
  if (parts.core !== undefined) {
    files['docProps/core.xml'] =
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"' +
      ' xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
      `xmlns:dcterms="http://purl.org/dc/terms/">${parts.core}</cp:coreProperties>`;
  }
  files['word/_rels/document.xml.rels'] =
    `<Relationships xmlns="${RELATIONSHIPS}">${relationships.join('')}</Relationships>`;
  return makeZip(files);
}

/** A paragraph of one run. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
