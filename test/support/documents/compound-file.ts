/** OLE storages made in a test. */

const SECTOR = 512;
const MINI_SECTOR = 64;
const CUTOFF = 4096;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;

/** A storage is an object of further entries, a stream its bytes. */
export interface Storage {
  readonly [name: string]: Uint8Array | Storage;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly bytes: Buffer;
  next: number;
  child: number;
  start: number;
}

export function makeCompoundFile(root: Storage): Buffer {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, bytes: Buffer.alloc(0), next: FREE, child: FREE, start: 0 }];
  addChildren(0, root, entries);

  const table: number[] = [];
  const sectors: Buffer[] = [];
  const place = (bytes: Buffer): number => {
    if (bytes.length === 0) return END_OF_CHAIN;
    const start = sectors.length;
    for (let at = 0; at < bytes.length; at += SECTOR) {
      sectors.push(padded(bytes.subarray(at, at + SECTOR), SECTOR));
      table.push(at + SECTOR < bytes.length ? sectors.length : END_OF_CHAIN);
    }
    return start;
  };
  const mini: Buffer[] = [];
  const miniTable: number[] = [];
  for (const entry of entries.filter(({ type }) => type === 2)) {
    if (entry.bytes.length >= CUTOFF) {
      entry.start = place(entry.bytes);
      continue;
    }
    entry.start = miniTable.length;
    for (let at = 0; at < entry.bytes.length; at += MINI_SECTOR) {
      mini.push(padded(entry.bytes.subarray(at, at + MINI_SECTOR), MINI_SECTOR));
      miniTable.push(at + MINI_SECTOR < entry.bytes.length ? miniTable.length + 1 : END_OF_CHAIN);
    }
  }
  const miniStream = Buffer.concat(mini);
  const rootStart = place(miniStream);
  const miniTableStart = place(words(miniTable));
  const directory = Buffer.concat(
    entries.map((entry, index) =>
      record(entry, index === 0 ? rootStart : entry.start, index === 0 ? miniStream.length : entry.bytes.length),
    ),
  );
  const directoryStart = place(directory);
  const tableSectors = Math.ceil((table.length + 200) / (SECTOR / 4));
  const tableStart = sectors.length;
  const full = [...table, ...Array.from({ length: tableSectors }, () => 0xfffffffd)];
  while (full.length < tableSectors * (SECTOR / 4)) full.push(FREE);
  sectors.push(words(full));

  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableSectors, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(CUTOFF, 56);
  header.writeUInt32LE(miniTableStart, 60);
  header.writeUInt32LE(Math.ceil(miniTable.length / (SECTOR / 4)), 64);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  for (let i = 0; i < tableSectors; i++) header.writeUInt32LE(tableStart + i, 76 + i * 4);
  return Buffer.concat([header, ...sectors]);
}

/** Children as a chain of right siblings: readers do not need the order of the tree. */
function addChildren(parent: number, storage: Storage, entries: Entry[]): void {
  let previous: Entry | undefined;
  for (const [name, content] of Object.entries(storage)) {
    const index = entries.length;
    const isStream = content instanceof Uint8Array;
    const bytes = isStream ? Buffer.from(content) : Buffer.alloc(0);
    const entry: Entry = { name, type: isStream ? 2 : 1, bytes, next: FREE, child: FREE, start: 0 };
    entries.push(entry);
    if (previous === undefined) {
      const owner = entries[parent];
      if (owner !== undefined) owner.child = index;
    } else {
      previous.next = index;
    }
    previous = entry;
    if (!(content instanceof Uint8Array)) addChildren(index, content, entries);
  }
}

function record({ name, type, next, child }: Entry, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 0, 62, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes[67] = 1;
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(next, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function padded(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}
