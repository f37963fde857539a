/** OpenDocument files made in a test. */
import { makeZip } from './zip.ts';

const OPENDOCUMENT = ['office', 'text', 'table', 'style', 'draw:drawing', 'presentation', 'chart', 'meta'].map(
  (name) => {
    const [prefix = '', space = prefix] = name.split(':');
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${space}:1.0"`;
  },
);
const NAMESPACES = [
  ...OPENDOCUMENT,
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

export interface OdfParts {
  /** Content of `office:automatic-styles`. */
  readonly automatic?: string;
  /** Content of `office:styles`. */
  readonly styles?: string;
  /** Content of `office:meta`. */
  readonly meta?: string;
  /** Further parts by name. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A file whose body, `office:text`, `office:spreadsheet` or `office:presentation`, holds the given content. */
export function makeOdf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: string,
  { automatic = '', styles = '', meta, others }: OdfParts = {},
): Uint8Array {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml':
      '<office:document-content ' +
      `${NAMESPACES}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${NAMESPACES}><office:styles>${styles}</office:styles></office:document-styles>`,
    ...(meta === undefined
      ? {}
      : {
          'meta.xml': `<office:document-meta ${NAMESPACES}><office:meta>${meta}</office:meta></office:document-meta>`,
        }),
    ...others,
  });
}

/** The same as one file of XML. */
export function makeFlatOdf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: string,
  { automatic = '', styles = '', meta = '' }: OdfParts = {},
): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMESPACES} office:version="1.3" ` +
    `office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta>${meta}</office:meta>` +
    `<office:styles>${styles}</office:styles><office:automatic-styles>${automatic}</office:automatic-styles>` +
    `<office:body><office:${kind}>${content}</office:${kind}></office:body></office:document>`
  );
}
