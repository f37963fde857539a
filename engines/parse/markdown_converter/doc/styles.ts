/** The style sheet: what paragraphs and runs inherit. */
import type { DocFile } from './file.ts';

export interface DocStyle {
  readonly name: string;
  /** Number of the built-in style, the same in all languages. */
  readonly builtIn: number;
  readonly basedOn: number;
  readonly paragraph: Buffer;
  readonly character: Buffer;
}

const NONE = Buffer.alloc(0);
const CHARACTER_STYLE = 2;

export interface DocStyles {
  /** The style and its base styles, nearest first; empty for an unknown style. */
  readonly chain: (index: number) => readonly DocStyle[];
}

/** Limit on the chain of base styles, which may be circular. */
const MAX_CHAIN = 50;

export function readStyles(file: DocFile): DocStyles {
  const sheet = file.part('styles');
  const styles = sheet.length < 8 ? [] : readAll(sheet);
  const chains = new Map<number, readonly DocStyle[]>();
  return {
    chain(index) {
      const known = chains.get(index);
      if (known !== undefined) return known;
      const chain: DocStyle[] = [];
      for (let style = styles[index]; style !== undefined && chain.length < MAX_CHAIN;) {
        chain.push(style);
        style = styles[style.basedOn];
      }
      chains.set(index, chain);
      return chain;
    },
  };
}

function readAll(sheet: Buffer): (DocStyle | undefined)[] {
  const headerSize = sheet.readUInt16LE(0);
  const count = sheet.readUInt16LE(2);
  const baseSize = sheet.readUInt16LE(4);
  const styles: (DocStyle | undefined)[] = [];
  let at = 2 + headerSize;
  for (let i = 0; i < count && at + 2 <= sheet.length; i++) {
    const size = sheet.readUInt16LE(at);
    styles.push(size === 0 ? undefined : readStyle(sheet.subarray(at + 2, at + 2 + size), baseSize));
    at += 2 + size + (size & 1);
  }
  return styles;
}

function readStyle(style: Buffer, baseSize: number): DocStyle | undefined {
  if (style.length < Math.max(10, baseSize) + 2) return undefined;
  const kind = style.readUInt16LE(2) & 15;
  const nameLength = style.readUInt16LE(baseSize);
  const nameAt = baseSize + 2;
  const lists: Buffer[] = [];
  // Property lists are at even offsets, each preceded by its length.
  let at = nameAt + (nameLength + 1) * 2;
  for (let left = style.readUInt16LE(4) & 15; left > 0 && at + 2 <= style.length; left--) {
    const size = style.readUInt16LE(at);
    lists.push(style.subarray(at + 2, at + 2 + size));
    at += 2 + size + (size & 1);
  }
  const [first = NONE, second = NONE] = lists;
  return {
    name: style.toString('utf16le', nameAt, nameAt + nameLength * 2),
    builtIn: style.readUInt16LE(0) & 0xfff,
    basedOn: style.readUInt16LE(2) >> 4,
    // The paragraph's list starts with the style's own index.
    paragraph: kind === CHARACTER_STYLE ? NONE : first.subarray(2),
    character: kind === CHARACTER_STYLE ? first : second,
  };
}
