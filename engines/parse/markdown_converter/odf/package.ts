/** An OpenDocument file: parts of XML in a zip archive. */
import { ServiceError } from '../../../../platform/errors.ts';
import { descend, parseXml, textOf, walk, type XmlElement } from '../ooxml/xml.ts';
import { openZip } from '../ooxml/zip.ts';

export interface OdfPackage {
  readonly read: (part: string) => Uint8Array | null;
  /** The tree of a part; `null` when there is no such part. */
  readonly xml: (part: string) => XmlElement | null;
}

/** Opens a file. Throws `encrypted` for a password-protected one, `corrupt` for what is no zip archive. */
export function openOdf(bytes: Uint8Array): OdfPackage {
  const zip = openZip(bytes);
  const xml = (part: string): XmlElement | null => {
    const content = zip.read(part);
    return content === null ? null : parseXml(content);
  };
  const manifest = [...walk(xml('META-INF/manifest.xml') ?? undefined)];
  if (manifest.some(({ name }) => /^manifest:(encryption-data|encrypted-key)$/.test(name))) {
    throw new ServiceError('encrypted', 'The document is protected by a password.');
  }
  return { read: zip.read, xml };
}

/** Where a part is that another names relative to the file: `./Object 1`. */
export function partOf(address: string): string {
  return address.replace(/^\.\//, '');
}

export interface OdfMetadata {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly createdAt: string | null;
  /** `description`, `subject`, `keywords`, `modified_at`, as far as they are there. */
  readonly properties: Readonly<Record<string, string>>;
}

export function readMetadata(file: OdfPackage): OdfMetadata {
  const meta = descend(file.xml('meta.xml') ?? undefined, 'office:meta');
  const value = (name: string): string | null => textOf(descend(meta, name)).replace(/\s+/g, ' ').trim() || null;
  const time = (name: string): string | null => {
    const date = new Date(value(name) ?? Number.NaN);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  };
  const properties = {
    description: value('dc:description'),
    subject: value('dc:subject'),
    keywords: value('meta:keyword'),
    modified_at: time('dc:date'),
  };
  return {
    title: value('dc:title'),
    authors: [value('meta:initial-creator') ?? value('dc:creator')].filter((name) => name !== null),
    language: value('dc:language'),
    createdAt: time('meta:creation-date'),
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, found]) => (found === null ? [] : [[name, found.slice(0, 1000)]])),
    ),
  };
}
