/** ZIP archives that lie. */
import { uint16, uint32 } from '../documents/doc.ts';

export interface PackedMember {
  readonly path: string;
  readonly packed: Uint8Array;
  /** Unpacked size that the archive declares. */
  readonly size: number;
}

/** A zip archive of members that are packed already, and may lie about their size. */
export function packedZip(...members: readonly PackedMember[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, packed, size } of members) {
    const name = Buffer.from(path);
    const sizes = Buffer.concat([uint32(0), uint32(packed.length), uint32(size), uint16(name.length), uint16(0)]);
    const local = [Buffer.from('PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0', 'latin1'), sizes, name, packed];
    const head = Buffer.from('PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0', 'latin1');
    directory.push(Buffer.concat([head, sizes, Buffer.alloc(10), uint32(offset), name]));
    locals.push(Buffer.concat(local));
    offset += locals.at(-1)?.length ?? 0;
  }
  const central = Buffer.concat(directory);
  const counts = Buffer.concat([uint32(0), uint16(members.length), uint16(members.length)]);
  const end = Buffer.concat([counts, uint32(central.length), uint32(offset), uint16(0)]);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
