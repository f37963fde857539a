/** Records ([MS-PPT]), which make up a presentation, each with a type, a length, and nested records or data. */

export interface PptRecord {
  readonly type: number;
  /** Distinguishes records of one type. */
  readonly instance: number;
  readonly isContainer: boolean;
  readonly data: Buffer;
}

const HEADER = 8;
const MAX_DEPTH = 64;

/** The record at an offset, possibly truncated; `null` past the end. */
export function recordAt(bytes: Buffer, at: number): PptRecord | null {
  if (at < 0 || at + HEADER > bytes.length) return null;
  const head = bytes.readUInt16LE(at);
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: head >> 4,
    isContainer: (head & 15) === 15,
    data: bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at + 4)),
  };
}

/** The consecutive records in a container's data. */
export function recordsIn(data: Buffer | undefined, type?: number): PptRecord[] {
  const records: PptRecord[] = [];
  if (data === undefined) return records;
  for (let at = 0; ;) {
    const record = recordAt(data, at);
    if (record === null) break;
    if (type === undefined || record.type === type) records.push(record);
    at += HEADER + record.data.length;
  }
  return records;
}

/** The first record of a type, searched recursively in containers. */
export function findRecord(data: Buffer | undefined, type: number, depth = 0): PptRecord | undefined {
  for (const record of recordsIn(data)) {
    if (record.type === type) return record;
    const inner = record.isContainer && depth < MAX_DEPTH ? findRecord(record.data, type, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
