/**
 * The pictures of a presentation: shapes refer to them by number, and a list has their offsets in the picture stream.
 */
import { findBlip } from '../shared/ole/drawing-pictures.ts';
import type { Presentation } from './presentation.ts';
import { findRecord, recordsIn } from '../shared/ole/drawing-records.ts';

const STORE = 0xf001;
const OFFSET_AT = 28;
const ENTRY_BYTES = 36;
const HEADER = 8;

export class PictureStore {
  readonly #offsets: readonly number[];
  readonly #stream: Buffer;

  constructor({ document, pictures }: Presentation) {
    this.#stream = pictures;
    this.#offsets = recordsIn(findRecord(document, STORE)?.data).map(({ data }) =>
      data.length >= ENTRY_BYTES ? data.readUInt32LE(OFFSET_AT) : -1,
    );
  }

  /** The picture with this number (from 1) as a JPEG or PNG file, or `null`. */
  read(number: number): Buffer | null {
    const offset = this.#offsets[number - 1] ?? -1;
    if (offset < 0 || offset + HEADER > this.#stream.length) return null;
    const end = offset + HEADER + this.#stream.readUInt32LE(offset + 4);
    return findBlip(this.#stream.subarray(offset, end), 0);
  }
}
