/** An OpenDocument file: parts of XML in a zip archive, or one file of XML (flat). */
import { ServiceError } from '../../../../errors/index.ts';
import { decodeXml } from '../../documents/charset/xml.ts';
import { propertyOf, readDublinCore, type DocumentProperties } from '../shared/ooxml/properties.ts';
import { childrenOf, descend, parseXml, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { openZip } from '../shared/ooxml/zip.ts';

export interface OdfPackage {
  readonly read: (part: string) => Uint8Array | null;
  /** The tree of a part; `null` when it does not exist. */
  readonly xml: (part: string) => XmlElement | null;
}

const ZIP_SIGNATURE = Buffer.from('PK');

/** Opens a file. Throws `encrypted` for a password-protected one, `corrupt` for an invalid zip archive. */
export function openOdf(bytes: Uint8Array): OdfPackage {
  return ZIP_SIGNATURE.equals(bytes.subarray(0, ZIP_SIGNATURE.length)) ? openPackage(bytes) : openFlat(bytes);
}

/** The root of a flat file has the content of the parts that a package has apart. */
function openFlat(bytes: Uint8Array): OdfPackage {
  const root = parseXml(decodeXml(bytes));
  return { read: () => null, xml: (part) => (/^(?:content|meta)\.xml$/.test(part) ? root : null) };
}

function openPackage(bytes: Uint8Array): OdfPackage {
  const zip = openZip(bytes);
  const xml = (part: string): XmlElement | null => {
    const content = zip.read(part);
    return content === null ? null : parseXml(decodeXml(content));
  };
  const manifest = [...walk(xml('META-INF/manifest.xml') ?? undefined)];
  if (manifest.some(({ name }) => /^manifest:(encryption-data|encrypted-key)$/.test(name))) {
    throw new ServiceError('encrypted', 'The document is protected by a password.');
  }
  return { read: zip.read, xml };
}

/** Resolves a relative reference to a part: `./Object 1`. */
export function partOf(address: string): string {
  return address.replace(/^\.\//, '');
}

export function readMetadata(file: OdfPackage): DocumentProperties {
  const meta = descend(file.xml('meta.xml') ?? undefined, 'office:meta');
  const author = propertyOf(meta, 'meta:initial-creator') ?? propertyOf(meta, 'dc:creator');
  const names = { keywords: 'meta:keyword', created: 'meta:creation-date', modified: 'dc:date' };
  const own = childrenOf(meta, 'meta:user-defined').map(
    (element) => [element.attributes['meta:name'] ?? '', textOf(element)] as const,
  );
  return {
    ...readDublinCore(meta, names, own),
    authors: author === null ? [] : [author],
  };
}
