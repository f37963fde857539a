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

/** A file of any type: sizes and names, which end with a zero, stand before its bytes. */
function packedFile(packed: Buffer): Uint8Array {
  const afterName = packed.indexOf(0, 6) + 1;
  const afterPath = packed.indexOf(0, afterName) + 1 + 8;
  const start = afterPath + (afterPath + 4 <= packed.length ? 0 : packed.length);
  if (afterName <= 0 || start + 4 > packed.length) return packed;
  const size = packed.readUInt32LE(start - 4);
  const file = start + size + 4;
  if (file > packed.length) return packed;
  return packed.subarray(file, file + packed.readUInt32LE(file - 4));
}
