/** Recognizes tables of dBase III and IV, FoxPro and Visual FoxPro, which have no signature. */

/** Versions, as the first byte. dBase II and 7 lay out their fields in another way. */
const VERSIONS: ReadonlySet<number> = new Set([0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0xcb, 0xf5, 0xfb]);

/** Length of the first part of the header, and of each field's descriptor. */
const PART = 32;
/** End of the descriptors. */
const TERMINATOR = 0x0d;
/**
 * Where the descriptors may end before the records: at once, before a byte of padding, before Visual FoxPro's path of a
 * database.
 */
const TERMINATORS = [1, 2, 264];

/**
 * Whether the date, the lengths and the first field of the header are plausible, and its fields end where they should.
 */
export function isDbase(head: Uint8Array): boolean {
  const [version = 0, , month = 0, day = 0] = head;
  if (!VERSIONS.has(version) || head.length <= 2 * PART || month > 12 || day > 31) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const headerLength = view.getUint16(8, true);
  const recordLength = view.getUint16(10, true);
  const firstField = Buffer.from(head.subarray(PART, PART + 12)).toString('latin1');
  return (
    recordLength > 1 &&
    headerLength > 2 * PART &&
    /^[A-Za-z_\x80-\xff][^\0]{0,9}\0[^]*[A-Z@+]$/.test(firstField) &&
    TERMINATORS.some((before) => head[headerLength - before] === TERMINATOR)
  );
}
