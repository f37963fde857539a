/** Strings of a workbook: one or two bytes per character, followed by formatting, possibly across record boundaries. */
import type { Decode } from '../../documents/charset/decoders.ts';

const IS_WIDE = 1;
const HAS_PHONETICS = 4;
const HAS_RUNS = 8;

/** A text, and where in it a font begins, by its number. */
export interface RichText {
  readonly text: string;
  readonly marks: readonly { readonly at: number; readonly font: number }[];
}

/** Reads consecutive strings from the parts of a record. */
export class StringReader {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at: number;

  constructor(parts: readonly Buffer[], at = 0) {
    this.#parts = parts;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#part >= this.#parts.length - 1 && this.#at >= (this.#parts[this.#part]?.length ?? 0);
  }

  /** A string preceded by its length in `lengthBytes` bytes. */
  read(lengthBytes: 1 | 2): string {
    return this.readRich(lengthBytes).text;
  }

  readRich(lengthBytes: 1 | 2): RichText {
    const length = lengthBytes === 1 ? this.uint8() : this.uint16();
    const flags = this.uint8();
    const runs = (flags & HAS_RUNS) === 0 ? 0 : this.uint16();
    const phonetics = (flags & HAS_PHONETICS) === 0 ? 0 : this.#uint32();
    const text = this.#characters(length, (flags & IS_WIDE) !== 0);
    const marks: { at: number; font: number }[] = [];
    for (let run = 0; run < runs && !this.isAtEnd; run++) marks.push({ at: this.uint16(), font: this.uint16() });
    this.skip(phonetics);
    return { text, marks };
  }

  /** If a string crosses a record boundary, the next part starts with its character width. */
  #characters(length: number, startsWide: boolean): string {
    let isWide = startsWide;
    let text = '';
    while (text.length < length && !this.isAtEnd) {
      let part = this.#parts[this.#part];
      if (part !== undefined && this.#at >= part.length) {
        part = this.#parts[++this.#part];
        isWide = ((part?.[0] ?? 0) & IS_WIDE) !== 0;
        this.#at = 1;
      }
      if (part === undefined) break;
      const width = isWide ? 2 : 1;
      const end = Math.min(part.length, this.#at + (length - text.length) * width);
      text += part.toString(isWide ? 'utf16le' : 'latin1', this.#at, end);
      this.#at = isWide && (end - this.#at) % 2 === 1 ? part.length : end;
    }
    return text;
  }

  uint8(): number {
    this.#advance();
    return this.#parts[this.#part]?.[this.#at++] ?? 0;
  }

  uint16(): number {
    return this.uint8() | (this.uint8() << 8);
  }

  #uint32(): number {
    return (this.uint8() | (this.uint8() << 8) | (this.uint8() << 16) | (this.uint8() << 24)) >>> 0;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && !this.isAtEnd;) {
      this.#advance();
      const step = Math.min(left, (this.#parts[this.#part]?.length ?? 0) - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  #advance(): void {
    while (this.#part < this.#parts.length - 1 && this.#at >= (this.#parts[this.#part]?.length ?? 0)) {
      this.#part++;
      this.#at = 0;
    }
  }
}

/** A string of versions before Excel 97: bytes in the workbook's code page, preceded by a length of 1 or 2 bytes. */
export function narrowString(data: Buffer, at: number, lengthBytes: 1 | 2, decode: Decode): string {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  return decode(data.subarray(at + lengthBytes, at + lengthBytes + length));
}
