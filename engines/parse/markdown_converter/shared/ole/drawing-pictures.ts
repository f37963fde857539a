/** Pictures inside the text: a frame in the data stream around Office drawing records. */
import type { Pictures } from '../pictures.ts';

const JPEG = 0xf01d;
const PNG = 0xf01e;
const RECORD_HEADER = 8;

/** Stores the picture at an offset of the data stream and returns its address; `null` for an uncommon type. */
export function readPicture(data: Buffer, at: number, pictures: Pictures): string | null {
  if (at + 6 > data.length) return null;
  const frame = data.subarray(at, at + data.readUInt32LE(at));
  return pictures.show(findBlip(frame, data.readUInt16LE(at + 4)), 'image');
}

/** Searches the records for a JPEG or PNG file. */
export function findBlip(records: Buffer, from: number): Buffer | null {
  for (let at = from; at + RECORD_HEADER <= records.length;) {
    const head = records.readUInt16LE(at);
    const type = records.readUInt16LE(at + 2);
    const end = at + RECORD_HEADER + records.readUInt32LE(at + 4);
    if (type === JPEG || type === PNG) {
      // One or two checksums precede a tag and the file.
      const checksums = [0x46b, 0x6e1, 0x6e3, 0x6e5].includes(head >> 4) ? 32 : 16;
      return records.subarray(at + RECORD_HEADER + checksums + 1, end);
    }
    const isContainer = (head & 15) === 15;
    // An entry of the picture store has 36 bytes before its picture.
    at = isContainer ? at + RECORD_HEADER : type === 0xf007 ? at + RECORD_HEADER + 36 : end;
  }
  return null;
}
