/** Parses XML parts to trees or events. */
import { SaxesParser } from 'saxes';
import { ServiceError } from '../../../errors/index.ts';
import { append } from './append.ts';

export interface XmlElement {
  /** Canonical prefix and local name, `w:p`, whatever prefixes the file uses. */
  readonly name: string;
  /** By name with the canonical prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Deeper files are attacks: each level uses stack in every reader. */
const MAX_DEPTH = 256;

/** Maximum number of elements of a tree, each some 200 bytes. */
const MAX_ELEMENTS = 2_000_000;

/** Size of the name cache; files use some dozens. */
const MAX_NAMES = 1000;

/** Suffixes of namespace URIs, transitional and strict, with their canonical prefix. */
const PREFIXES: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/presentationml\/(2006\/)?main$/, 'p'],
  [/spreadsheetml\/(2006\/)?main$/, ''],
  [/wordprocessingml\/(2006\/)?main$/, 'w'],
  [/drawingml\/(2006\/)?main$/, 'a'],
  [/drawingml\/(2006\/)?chart$/, 'c'],
  [/drawing\/2014\/chartex$/, 'cx'],
  [/drawingml\/(2006\/)?diagram$/, 'dgm'],
  [/drawingml\/(2006\/)?spreadsheetDrawing$/, 'xdr'],
  [/drawing\/2010\/main$/, 'a14'],
  [/drawingml\/(2006\/)?wordprocessingDrawing$/, 'wp'],
  [/officeDocument\/(2006\/)?relationships$/, 'r'],
  [/officeDocument\/(2006\/)?math$/, 'm'],
  [/markup-compatibility\/2006$/, 'mc'],
  [/word\/2010\/wordml$/, 'w14'],
  [/word\/2010\/wordprocessingShape$/, 'wps'],
  [/schemas-microsoft-com:vml$/, 'v'],
  [/schemas-microsoft-com:office:excel$/, 'x'],
  [/schemas-microsoft-com:office:office$/, 'o'],
  [/package\/2006\/relationships$/, ''],
  [/core-properties$/, 'cp'],
  [/idpf\.org\/2007\/opf$/, ''],
  [/daisy\.org\/z3986\/2005\/ncx\/?$/, ''],
  [/tc:opendocument:xmlns:container$/, ''],
  [/docbook\.org\/ns\/docbook$/, ''],
  [/gribuser\.ru\/xml\/fictionbook\/2\.[01]$/, ''],
  [/purl\.org\/dc\/elements\/1\.1\/$/, 'dc'],
  [/purl\.org\/dc\/terms\/$/, 'dcterms'],
  [/opendocument:xmlns:office:1\.0$/, 'office'],
  [/opendocument:xmlns:text:1\.0$/, 'text'],
  [/opendocument:xmlns:table:1\.0$/, 'table'],
  [/opendocument:xmlns:style:1\.0$/, 'style'],
  [/opendocument:xmlns:drawing:1\.0$/, 'draw'],
  [/opendocument:xmlns:presentation:1\.0$/, 'presentation'],
  [/opendocument:xmlns:chart:1\.0$/, 'chart'],
  [/opendocument:xmlns:meta:1\.0$/, 'meta'],
  [/opendocument:xmlns:manifest:1\.0$/, 'manifest'],
  [/opendocument:xmlns:xsl-fo-compatible:1\.0$/, 'fo'],
  [/opendocument:xmlns:svg-compatible:1\.0$/, 'svg'],
  [/w3\.org\/1999\/xlink$/, 'xlink'],
  [/w3\.org\/1998\/Math\/MathML$/, 'math'],
];

/** Events of an XML part in document order. Names have their canonical prefixes. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

/**
 * Parses leniently: reads malformed XML as far as possible and never expands entities that the file defines. Throws
 * `corrupt` without any element or with too deep nesting, `too_large` above {@link MAX_ELEMENTS}.
 */
export function parseXml(text: string): XmlElement {
  const [first] = parseXmlRoots(text);
  if (first === undefined) throw new ServiceError('corrupt', 'A part of the document contains no XML.');
  return first;
}

/** The outermost elements: several in a fragment of a document. Throws as {@link parseXml}. */
export function parseXmlRoots(text: string): XmlElement[] {
  const root = new OpenElement('', {});
  const open = [root];
  let elements = 0;
  scanXml(text, {
    open(name, attributes) {
      if (++elements > MAX_ELEMENTS) {
        throw new ServiceError('too_large', `A part of the document has more than ${MAX_ELEMENTS} elements.`, {
          limit_elements: MAX_ELEMENTS,
        });
      }
      const element = new OpenElement(name, attributes);
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close() {
      open.pop();
    },
    text(text) {
      open.at(-1)?.children.push(text);
    },
  });
  return root.children.filter(isElement);
}

/** Reads a part too large for a tree. As lenient as {@link parseXml}; throws `corrupt` for too deep nesting. */
export function scanXml(text: string, events: XmlEvents): void {
  let depth = 0;
  const prefixes = new Map<string, string>();
  const renamed = new Map<string, string>();
  const rename = (name: string): string => {
    const known = renamed.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(':');
    const prefix = prefixes.get(colon < 0 ? '' : name.slice(0, colon));
    const local = name.slice(colon + 1);
    const usual = prefix === undefined ? name : prefix === '' ? local : `${prefix}:${local}`;
    if (renamed.size < MAX_NAMES) renamed.set(name, usual);
    return usual;
  };
  const declare = (attributes: Readonly<Record<string, string>>): void => {
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!attribute.startsWith('xmlns')) continue;
      const usual = PREFIXES.find(([address]) => address.test(value));
      if (usual === undefined) continue;
      prefixes.set(attribute.slice('xmlns:'.length), usual[1]);
      renamed.clear();
    }
  };

  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    // Files that every office program opens contain minor errors.
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw new ServiceError('corrupt', 'The document is nested too deeply.');
    const names = Object.keys(attributes);
    if (names.some((attribute) => attribute.startsWith('xmlns'))) declare(attributes);
    events.open(rename(name), names.some(isPrefixed) ? renameAttributes(attributes, rename) : attributes);
  });
  parser.on('closetag', ({ name }) => {
    if (depth === 0) return;
    depth--;
    events.close(rename(name));
  });
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.write(text).close();
}

const isPrefixed = (name: string): boolean => name.includes(':') || name === 'xmlns';

function renameAttributes(
  attributes: Readonly<Record<string, string>>,
  rename: (name: string) => string,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) result[name.includes(':') ? rename(name) : name] = value;
  }
  return result;
}

class OpenElement implements XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[] = [];

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = name;
    this.attributes = attributes;
  }
}

export function isElement(node: XmlNode | undefined): node is XmlElement {
  return typeof node === 'object';
}

export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);
}

const indexes = new WeakMap<XmlElement, Map<string, ReadonlyMap<string, XmlElement>>>();

/** The children with this name by the value of an attribute; the first of duplicates. Cached. */
export function childrenBy(
  element: XmlElement | undefined,
  name: string,
  attribute: string,
): ReadonlyMap<string, XmlElement> {
  if (element === undefined) return new Map();
  const known = indexes.get(element) ?? new Map<string, ReadonlyMap<string, XmlElement>>();
  indexes.set(element, known);
  const key = `${name} ${attribute}`;
  const index =
    known.get(key) ??
    new Map(
      childrenOf(element, name)
        .toReversed()
        .map((child) => [child.attributes[attribute] ?? '', child]),
    );
  known.set(key, index);
  return index;
}

/** Follows a path of child names, taking the first match of each. */
export function descend(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of names) found = found?.children.filter(isElement).find((child) => child.name === name);
  return found;
}

/**
 * All descendants in document order. If `enter` is false for an element, its content is skipped, but not the element.
 */
export function* walk(
  root: XmlElement | undefined,
  enter: (element: XmlElement) => boolean = () => true,
): Generator<XmlElement> {
  const stack = childrenOf(root).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    if (!enter(element)) continue;
    append(stack, childrenOf(element).reverse());
  }
}

export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  return isElement(node) ? node.children.map(textOf).join('') : node;
}
