/** Places of what a file says of itself, which the formats of a family share. */
import type { OdfParts } from '../../../support/documents/odf.ts';
import { makePropertySets } from '../../../support/documents/property-sets.ts';
import { MARKER, OUT, type Place } from './place.ts';

const XMLNS = 'http://schemas.openxmlformats.org';
const EXTENDED = `${XMLNS}/officeDocument/2006/extended-properties`;
const CUSTOM = `${XMLNS}/officeDocument/2006/custom-properties`;

type Make = (others: Readonly<Record<string, string>>) => Uint8Array;

/** Of DOCX, PPTX and XLSX. `make` adds the parts to a file. */
export const officeFacts = (make: Make): Place[] => {
  const core = (element: string): Uint8Array =>
    make({
      'docProps/core.xml':
        `<cp:coreProperties xmlns:cp="${XMLNS}/package/2006/metadata/core-properties" ` +
        `xmlns:dc="http://purl.org/dc/elements/1.1/"><${element}>${MARKER}</${element}></cp:coreProperties>`,
    });
  const extended = (element: string): Uint8Array =>
    make({ 'docProps/app.xml': `<Properties xmlns="${EXTENDED}"><${element}>${MARKER}</${element}></Properties>` });
  return [
    ['Title', OUT, core('dc:title')],
    ['Author', OUT, core('dc:creator')],
    ['Subject', OUT, core('dc:subject')],
    ['Keywords', OUT, core('cp:keywords')],
    ['Description', OUT, core('dc:description')],
    ['Category', OUT, core('cp:category')],
    ['Status', OUT, core('cp:contentStatus')],
    ['Company', OUT, extended('Company')],
    ['Manager', OUT, extended('Manager')],
    [
      'Properties that a user defined',
      OUT,
      make({
        'docProps/custom.xml':
          `<Properties xmlns="${CUSTOM}" xmlns:vt="${XMLNS}/officeDocument/2006/docPropsVTypes">` +
          `<property name="Client"><vt:lpwstr>${MARKER}</vt:lpwstr></property></Properties>`,
      }),
    ],
  ];
};

/** Of the OpenDocument files. */
export const openDocumentFacts = (make: (parts: OdfParts) => Uint8Array): Place[] => {
  const fact = (element: string, attributes = ''): Uint8Array =>
    make({ meta: `<${element} ${attributes}>${MARKER}</${element}>` });
  return [
    ['Title', OUT, fact('dc:title')],
    ['Author', OUT, fact('meta:initial-creator')],
    ['Subject', OUT, fact('dc:subject')],
    ['Keywords', OUT, fact('meta:keyword')],
    ['Description', OUT, fact('dc:description')],
    ['Properties that a user defined', OUT, fact('meta:user-defined', 'meta:name="Client"')],
  ];
};

/** Of DOC, PPT and XLS. */
export const oldFacts = (make: (streams: Readonly<Record<string, Uint8Array>>) => Uint8Array): Place[] => {
  const about = (id: number): Uint8Array =>
    make({ '\u0005SummaryInformation': makePropertySets({ values: { [id]: MARKER } }) });
  const more = (id: number): Uint8Array =>
    make({ '\u0005DocumentSummaryInformation': makePropertySets({ values: { [id]: MARKER } }) });
  return [
    ['Title', OUT, about(2)],
    ['Author', OUT, about(4)],
    ['Subject', OUT, about(3)],
    ['Keywords', OUT, about(5)],
    ['Description', OUT, about(6)],
    ['Category', OUT, more(2)],
    ['Company', OUT, more(15)],
    ['Manager', OUT, more(14)],
    [
      'Properties that a user defined',
      OUT,
      make({
        '\u0005DocumentSummaryInformation': makePropertySets(
          { values: { 2: 'Reports' } },
          { values: { 2: MARKER }, names: { 2: 'Client' } },
        ),
      }),
    ],
  ];
};
