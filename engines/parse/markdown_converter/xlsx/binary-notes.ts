/** Notes on cells of a binary workbook ([MS-XLSB] 2.1.7.9). */
import { binaryRecords, guardRecords, wideString } from './binary-records.ts';
import type { Note } from '../shared/workbook/cell-content.ts';
import { referenceOf } from '../shared/workbook/grid.ts';

const AUTHOR = 632;
const BEGIN_COMMENT = 635;
const COMMENT_TEXT = 637;

/** Throws `corrupt` for damaged records. */
export function readBinaryNotes(part: Uint8Array): Note[] {
  return guardRecords(() => {
    const authors: string[] = [];
    const notes: Note[] = [];
    let [on, author] = ['', ''];
    for (const { type, data } of binaryRecords(part)) {
      if (type === AUTHOR) authors.push(wideString(data, 0).text);
      else if (type === BEGIN_COMMENT) {
        on = referenceOf(data.readUInt32LE(4), data.readUInt32LE(12));
        author = authors[data.readUInt32LE(0)] ?? '';
      } else if (type === COMMENT_TEXT) notes.push({ on, author, time: '', words: wideString(data, 1).text });
    }
    return notes;
  });
}
