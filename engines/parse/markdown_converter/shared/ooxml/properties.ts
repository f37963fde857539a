/** Metadata of XML-based documents. */
import { propertiesOf } from '../../../documents/properties.ts';
import { optionalXml, type OoxmlPackage } from './package.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../../documents/xml.ts';

export interface DocumentProperties {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly createdAt: string | null;
  /** `description`, `subject`, `keywords`, `category`, `status`, `modified_at` and those of the user, if present. */
  readonly properties: Readonly<Record<string, string>>;
}

type Named = readonly [name: string, value: string | null];

export function readCoreProperties(file: OoxmlPackage): DocumentProperties {
  const part = (type: string, usual: string): XmlElement | undefined =>
    optionalXml(file, file.related('', type) ?? `docProps/${usual}.xml`) ?? undefined;
  const core = part('core-properties', 'core');
  const others = [
    ...readExtended(part('extended-properties', 'app')),
    ...readCustom(part('custom-properties', 'custom')),
  ];
  const names = { keywords: 'cp:keywords', created: 'dcterms:created', modified: 'dcterms:modified' };
  return {
    ...readDublinCore(core, names, others),
    authors: (propertyOf(core, 'dc:creator') ?? '')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

/** Their names have a prefix in some files. */
const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

const readExtended = (parent: XmlElement | undefined): Named[] =>
  childrenOf(parent)
    .filter((element) => /^(Company|Manager)$/.test(localName(element)))
    .map((element) => [localName(element).toLowerCase(), textOf(element)]);

const readCustom = (parent: XmlElement | undefined): Named[] =>
  childrenOf(parent).map((element) => [element.attributes['name'] ?? '', textOf(element)]);

/** Element names that differ between formats. */
interface OwnNames {
  readonly keywords: string;
  readonly created: string;
  readonly modified: string;
}

/** The Dublin Core metadata in `parent`, without authors, which depend on the format, and `others` that follow it. */
export function readDublinCore(
  parent: XmlElement | undefined,
  names: OwnNames,
  others: readonly Named[],
): Omit<DocumentProperties, 'authors'> {
  return {
    title: propertyOf(parent, 'dc:title'),
    language: propertyOf(parent, 'dc:language'),
    createdAt: timeOf(parent, names.created),
    properties: propertiesOf([
      ['description', propertyOf(parent, 'dc:description')],
      ['subject', propertyOf(parent, 'dc:subject')],
      ['keywords', propertyOf(parent, names.keywords)],
      ['category', propertyOf(parent, 'cp:category')],
      ['status', propertyOf(parent, 'cp:contentStatus')],
      ['modified_at', timeOf(parent, names.modified)],
      ...others,
    ]),
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
