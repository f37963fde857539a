/** Property lists ([MS-DOC] grpprl): each entry is an operation with its operand. */

export type Operation = (code: number, operand: Buffer) => void;

const TABLE_DEFINITION = 0xd608;
const TABS = 0xc615;
/** Operand size by the three highest bits of an operation; 0 for operands with a length prefix. */
const SIZES = [1, 1, 2, 4, 2, 2, 0, 3];

/** Calls `apply` for each entry; stops where the list is damaged. */
export function eachProperty(list: Buffer, apply: Operation): void {
  for (let at = 0; at + 2 < list.length;) {
    const code = list.readUInt16LE(at);
    at += 2;
    let size = SIZES[code >> 13] ?? 1;
    if (code === TABLE_DEFINITION) {
      if (at + 2 > list.length) return;
      size = list.readUInt16LE(at) + 1;
    } else if (size === 0) {
      const declared = list[at] ?? 0;
      if (code === TABS && declared === 255) return;
      size = declared + 1;
    }
    if (at + size > list.length) return;
    apply(code, list.subarray(at, at + size));
    at += size;
  }
}
