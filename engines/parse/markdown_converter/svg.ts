/** Drawings (SVG): the title, the description and the text, in lines as they are seen. */
import { text, type Block } from '../documents/markdown/model.ts';
import type { ParsedDocument } from '../documents/types.ts';
import { documentOfBlocks } from './shared/blocks-document.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { childrenOf, isElement, parseXml, textOf, type XmlElement } from '../documents/xml.ts';

/** Its position is in the units of the drawing. */
interface Label {
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

interface Shift {
  readonly x: number;
  readonly y: number;
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
  const title = fact('title');
  const description = fact('desc');
  const labels: Label[] = [];
  collect(root, { x: 0, y: 0 }, labels);
  const heading: Block[] = title === '' ? [] : [{ kind: 'heading', level: 1, content: [text(title)] }];
  const paragraphs = [description, ...linesOf(labels)].filter((line) => line !== '');
  return documentOfBlocks([...heading, ...paragraphs.map(paragraph)], input, { title: title || null });
}

const paragraph = (words: string): Block => ({ kind: 'paragraph', content: [text(words)] });

const wordsOf = (element: XmlElement | undefined): string => textOf(element).replace(/\s+/g, ' ').trim();

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

/** Inner drawings and groups move what is in them. Scales and rotations hardly change the order of labels. */
function collect(parent: XmlElement, around: Shift, labels: Label[]): void {
  for (const child of parent.children) {
    if (!isElement(child) || NOT_DRAWN.has(localName(child))) continue;
    const shift = shiftOf(child, around);
    const kind = localName(child);
    if (kind === 'text') collectText(child, shift, labels);
    else if (kind === 'foreignObject') labels.push({ words: wordsOf(child), ...placeOf(child, shift, shift) });
    else collect(child, kind === 'svg' ? placeOf(child, shift, shift) : shift, labels);
  }
}

/** A span with a position of its own begins another label. */
function collectText(element: XmlElement, shift: Shift, labels: Label[]): void {
  let label: Label = { words: '', ...placeOf(element, shift, shift) };
  for (const child of element.children) {
    const isSpan = isElement(child) && localName(child) === 'tspan';
    if (isElement(child) && !isSpan && localName(child) !== 'textPath' && localName(child) !== 'a') continue;
    const words = isElement(child) ? textOf(child) : child;
    if (!isSpan || !['x', 'y', 'dy'].some((name) => child.attributes[name] !== undefined)) {
      label = { ...label, words: label.words + words };
      continue;
    }
    labels.push(label);
    label = { words, ...placeOf(child, shift, label) };
  }
  labels.push(label);
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
function linesOf(labels: readonly Label[]): string[] {
  const read = labels
    .map((label) => ({ ...label, words: label.words.replace(/\s+/g, ' ').trim() }))
    .filter(({ words }) => words !== '')
    .toSorted((a, b) => a.y - b.y);
  const lines: Label[][] = [];
  for (const label of read) {
    const line = lines.at(-1);
    if (line !== undefined && label.y - (line[0]?.y ?? 0) < LINE_UNITS) line.push(label);
    else lines.push([label]);
  }
  return lines.map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ words }) => words)
      .join(' '),
  );
}
