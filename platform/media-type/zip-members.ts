/** The names of the members of a zip archive, by its directory (APPNOTE.TXT 4.3), not by what stands in its members. */

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const CENTRAL_HEADER = Buffer.from('PK\x01\x02', 'latin1');
const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1');
/** Fixed parts of the headers; names, extra fields and comments follow. */
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/**
 * Names as Latin-1, in the order of the archive. `head` and `tail` are its first and last bytes. When they hold only a
 * part of the directory, the members at the beginning are named too, as far as their sizes lead from one to the next.
 */
export function zipMembers(head: Uint8Array, tail: Uint8Array): string[] {
  const end = bufferOf(tail);
  const at = end.lastIndexOf(DIRECTORY_END);
  // Of a file that is cut off, the last one belongs to an archive within it.
  const isLast = at >= 0 && at + END_BYTES <= end.length && at + END_BYTES + end.readUInt16LE(at + 20) === end.length;
  if (!isLast) return [...localNames(bufferOf(head))];
  const start = at - end.readUInt32LE(at + 12);
  if (start >= 0) return [...centralNames(end, start, at)];
  const first = end.indexOf(CENTRAL_HEADER);
  return [...(first < 0 ? [] : centralNames(end, first, at)), ...localNames(bufferOf(head))];
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function* centralNames(bytes: Buffer, start: number, end: number): Generator<string> {
  for (let at = start; at + CENTRAL_BYTES <= end && isAt(bytes, at, CENTRAL_HEADER);) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    yield nameAt(bytes, at + CENTRAL_BYTES, name);
    at += CENTRAL_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

const STORED = 0;
/** The sizes follow the member. */
const HAS_DESCRIPTOR = 0x08;

function* localNames(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf(LOCAL_HEADER); at >= 0 && at + LOCAL_BYTES <= bytes.length;) {
    if (!isAt(bytes, at, LOCAL_HEADER)) return;
    const [flags, method, name, extra] = [6, 8, 26, 28].map((field) => bytes.readUInt16LE(at + field));
    const content = at + LOCAL_BYTES + (name ?? 0) + (extra ?? 0);
    yield nameAt(bytes, at + LOCAL_BYTES, name);
    const isSized = ((flags ?? 0) & HAS_DESCRIPTOR) === 0;
    // Compressed bytes hold no header by chance; stored ones may be an archive themselves.
    if (!isSized && method === STORED) return;
    at = isSized ? content + bytes.readUInt32LE(at + 18) : bytes.indexOf(LOCAL_HEADER, content);
  }
}

function isAt(bytes: Buffer, at: number, signature: Buffer): boolean {
  return bytes.compare(signature, 0, signature.length, at, at + signature.length) === 0;
}

function nameAt(bytes: Buffer, at: number, length = 0): string {
  return bytes.toString('latin1', at, at + length);
}
