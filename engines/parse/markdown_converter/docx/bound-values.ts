/** Values that content controls show of other parts of the file: Word fills them in when it opens the document. */
import { childrenOf, textOf, type XmlElement } from '../../documents/xml.ts';
import { optionalXml, type OoxmlPackage } from '../shared/ooxml/package.ts';

const STEP = /^(@?)(?:[^:[\]]+:)?([^:[\]]+)(?:\[(\d{1,6})\])?$/;
const MAX_STEPS = 50;

export class BoundValues {
  readonly #file: OoxmlPackage;
  readonly #mainPart: string;
  #roots: readonly XmlElement[] | null = null;

  constructor(file: OoxmlPackage, mainPart: string) {
    this.#file = file;
    this.#mainPart = mainPart;
  }

  /** The text at the path of a `w:dataBinding` in the first part that has one; empty without any. */
  valueOf(binding: XmlElement): string {
    const steps = (binding.attributes['w:xpath'] ?? '').split('/').slice(1, MAX_STEPS);
    return this.#parts.map((root) => valueAt(root, steps)).find((value) => value !== '') ?? '';
  }

  /** Roots of the parts for data, and of the properties of the document. */
  get #parts(): readonly XmlElement[] {
    this.#roots ??= this.#names.flatMap((name) => optionalXml(this.#file, name) ?? []);
    return this.#roots;
  }

  get #names(): string[] {
    const custom = [...this.#file.relationships(this.#mainPart).values()].filter(({ type }) => type === 'customXml');
    return [...custom.map(({ target }) => target), 'docProps/core.xml', 'docProps/app.xml'];
  }
}

/** Names are compared without their prefixes, which each part chooses. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Children by their local names. A part has as many values as bindings, which would each search it. */
const indexes = new WeakMap<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>();

function childrenByName(element: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  const index = indexes.get(element) ?? Map.groupBy(childrenOf(element), ({ name }) => localName(name));
  indexes.set(element, index);
  return index;
}

function valueAt(root: XmlElement, steps: readonly string[]): string {
  let found: XmlElement | undefined = { name: '', attributes: {}, children: [root] };
  for (const step of steps) {
    const [, at = '', name = '', place = '1'] = STEP.exec(step) ?? [];
    if (at !== '') {
      const entries = Object.entries(found.attributes);
      return entries.find(([attribute]) => localName(attribute) === name)?.[1] ?? '';
    }
    found = childrenByName(found).get(name)?.[Number(place) - 1];
    if (found === undefined) return '';
  }
  return childrenByName(found).size === 0 ? textOf(found).trim() : '';
}
