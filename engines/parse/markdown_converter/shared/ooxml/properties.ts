/** Metadata of XML-based documents. */
import type { OoxmlPackage } from './package.ts';
import { descend, textOf, type XmlElement } from '../../../documents/xml.ts';

export interface DocumentProperties {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly createdAt: string | null;
  /** `description`, `subject`, `keywords`, `category`, `status`, `modified_at`, if present. */
  readonly properties: Readonly<Record<string, string>>;
}

export function readCoreProperties(file: OoxmlPackage): DocumentProperties {
  const part = file.related('', 'core-properties') ?? 'docProps/core.xml';
  const core = file.xml(part) ?? undefined;
  return {
    ...readDublinCore(core, { keywords: 'cp:keywords', created: 'dcterms:created', modified: 'dcterms:modified' }),
    authors: (propertyOf(core, 'dc:creator') ?? '')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

/** Element names that differ between formats. */
interface OwnNames {
  readonly keywords: string;
  readonly created: string;
  readonly modified: string;
}

/** The Dublin Core metadata in `parent`, without authors, which depend on the format. */
export function readDublinCore(parent: XmlElement | undefined, names: OwnNames): Omit<DocumentProperties, 'authors'> {
  const properties = {
    description: propertyOf(parent, 'dc:description'),
    subject: propertyOf(parent, 'dc:subject'),
    keywords: propertyOf(parent, names.keywords),
    category: propertyOf(parent, 'cp:category'),
    status: propertyOf(parent, 'cp:contentStatus'),
    modified_at: timeOf(parent, names.modified),
  };
  return {
    title: propertyOf(parent, 'dc:title'),
    language: propertyOf(parent, 'dc:language'),
    createdAt: timeOf(parent, names.created),
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, found]) => (found === null ? [] : [[name, found.slice(0, 1000)]])),
    ),
  };
}

/** Text of an element inside `parent`; `null` when it is absent or empty. */
export function propertyOf(parent: XmlElement | undefined, name: string): string | null {
  return textOf(descend(parent, name)).replace(/\s+/g, ' ').trim() || null;
}

function timeOf(parent: XmlElement | undefined, name: string): string | null {
  const date = new Date(propertyOf(parent, name) ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
