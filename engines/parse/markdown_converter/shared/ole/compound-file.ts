/** OLE storages ([MS-CFB]): a file system in a file, used by Office until 2007 and by Outlook for messages. */
import { ServiceError } from '../../../../../errors/index.ts';

export interface CompoundEntry {
  readonly name: string;
  /** Storages contain entries, streams contain bytes. */
  readonly isStorage: boolean;
  /** Entries inside a storage by lower-case name; empty for a stream. */
  readonly children: ReadonlyMap<string, CompoundEntry>;
  /** Bytes of a stream, as far as present in the file. */
  readonly read: () => Buffer;
}

const SIGNATURE = 'd0cf11e0a1b11ae1';
const END_OF_CHAIN = 0xfffffffe;
const LAST_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const ENTRY_BYTES = 128;
const HEADER_DIFAT = 109;
/** Far above what applications write; each entry uses memory. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 32;

/** The root storage of a file. Throws `corrupt` when there is none. */
export function openCompoundFile(bytes: Uint8Array): CompoundEntry {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 512 || file.toString('hex', 0, 8) !== SIGNATURE) throw corrupt('The file is not an OLE storage.');
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw corrupt('The storage has sectors of an unknown size.');
  const sectors = new Sectors(file, 1 << shift, readTable(file, 1 << shift));
  const directory = sectors.read(file.readUInt32LE(48), Infinity);
  const root = readEntry(directory, 0);
  if (root === null) throw corrupt('The storage has no root.');

  const cutoff = file.readUInt32LE(56);
  const miniTable = toTable(sectors.read(file.readUInt32LE(60), Infinity));
  let mini: Sectors | null = null;
  const miniSectors = (): Sectors => (mini ??= new Sectors(sectors.read(root.start, root.size), 64, miniTable, 0));
  const visited = new Set<number>();

  const open = (record: DirectoryRecord, depth: number): CompoundEntry => {
    const children = new Map<string, CompoundEntry>();
    if (record.isStorage && depth < MAX_DEPTH) {
      for (const child of siblings(directory, record.child, visited)) {
        children.set(child.name.toLowerCase(), open(child, depth + 1));
      }
    }
    return {
      name: record.name,
      isStorage: record.isStorage,
      children,
      read: () => (record.size < cutoff ? miniSectors() : sectors).read(record.start, record.size),
    };
  };
  return open(root, 0);
}

/** The stream of this name in a storage, or `null`. */
export function streamOf(storage: CompoundEntry, name: string): Buffer | null {
  const entry = storage.children.get(name.toLowerCase());
  return entry === undefined || entry.isStorage ? null : entry.read();
}

class Sectors {
  readonly #bytes: Buffer;
  readonly #size: number;
  readonly #next: readonly number[] | Uint32Array;
  /** Offset of sector 0. */
  readonly #base: number;

  constructor(bytes: Buffer, size: number, next: readonly number[] | Uint32Array, base = size) {
    this.#bytes = bytes;
    this.#size = size;
    this.#next = next;
    this.#base = base;
  }

  /** The bytes of a chain, at most `length`. A broken or circular chain ends there. */
  read(start: number, length: number): Buffer {
    const parts: Buffer[] = [];
    let remaining = Math.min(length, this.#bytes.length);
    for (let sector = start; sector <= LAST_SECTOR && remaining > 0; sector = this.#next[sector] ?? END_OF_CHAIN) {
      const at = this.#base + sector * this.#size;
      if (at >= this.#bytes.length) break;
      const part = this.#bytes.subarray(at, at + Math.min(this.#size, remaining));
      parts.push(part);
      // No stream is longer than the file, so an endless chain stops at that length.
      remaining -= part.length;
    }
    return Buffer.concat(parts);
  }
}

/** The sector allocation table, itself stored in sectors that the header and a chain of further sectors list. */
function readTable(file: Buffer, size: number): Uint32Array {
  const tables: Buffer[] = [];
  const seen = new Set<number>();
  const add = (sector: number): void => {
    const at = (sector + 1) * size;
    if (sector > LAST_SECTOR || at >= file.length || seen.has(sector)) return;
    seen.add(sector);
    tables.push(file.subarray(at, at + size));
  };
  for (let i = 0; i < HEADER_DIFAT; i++) add(file.readUInt32LE(76 + i * 4));
  const visited = new Set<number>();
  for (let sector = file.readUInt32LE(68); sector <= LAST_SECTOR && !visited.has(sector);) {
    visited.add(sector);
    const at = (sector + 1) * size;
    if (at + size > file.length) break;
    for (let i = 0; i < size / 4 - 1; i++) add(file.readUInt32LE(at + i * 4));
    sector = file.readUInt32LE(at + size - 4);
  }
  return toTable(Buffer.concat(tables));
}

function toTable(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}

interface DirectoryRecord {
  readonly name: string;
  readonly isStorage: boolean;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

function readEntry(directory: Buffer, index: number): DirectoryRecord | null {
  const at = index * ENTRY_BYTES;
  if (at + ENTRY_BYTES > directory.length) return null;
  const nameBytes = Math.min(64, directory.readUInt16LE(at + 64));
  const type = directory[at + 66];
  if (type !== 1 && type !== 2 && type !== 5) return null;
  return {
    name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
    isStorage: type !== 2,
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    start: directory.readUInt32LE(at + 116),
    size: directory.readUInt32LE(at + 120),
  };
}

/** The entries of one storage: a tree whose order is irrelevant here. An entry belongs to one storage only. */
function siblings(directory: Buffer, first: number, visited: Set<number>): DirectoryRecord[] {
  const found: DirectoryRecord[] = [];
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (index === NO_ENTRY || visited.has(index) || visited.size >= MAX_ENTRIES) continue;
    visited.add(index);
    const record = readEntry(directory, index);
    if (record === null) continue;
    found.push(record);
    open.push(record.right, record.left);
  }
  return found;
}

function corrupt(detail: string): ServiceError {
  return new ServiceError('corrupt', detail);
}
