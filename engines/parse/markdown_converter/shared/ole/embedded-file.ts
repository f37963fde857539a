/** Files inside the objects that Office embeds. */
import { openCompoundFile, streamOf } from './compound-file.ts';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Streams that have a whole file: of Office since 2007, of OpenDocument, and of other programs. */
const WHOLE = ['Package', 'EmbeddedOdf', 'CONTENTS'];

/** The file in a storage of OLE; other bytes, and storages that are a document themselves, as they are. */
export function embeddedFile(bytes: Uint8Array): Uint8Array {
  if (!SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))) return bytes;
  const root = openCompoundFile(bytes);
  for (const name of WHOLE) {
    const stream = streamOf(root, name);
    if (stream !== null) return stream;
  }
  const packed = streamOf(root, '\u0001Ole10Native');
  return packed === null ? bytes : packedFile(packed);
}

/** A file of any type. Before it are its name, its path and a temporary path, then its size. */
function packedFile(packed: Buffer): Uint8Array {
  const afterName = packed.indexOf(0, 6) + 1;
  const temporary = packed.indexOf(0, afterName) + 1 + 4;
  const sizeOf = (at: number): number => (at + 4 <= packed.length ? packed.readUInt32LE(at) : packed.length);
  const size = temporary + 4 + sizeOf(temporary);
  return packed.subarray(size + 4, size + 4 + sizeOf(size));
}
