/** Metadata as XML (XMP): what a file says of itself beside its document information, which many no longer have. */

import { childrenOf, descend, parseXmlRoots, textOf, walk } from '../../../documents/xml.ts';
import type { XmlElement } from '../../../documents/xml.ts';

export interface XmpMetadata {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly properties: ReadonlyMap<string, string>;
}

/** The names of Dublin Core, and those of the properties. */
const PROPERTIES: readonly (readonly [element: string, name: string])[] = [
  ['dc:description', 'subject'],
  ['dc:subject', 'keywords'],
  ['dc:rights', 'rights'],
];
/** What users define themselves. */
const OWN = /^pdfx:(.+)$/;

/** Lenient: of what is no XML, it reads nothing. */
export function readXmp(xml: Buffer): XmpMetadata {
  const descriptions = parseXmlRoots(xml.toString('utf8')).flatMap((root) => named(root, 'rdf:Description'));
  const valuesOf = (name: string): string[] =>
    descriptions.flatMap((description) => [
      ...childrenOf(description, name).flatMap(itemsOf),
      ...[description.attributes[name] ?? ''].filter((value) => value !== ''),
    ]);
  const properties = new Map<string, string>();
  for (const [element, name] of PROPERTIES) {
    const values = valuesOf(element);
    if (values.length > 0) properties.set(name, values.join(', '));
  }
  for (const element of descriptions.flatMap((description) => childrenOf(description))) {
    const name = OWN.exec(element.name)?.[1];
    const value = plain(textOf(element));
    if (name !== undefined && value !== '') properties.set(unescaped(name), value);
  }
  return { title: valuesOf('dc:title')[0] ?? null, authors: valuesOf('dc:creator'), properties };
}

/** The items of a list, or the value itself. Of a text in several languages, the first is the default. */
function itemsOf(element: XmlElement): string[] {
  const items = named(element, 'rdf:li').map((item) => plain(textOf(item)));
  const shown = descend(element, 'rdf:Alt') === undefined ? items : items.slice(0, 1);
  return (shown.length === 0 ? [plain(textOf(element))] : shown).filter((text) => text !== '');
}

const named = (root: XmlElement, name: string): XmlElement[] =>
  [...walk(root)].filter((element) => element.name === name);

/** Characters that names of XML cannot have are written by their codes. */
const unescaped = (name: string): string =>
  name.replace(/\u2182([\da-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
