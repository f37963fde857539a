/** The content of the cells of a spreadsheet: what they show, or the value that they have. */
import { plainNumber } from '../shared/plain-number.ts';
import {
  cellContent,
  lookOf,
  NO_LOOK,
  type CellContent,
  type Look,
  type Run,
  type StoredText,
} from '../shared/workbook/cell-content.ts';
import { booleanText } from '../shared/workbook/binary-values.ts';
import { LONG_INTEGER } from '../shared/workbook/cell-text.ts';
import { shownFormula } from '../shared/workbook/formulas.ts';
import { childrenOf, isElement, walk, type XmlElement } from '../../documents/xml.ts';
import { textFormat, type Style, type StyleSheet } from './styles.ts';

/** The looks of styles, which most cells share. */
export class CellLooks {
  readonly #styles: StyleSheet;
  readonly #fonts: ReadonlyMap<string, string>;
  readonly #looks = new Map<string, Look>();

  /** `roots` are the parts with the names of the fonts. */
  constructor(styles: StyleSheet, roots: readonly (XmlElement | null)[]) {
    this.#styles = styles;
    const faces = roots
      .flatMap((root) => childrenOf(root ?? undefined, 'office:font-face-decls'))
      .flatMap((group) => childrenOf(group, 'style:font-face'));
    this.#fonts = new Map(
      faces.map(({ attributes }) => [
        attributes['style:name'] ?? '',
        (attributes['svg:font-family'] ?? '').replace(/^['"]|['"]$/g, ''),
      ]),
    );
  }

  ofCell(style: string | undefined): Look {
    const known = this.#looks.get(style ?? '');
    if (known !== undefined) return known;
    const look = this.#applied(NO_LOOK, this.#styles.chain('table-cell', style));
    this.#looks.set(style ?? '', look);
    return look;
  }

  ofSpan(style: string | undefined, cell: Look): Look {
    return this.#applied(cell, this.#styles.chain('text', style));
  }

  /** The nearest style is the first. */
  #applied(base: Look, chain: readonly Style[]): Look {
    let { strike, vertical, symbols } = base;
    for (const style of chain.toReversed()) {
      const format = textFormat(style);
      strike = format.strike ?? strike;
      vertical = format.vertical === undefined ? vertical : format.vertical;
      const name = fontOf(style);
      if (name !== undefined) symbols = this.#fonts.get(name) ?? name;
    }
    return lookOf(strike, vertical, symbols);
  }
}

function fontOf({ element }: Style): string | undefined {
  const properties = childrenOf(element, 'style:text-properties')[0]?.attributes ?? {};
  return properties['style:font-name'] ?? properties['fo:font-family']?.replace(/^['"]|['"]$/g, '');
}

/** A formula for a cell without a value; else the content of the cell. */
export function readCell(
  cell: XmlElement,
  look: Look,
  looks: CellLooks,
): { readonly content: CellContent; readonly isFormula: boolean } {
  const { attributes } = cell;
  const stored = attributes['office:value-type'] === 'date' ? dateText(attributes) : storedText(cell, look, looks);
  const shown = stored.length === 0 ? valueText(attributes) : stored;
  const formula = attributes['table:formula'];
  if (shown.length === 0 && formula !== undefined && attributes['office:value-type'] === undefined) {
    return { content: shownFormula(plainFormula(formula)), isFormula: true };
  }
  return { content: cellContent(shown, look), isFormula: false };
}

/** Dates in ISO 8601, since the displayed form is ambiguous. */
const dateText = (attributes: XmlElement['attributes']): string =>
  (attributes['office:date-value'] ?? '').replace('T', ' ');

/** `of:=SUM([.A1:.B2])` as `SUM(A1:B2)`. */
export const plainFormula = (formula: string): string =>
  formula
    .replace(/^[a-z]*:?=/, '')
    .replace(/\[([^\][]*)\]/g, (_, reference: string) =>
      reference.replace(/^\.|(?<=:)\./g, '').replace(/^\$?'?#REF!/, '#REF!'),
    );

/** The value of a cell for which no text is stored. */
function valueText(attributes: XmlElement['attributes']): string {
  const value = attributes['office:value'] ?? '';
  const number = Number(value);
  switch (attributes['office:value-type']) {
    case 'float':
      return value === '' || LONG_INTEGER.test(value) || Number.isNaN(number) ? value : plainNumber(number);
    case 'percentage':
      return value === '' || Number.isNaN(number) ? value : `${plainNumber(number * 100)}%`;
    case 'currency':
      return value === '' || Number.isNaN(number)
        ? value
        : `${plainNumber(number)} ${attributes['office:currency'] ?? ''}`.trim();
    case 'time':
      return timeText(attributes['office:time-value'] ?? '');
    case 'boolean':
      return booleanText(attributes['office:boolean-value'] === 'true' ? 1 : 0);
    default:
      return attributes['office:string-value'] ?? '';
  }
}

/** `PT36H05M00S` as `36:05:00`. */
function timeText(value: string): string {
  const [, hours, minutes = '', seconds = ''] = /^-?PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(value) ?? [];
  if (hours === undefined && minutes === '' && seconds === '') return value;
  const [whole = '', fraction] = seconds.split('.', 2);
  const time = [hours ?? '', minutes, whole].map((part) => part.padStart(2, '0')).join(':');
  return `${value.startsWith('-') ? '-' : ''}${time}${Number(fraction ?? 0) > 0 ? `.${fraction}` : ''}`;
}

function storedText(cell: XmlElement, look: Look, looks: CellLooks): StoredText {
  const paragraphs = childrenOf(cell, 'text:p');
  const [only] = paragraphs[0]?.children ?? [];
  if (paragraphs.length === 1 && paragraphs[0]?.children.length === 1 && typeof only === 'string') {
    return only.replace(/\s+/g, ' ').trim();
  }
  if (!paragraphs.some((paragraph) => [...walk(paragraph)].some(({ name }) => name === 'text:span'))) {
    return paragraphs
      .map((paragraph) => spacedText(paragraph).trim())
      .join('\n')
      .trim();
  }
  const runs = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [{ text: '\n', look }]),
    ...runsOf(paragraph, look, looks),
  ]);
  const isPlain = runs.every((run) => run.look === look);
  return isPlain
    ? runs
        .map(({ text }) => text)
        .join('')
        .trim()
    : runs;
}

function runsOf(parent: XmlElement, look: Look, looks: CellLooks): Run[] {
  return parent.children.flatMap((child): Run[] => {
    if (!isElement(child)) return [{ text: child.replace(/\s+/g, ' '), look }];
    if (child.name === 'text:span') {
      return runsOf(child, looks.ofSpan(child.attributes['text:style-name'], look), looks);
    }
    const text = elementText(child);
    return text === null ? runsOf(child, look, looks) : [{ text, look }];
  });
}

/** Text of a paragraph, in which tabs, breaks and runs of spaces are elements. */
export function spacedText(element: XmlElement): string {
  return element.children
    .map((child) => (isElement(child) ? (elementText(child) ?? spacedText(child)) : child.replace(/\s+/g, ' ')))
    .join('');
}

/** `null` for an element with text inside. */
function elementText({ name }: XmlElement): string | null {
  switch (name) {
    case 'text:line-break':
      return '\n';
    case 'text:s':
    case 'text:tab':
      return ' ';
    case 'office:annotation':
      return '';
    default:
      return null;
  }
}
