/** Records of the parts of a binary workbook ([MS-XLSB] 2.1.4). */
import { ServiceError } from '../../../../errors/index.ts';
import { inRuns, NO_LOOK, type Look, type StoredText } from '../shared/workbook/cell-content.ts';

export interface BinaryRecord {
  readonly type: number;
  readonly data: Buffer;
}

/** The records of a part, up to its end or to a truncated record. */
export function* binaryRecords(part: Uint8Array): Generator<BinaryRecord> {
  const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < buffer.length;) {
    const type = variableNumber(buffer, at, 2);
    const size = variableNumber(buffer, type.end, 4);
    at = size.end + size.value;
    if (at > buffer.length) return;
    yield { type: type.value, data: buffer.subarray(size.end, at) };
  }
}

/** Seven bits a byte, the lowest first; the eighth bit announces another byte. */
function variableNumber(buffer: Buffer, start: number, mostBytes: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < mostBytes; index++) {
    const byte = buffer[start + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  return { value, end: start + mostBytes };
}

/** A string with its number of characters before it, and where it ends. A number that marks no string gives none. */
export function wideString(data: Buffer, at: number): { text: string; end: number } {
  const count = data.readUInt32LE(at);
  const start = at + 4;
  if (count === 0xffffffff) return { text: '', end: start };
  const end = start + count * 2;
  return { text: data.toString('utf16le', start, Math.min(end, data.length)), end };
}

/** The same with a byte of flags before it, and after it the fonts of its parts; phonetic guides are not read. */
export function richString(data: Buffer, at: number, fonts: readonly Look[]): StoredText {
  const { text, end } = wideString(data, at + 1);
  if ((data.readUInt8(at) & IS_RICH) === 0) return text;
  const count = Math.min(data.readUInt32LE(end), Math.floor((data.length - end - 4) / RUN));
  const marks = Array.from({ length: count }, (_, index) => end + 4 + index * RUN).map((run) => ({
    at: data.readUInt16LE(run),
    look: fonts[data.readUInt16LE(run + 2)] ?? NO_LOOK,
  }));
  return inRuns(text, marks);
}

const IS_RICH = 1;
/** Size of the place and the font of a part. */
const RUN = 4;

/** Throws `corrupt` where `read` throws a RangeError: offsets in damaged records point outside them. */
export function guardRecords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServiceError('corrupt', 'The workbook is damaged.', {}, error);
  }
}
