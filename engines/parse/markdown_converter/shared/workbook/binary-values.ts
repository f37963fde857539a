/** Values of cells that binary workbooks, old and new, store alike. */
import type { Format } from '../../../documents/markdown/model.ts';

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

export const errorText = (code: number): string => ERRORS[code] ?? '#ERROR!';

export const booleanText = (value: number): string => (value === 0 ? 'FALSE' : 'TRUE');

/** Position of the text of a font. */
export const verticalOf = (position: number): Format['vertical'] =>
  position === 1 ? 'sup' : position === 2 ? 'sub' : null;

/** A 30-bit number: an integer or the upper bits of a double, optionally divided by 100. */
export function shortNumber(bits: number): number {
  const double = Buffer.alloc(8);
  double.writeUInt32LE((bits & ~3) >>> 0, 4);
  const value = (bits & 2) === 0 ? double.readDoubleLE(0) : (bits | 0) >> 2;
  return (bits & 1) === 0 ? value : value / 100;
}
