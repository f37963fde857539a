/**
 * Objects of a PDF that PDFium does not expose, from the bytes of the file: dictionaries of objects, and streams. In
 * encrypted files, streams stay unknown.
 */

import { inflateSync } from 'node:zlib';

/** A longer dictionary is no catalog and no list of properties. */
const MAX_DICTIONARY = 65_536;
/** Bounds the work on objects that are packed together. */
const MAX_PACKS = 2000;
const MAX_UNPACKED = 16 * 1024 * 1024;

export interface RawObjects {
  /** The object that the trailer names so (`Info`, `Root`); `null` when it is not found. */
  readonly trailed: (key: string) => string | null;
  /** The content of the stream that an object names so; `null` when it is not found. */
  readonly stream: (object: string, key: string) => Buffer | null;
}

export function rawObjects(bytes: Uint8Array): RawObjects {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let packed: Map<number, string> | null = null;
  return {
    trailed(key) {
      const number = lastReference(file, key);
      if (number === null) return null;
      const at = objectAt(file, number);
      if (at !== -1) return file.toString('latin1', at, Math.min(endAt(file, at), at + MAX_DICTIONARY));
      packed ??= unpack(file);
      return packed.get(number) ?? null;
    },
    stream(object, key) {
      const number = referenceIn(object, key);
      const at = number === null ? -1 : objectAt(file, number);
      return at === -1 ? null : streamAt(file, at);
    },
  };
}

const REFERENCE = /^\s{0,9}(\d{1,9})\s{1,9}\d{1,5}\s{1,9}R/;

function referenceIn(text: string, key: string): number | null {
  const at = text.indexOf(`/${key}`);
  const digits = at === -1 ? undefined : REFERENCE.exec(text.slice(at + key.length + 1))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The last one is valid: updates are appended. */
function lastReference(file: Buffer, key: string): number | null {
  for (let at = file.lastIndexOf(`/${key}`); at !== -1; at = at === 0 ? -1 : file.lastIndexOf(`/${key}`, at - 1)) {
    const number = referenceIn(file.toString('latin1', at, at + 64), key);
    if (number !== null) return number;
  }
  return null;
}

/** Where the content of the last version of an object begins, or -1. */
function objectAt(file: Buffer, number: number): number {
  const head = `${number} 0 obj`;
  for (let at = file.lastIndexOf(head); at !== -1; at = at === 0 ? -1 : file.lastIndexOf(head, at - 1)) {
    const before = file[at - 1] ?? 0x20;
    if (before < 0x30 || before > 0x39) return at + head.length;
  }
  return -1;
}

function endAt(file: Buffer, at: number): number {
  const end = file.indexOf('endobj', at);
  return end === -1 ? file.length : end;
}

function streamAt(file: Buffer, at: number): Buffer | null {
  const begin = file.indexOf('stream', at);
  const end = file.indexOf('endstream', begin);
  if (begin === -1 || end === -1 || begin - at > MAX_DICTIONARY) return null;
  const afterWord = begin + 'stream'.length;
  const content = file.subarray(afterWord + (file[afterWord] === 0x0d ? 2 : 1), end);
  return file.toString('latin1', at, begin).includes('/FlateDecode') ? inflated(content) : content;
}

function inflated(content: Buffer): Buffer | null {
  try {
    return inflateSync(content, { maxOutputLength: MAX_UNPACKED });
  } catch {
    return null;
  }
}

/** The objects that are packed in streams, by their numbers. */
function unpack(file: Buffer): Map<number, string> {
  const objects = new Map<number, string>();
  let budget = MAX_UNPACKED;
  let at = file.indexOf('/ObjStm');
  for (let packs = 0; at !== -1 && packs < MAX_PACKS && budget > 0; packs++) {
    const head = file.lastIndexOf(' obj', at);
    const pack = head === -1 ? null : streamAt(file, head);
    const first = Number(/\/First\s{0,9}(\d{1,9})/.exec(file.toString('latin1', head, head + 1000))?.[1]);
    budget -= pack?.length ?? 0;
    if (pack !== null && first <= pack.length) {
      const numbers = pack.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        const [start, end] = [first + (numbers[index + 1] ?? 0), first + (numbers[index + 3] ?? pack.length)];
        objects.set(numbers[index] ?? 0, pack.toString('latin1', start, Math.min(end, start + MAX_DICTIONARY)));
      }
    }
    at = file.indexOf('/ObjStm', at + 1);
  }
  return objects;
}

/** The names of the entries of a dictionary whose values are strings, or in other objects. */
export function namesOfTexts(object: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let name: string | null = null;
  for (const [token] of object.matchAll(
    /<<|>>|\/[^\s()<>[\]{}/%]{0,127}|\\[\s\S]|[()[\]]|<[\da-fA-F]|\d{1,9}\s\d{1,5}\sR/g,
  )) {
    const isNested = depth > 1;
    if (token === '<<' || token === '(' || token === '[') depth++;
    if (depth === 1 && token.startsWith('/')) name = token.slice(1);
    else if (!isNested && name !== null && /^[(<\d]/.test(token) && token !== '<<') {
      names.push(name.replace(/#([\da-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))));
      name = null;
    }
    if (token === '>>' || token === ')' || token === ']') depth--;
    if (depth <= 0) break;
  }
  return names;
}
