/** Property lists ([MS-DOC] grpprl): each entry an operation and its operand. */

export type Operation = (code: number, operand: Buffer) => void;

const TABLE_DEFINITION = 0xd608;
const TABS = 0xc615;
/** Operand bytes by the three highest bits of an operation; 0 for those that say their own length. */
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
      const told = list[at] ?? 0;
      if (code === TABS && told === 255) return;
      size = told + 1;
    }
    if (at + size > list.length) return;
    apply(code, list.subarray(at, at + size));
    at += size;
  }
}
