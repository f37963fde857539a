/** XML parts as trees. */
import { SaxesParser } from 'saxes';
import { ServiceError } from '../../../../platform/errors.ts';

export interface XmlElement {
  /** Usual prefix and local name, `w:p`, whatever prefixes the file itself chose. */
  readonly name: string;
  /** By name with the usual prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Deeper files are attacks: each level costs stack in every reader. */
const MAX_DEPTH = 256;

/** Ends of namespace addresses, transitional and strict, with the prefix they usually have. */
const PREFIXES: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/wordprocessingml\/(2006\/)?main$/, 'w'],
  [/drawingml\/(2006\/)?main$/, 'a'],
  [/drawingml\/(2006\/)?chart$/, 'c'],
  [/drawingml\/(2006\/)?wordprocessingDrawing$/, 'wp'],
  [/officeDocument\/(2006\/)?relationships$/, 'r'],
  [/officeDocument\/(2006\/)?math$/, 'm'],
  [/markup-compatibility\/2006$/, 'mc'],
  [/word\/2010\/wordml$/, 'w14'],
  [/word\/2010\/wordprocessingShape$/, 'wps'],
  [/schemas-microsoft-com:vml$/, 'v'],
  [/package\/2006\/relationships$/, ''],
  [/core-properties$/, 'cp'],
  [/purl\.org\/dc\/elements\/1\.1\/$/, 'dc'],
  [/purl\.org\/dc\/terms\/$/, 'dcterms'],
];

/**
 * Parses leniently: what is not well-formed is read as far as it goes, and entities that the file defines are never
 * expanded. Throws `corrupt` when there is no element at all or nesting has no end.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const root = new OpenElement('', {});
  const open = [root];
  const prefixes = new Map<string, string>();
  const rename = (name: string): string => {
    const colon = name.indexOf(':');
    const prefix = prefixes.get(colon < 0 ? '' : name.slice(0, colon));
    if (prefix === undefined) return name;
    const local = name.slice(colon + 1);
    return prefix === '' ? local : `${prefix}:${local}`;
  };

  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    // Small faults occur in files that every word processor opens.
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw new ServiceError('corrupt', 'The document is nested without end.');
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!attribute.startsWith('xmlns')) continue;
      const usual = PREFIXES.find(([address]) => address.test(value));
      if (usual !== undefined) prefixes.set(attribute.slice('xmlns:'.length), usual[1]);
    }
    const renamed: Record<string, string> = {};
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!attribute.startsWith('xmlns')) renamed[attribute.includes(':') ? rename(attribute) : attribute] = value;
    }
    const element = new OpenElement(rename(name), renamed);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    if (open.length > 1) open.pop();
  });
  const addText = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decodeXml(bytes)).close();

  const first = root.children.find(isElement);
  if (first === undefined) throw new ServiceError('corrupt', 'A part of the document holds no XML.');
  return first;
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

/** XML is UTF-8 or carries a byte order mark. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

export function isElement(node: XmlNode | undefined): node is XmlElement {
  return typeof node === 'object';
}

export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);
}

/** The first child of that name, then of it the first child of the next name, and so on. */
export function descend(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of names) found = found?.children.filter(isElement).find((child) => child.name === name);
  return found;
}

/** Every element below in document order; `enter` false leaves out what is inside an element, not the element. */
export function* walk(
  root: XmlElement | undefined,
  enter: (element: XmlElement) => boolean = () => true,
): Generator<XmlElement> {
  const stack = childrenOf(root).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    if (enter(element)) stack.push(...childrenOf(element).reverse());
  }
}

export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  return isElement(node) ? node.children.map(textOf).join('') : node;
}
