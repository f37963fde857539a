/**
 * Formatting of a shape's text: runs of paragraphs and of characters, each with a mask of the properties it sets and
 * their values.
 */

export interface ParagraphRun {
  /** Characters it covers. */
  readonly count: number;
  readonly level: number;
  /** Whether its paragraphs have a bullet; `null` when not set. */
  readonly hasBullet: boolean | null;
}

export interface CharacterRun {
  readonly count: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly vertical: 'sub' | 'sup' | null;
  /** Index of the shape's extended style. */
  readonly extra: number;
}

export interface TextStyles {
  readonly paragraphs: readonly ParagraphRun[];
  readonly characters: readonly CharacterRun[];
}

/** Reads sequentially; returns zeros past the end. */
class Reader {
  readonly #data: Buffer;
  at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#data.length;
  }

  uint16(): number {
    this.at += 2;
    return this.at <= this.#data.length ? this.#data.readUInt16LE(this.at - 2) : 0;
  }

  uint32(): number {
    this.at += 4;
    return this.at <= this.#data.length ? this.#data.readUInt32LE(this.at - 4) : 0;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }
}

const has = (mask: number, ...bits: readonly number[]): boolean => bits.some((bit) => ((mask >>> bit) & 1) === 1);

/** `length` is that of the text; runs cover one more character, the end of the last paragraph. */
export function readTextStyles(data: Buffer, length: number): TextStyles {
  const reader = new Reader(data);
  const paragraphs: ParagraphRun[] = [];
  for (let covered = 0; covered <= length && !reader.isAtEnd;) {
    const count = Math.max(1, reader.uint32());
    const level = Math.min(8, reader.uint16());
    paragraphs.push({ count, level, hasBullet: readParagraphFormat(reader) });
    covered += count;
  }
  const characters: CharacterRun[] = [];
  for (let covered = 0; covered <= length && !reader.isAtEnd;) {
    const count = Math.max(1, reader.uint32());
    characters.push({ count, ...readCharacterFormat(reader) });
    covered += count;
  }
  return { paragraphs, characters };
}

/** Whether the format sets a bullet. */
function readParagraphFormat(reader: Reader): boolean | null {
  const mask = reader.uint32();
  let hasBullet: boolean | null = null;
  if (has(mask, 0, 1, 2, 3)) {
    const flags = reader.uint16();
    if (has(mask, 0)) hasBullet = (flags & 1) === 1;
  }
  for (const bit of [7, 4, 6]) if (has(mask, bit)) reader.skip(2);
  if (has(mask, 5)) reader.skip(4);
  for (const bit of [11, 12, 13, 14, 8, 10, 15]) if (has(mask, bit)) reader.skip(2);
  if (has(mask, 20)) reader.skip(reader.uint16() * 4);
  if (has(mask, 16)) reader.skip(2);
  if (has(mask, 17, 18, 19)) reader.skip(2);
  if (has(mask, 21)) reader.skip(2);
  return hasBullet;
}

function readCharacterFormat(reader: Reader): Omit<CharacterRun, 'count'> {
  const mask = reader.uint32();
  const style = has(mask, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) ? reader.uint16() : 0;
  for (const bit of [16, 21, 22, 23, 17]) if (has(mask, bit)) reader.skip(2);
  if (has(mask, 18)) reader.skip(4);
  const position = has(mask, 19) ? reader.uint16() : 0;
  return {
    bold: (style & 1) === 1,
    italic: (style & 2) === 2,
    vertical: position === 0 ? null : position > 0x7fff ? 'sub' : 'sup',
    extra: (style >> 10) & 15,
  };
}

export interface AutoNumber {
  readonly scheme: number;
  readonly start: number;
}

const MAX_EXTRAS = 64;

/** Automatic numbers of the extended styles, by index; `null` for those that only change the bullet. */
export function readAutoNumbers(data: Buffer): (AutoNumber | null)[] {
  const reader = new Reader(data);
  const numbers: (AutoNumber | null)[] = [];
  while (!reader.isAtEnd && numbers.length < MAX_EXTRAS) {
    const paragraph = reader.uint32();
    if (has(paragraph, 23)) reader.skip(2);
    const isNumbered = has(paragraph, 25) && reader.uint16() === 1;
    const number = has(paragraph, 24) ? { scheme: reader.uint16(), start: reader.uint16() } : null;
    numbers.push(isNumbered ? (number ?? { scheme: 3, start: 1 }) : null);
    if (has(reader.uint32(), 20)) reader.skip(4);
    const other = reader.uint32();
    for (const bit of [0, 1, 2]) if (has(other, bit)) reader.skip(2);
    if (has(other, 5)) reader.skip(4);
    if (has(other, 6)) reader.skip(2);
  }
  return numbers;
}

/** Whether each level of a master's text has a bullet. */
export function readMasterBullets(data: Buffer, instance: number): boolean[] {
  const reader = new Reader(data);
  const bullets: boolean[] = [];
  for (let left = Math.min(5, reader.uint16()); left > 0 && !reader.isAtEnd; left--) {
    if (instance >= 5) reader.skip(2);
    bullets.push(readParagraphFormat(reader) ?? bullets.at(-1) ?? false);
    readCharacterFormat(reader);
  }
  return bullets;
}
