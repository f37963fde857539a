/** Drawings (SVG): the title, the description and the text, in lines as they are seen. */
import { append } from '../documents/append.ts';
import { PLAIN, text, type Block, type Inline } from '../documents/markdown/model.ts';
import type { ParsedDocument } from '../documents/types.ts';
import { documentOfBlocks } from './shared/blocks-document.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { childrenOf, isElement, parseXml, textOf, walk, type XmlElement } from '../documents/xml.ts';

interface Shift {
  readonly x: number;
  readonly y: number;
}

/** Where an element is, in the units of the drawing, and the link that it is in. */
interface Around extends Shift {
  readonly href: string | null;
}

interface Label extends Around {
  readonly words: string;
}

/** Elements whose text is not drawn where it is written, or not at all. */
const NOT_DRAWN = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'metadata', 'style', 'script']);
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi;
/** Labels whose baselines differ by less are on one line. A usual font has 12 to 16 units. */
const LINE_UNITS = 4;

/** Nothing outside the file is read. Throws `corrupt`, and `empty` without text. */
export function convertSvg(input: TextInput): ParsedDocument {
  const root = parseXml(input.text);
  const fact = (name: string): string => wordsOf(childrenOf(root).find((child) => localName(child) === name));
  const metadata = metadataOf(root);
  const title = fact('title') || (metadata.get('title')?.[0] ?? '');
  const drawing = new Drawing(root);
  const heading: Block[] = title === '' ? [] : [{ kind: 'heading', level: 1, content: [text(title)] }];
  const description = fact('desc');
  const tips = drawing.tips.filter((tip) => tip !== title && tip !== description);
  const paragraphs = [plainLine(description), ...linesOf(drawing.labels), ...tips.map(plainLine)];
  const shown = paragraphs.filter((content) => content.length > 0).map(paragraph);
  return documentOfBlocks([...heading, ...shown], input, {
    title: title || null,
    authors: metadata.get('creator') ?? [],
    properties: Object.fromEntries(
      [...metadata]
        .filter(([name]) => name !== 'title' && name !== 'creator')
        .map(([name, values]) => [name, values.join(', ').slice(0, MAX_LENGTH)]),
    ),
  });
}

const MAX_LENGTH = 1000;
const paragraph = (content: readonly Inline[]): Block => ({ kind: 'paragraph', content });
const plainLine = (words: string): Inline[] => (words === '' ? [] : [text(words)]);

const wordsOf = (element: XmlElement | undefined): string => clean(textOf(element));
const clean = (words: string): string => words.replace(/\s+/g, ' ').trim();

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

/** Of Dublin Core, which editors of drawings write, with names of properties. What else there is, programs note for themselves. */
const METADATA: ReadonlyMap<string, string> = new Map([
  ['dc:title', 'title'],
  ['dc:creator', 'creator'],
  ['dc:contributor', 'contributors'],
  ['dc:description', 'description'],
  ['dc:publisher', 'publisher'],
  ['dc:rights', 'rights'],
  ['dc:subject', 'keywords'],
  ['dc:source', 'source'],
]);

function metadataOf(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const metadata = childrenOf(root).filter((child) => localName(child) === 'metadata');
  for (const element of metadata.flatMap((part) => [...walk(part, ({ name }) => !METADATA.has(name))])) {
    const [name, value] = [METADATA.get(element.name), wordsOf(element)];
    if (name !== undefined && value !== '') found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** What is drawn, each part once: a symbol that is used many times would multiply. */
class Drawing {
  readonly labels: Label[] = [];
  readonly #tips = new Set<string>();
  readonly #drawn = new Set<XmlElement>();

  constructor(root: XmlElement) {
    const byId = new Map([...walk(root)].toReversed().map((element) => [element.attributes['id'] ?? '', element]));
    const uses: { readonly use: XmlElement; readonly around: Around }[] = [];
    const onUse = (use: XmlElement, around: Around): unknown => uses.push({ use, around });
    this.#drawChildren(root, { x: 0, y: 0, href: null }, onUse);
    for (const { use, around } of uses) {
      const used = byId.get(hrefOf(use).replace(/^#/, ''));
      if (used !== undefined) this.#draw(used, { ...around, ...placeOf(use, around, around) }, onUse);
    }
  }

  /** What is said to a reader who points at the drawing or a shape, unless a label says it. */
  get tips(): string[] {
    const shown = new Set(this.labels.map(({ words }) => clean(words)));
    return [...this.#tips].filter((tip) => tip !== '' && !shown.has(tip));
  }

  /** Inner drawings and groups move what is in them. Scales and rotations hardly change the order of labels. */
  #drawChildren(parent: XmlElement, around: Around, onUse: (use: XmlElement, around: Around) => unknown): void {
    for (const child of childrenOf(parent)) if (!NOT_DRAWN.has(localName(child))) this.#draw(child, around, onUse);
  }

  #draw(element: XmlElement, outer: Around, onUse: (use: XmlElement, around: Around) => unknown): void {
    if (this.#drawn.has(element)) return;
    this.#drawn.add(element);
    const around = { ...outer, ...shiftOf(element, outer) };
    const before = this.labels.length;
    switch (localName(element)) {
      case 'text':
        this.#add(...textLabels(element, around));
        break;
      case 'foreignObject':
        this.#add({ ...around, words: textOf(element), ...placeOf(element, around, around) });
        break;
      case 'title':
      case 'desc':
        this.#tips.add(wordsOf(element));
        break;
      case 'use':
        onUse(element, around);
        break;
      case 'a': {
        const href = hrefOf(element);
        this.#drawChildren(element, { ...around, href }, onUse);
        const words = element.attributes['xlink:title'] ?? href;
        if (this.labels.length === before && !href.startsWith('#')) this.#add({ ...around, words, href });
        break;
      }
      case 'svg':
        this.#drawChildren(element, { ...around, ...placeOf(element, around, around) }, onUse);
        break;
      default:
        this.#drawChildren(element, around, onUse);
    }
  }

  #add(...labels: readonly Label[]): void {
    append(
      this.labels,
      labels.filter(({ words }) => words.trim() !== ''),
    );
  }
}

const hrefOf = ({ attributes }: XmlElement): string => attributes['href'] ?? attributes['xlink:href'] ?? '';

/** A span with a position of its own begins another label, as does a link. */
function textLabels(element: XmlElement, around: Around): Label[] {
  const labels: Label[] = [];
  let label: Label = { ...around, words: '', ...placeOf(element, around, around) };
  for (const child of element.children) {
    const kind = isElement(child) ? localName(child) : '';
    if (isElement(child) && !['tspan', 'textPath', 'a'].includes(kind)) continue;
    const words = isElement(child) ? textOf(child) : child;
    if (isElement(child) && kind === 'a') {
      labels.push(label, { ...label, words, href: hrefOf(child) });
      label = { ...label, words: '' };
    } else if (isElement(child) && kind === 'tspan' && ['x', 'y', 'dy'].some((name) => name in child.attributes)) {
      labels.push(label);
      label = { ...label, words, ...placeOf(child, around, label) };
    } else {
      label = { ...label, words: label.words + words };
    }
  }
  return [...labels, label];
}

/** `before` holds for what is not stated. */
function placeOf({ attributes }: XmlElement, shift: Shift, before: Shift): Shift {
  const at = (name: 'x' | 'y'): number => {
    const [first] = numbersOf(attributes[name] ?? '');
    const [moved = 0] = numbersOf(attributes[`d${name}`] ?? '');
    // Relative moves are mostly in lines (`1.2em`), which are longer than their numbers say.
    const unit = /em/.test(attributes[`d${name}`] ?? '') ? 16 : 1;
    return (first === undefined ? before[name] : shift[name] + first) + moved * unit;
  };
  return { x: at('x'), y: at('y') };
}

function shiftOf({ attributes: { transform = '' } }: XmlElement, around: Shift): Shift {
  const written = /(translate|matrix)\s*\(([^()]*)\)/.exec(transform);
  const numbers = numbersOf(written?.[2] ?? '');
  const [x = 0, y = 0] = written?.[1] === 'matrix' ? numbers.slice(4) : numbers;
  return { x: around.x + x, y: around.y + y };
}

function numbersOf(written: string): number[] {
  return (written.slice(0, 200).match(NUMBER) ?? []).map(Number);
}

/** Lines from top to bottom, each from left to right. */
function linesOf(labels: readonly Label[]): Inline[][] {
  const lines: Label[][] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line !== undefined && label.y - (line[0]?.y ?? 0) < LINE_UNITS) line.push(label);
    else lines.push([label]);
  }
  return lines.map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .flatMap(({ words, href }, index) => [
        ...(index === 0 ? [] : [text(' ')]),
        text(clean(words), { ...PLAIN, href: href === '' || href?.startsWith('#') === true ? null : href }),
      ]),
  );
}
