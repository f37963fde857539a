/** Bullets and numbers of paragraphs, set by shapes, layouts or masters. */
import { formatNumber } from '../word/numerals.ts';
import { childrenOf, descend, type XmlElement } from '../../../documents/xml.ts';

/** `null`: not a list item. An empty label is a bullet. */
export type Marker = { readonly level: number; readonly label: string } | null;

const BULLET = /^a:bu(None|Char|AutoNum|Blip)$/;
const MAX_LEVEL = 8;
const MAX_START = 32_767;

export class Bullets {
  readonly #styles: readonly (XmlElement | undefined)[];
  /** By level: numbering type and last number. */
  #counters: ({ readonly kind: string; number: number } | undefined)[] = [];

  /** `styles` hold `a:lvl1pPr` to `a:lvl9pPr`, nearest first. */
  constructor(styles: readonly (XmlElement | undefined)[]) {
    this.#styles = styles;
  }

  /** The marker of a non-empty paragraph. Call once per paragraph, in order, since it counts. */
  next(properties: XmlElement | undefined): Marker {
    const level = Math.min(MAX_LEVEL, Math.max(0, Number.parseInt(properties?.attributes['lvl'] ?? '0', 10) || 0));
    const sources = [properties, ...this.#styles.map((style) => descend(style, `a:lvl${level + 1}pPr`))];
    const bullet = sources.flatMap((source) => childrenOf(source)).find(({ name }) => BULLET.test(name));
    this.#counters = this.#counters.slice(0, level + 1);
    if (bullet?.name === 'a:buAutoNum') return { level, label: this.#count(level, bullet) };
    this.#counters[level] = undefined;
    return bullet === undefined || bullet.name === 'a:buNone' ? null : { level, label: '' };
  }

  #count(level: number, { attributes }: XmlElement): string {
    const type = attributes['type'] ?? 'arabicPeriod';
    const start = Math.min(MAX_START, Math.max(1, Number.parseInt(attributes['startAt'] ?? '1', 10) || 1));
    const kind = `${type} ${start}`;
    const running = this.#counters[level];
    const number = running?.kind === kind ? running.number + 1 : start;
    this.#counters[level] = { kind, number };
    return numberLabel(number, type);
  }
}

/** Number formats by the prefix of the type; others are digits. */
const FORMATS: readonly (readonly [type: string, format: string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['arabicDb', 'decimalFullWidth'],
  ['circleNum', 'decimalEnclosedCircle'],
  ['ea1Ch', 'chineseCountingThousand'],
  ['ea1Jpn', 'japaneseCounting'],
  ['hebrew2', 'hebrew2'],
  ['arabic1', 'arabicAlpha'],
  ['arabic2', 'arabicAbjad'],
  ['thaiAlpha', 'thaiLetters'],
  ['thaiNum', 'thaiNumbers'],
  ['hindiNum', 'hindiNumbers'],
  ['hindiAlpha1', 'hindiConsonants'],
  ['hindiAlpha', 'hindiVowels'],
];

/** `type` gives letters or digits, then the punctuation: `arabicPeriod`, `alphaLcParenR`, `romanUcParenBoth`. */
export function numberLabel(number: number, type: string): string {
  const written = formatNumber(number, FORMATS.find(([start]) => type.startsWith(start))?.[1] ?? 'decimal');
  if (type.endsWith('ParenBoth')) return `(${written})`;
  if (type.endsWith('ParenR')) return `${written})`;
  if (type.endsWith('Minus')) return `${written}-`;
  return type.endsWith('Plain') ? written : `${written}.`;
}
