/** The streams of a Word 97-2007 document and the positions of its parts ([MS-DOC] File Information Block). */
import { ServiceError } from '../../../../errors/index.ts';
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';

/** Parts of the table stream, by their index in the block's list. */
const PARTS = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  shapes: 40,
  endnoteReferences: 46,
  endnoteTexts: 47,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
} as const;

const PARTS_AT = 154;
const WORD_97 = 0xc1;
/** The first version with a comparable block. */
const MAGIC = 0xa5ec;
const IS_ENCRYPTED = 0x0100;
const IS_TABLE_1 = 0x0200;

/** Lengths in characters of the stories, which are consecutive in one text. */
export interface Stories {
  readonly main: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly macros: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly textBoxes: number;
}

export interface DocFile {
  readonly document: Buffer;
  readonly table: Buffer;
  readonly data: Buffer;
  readonly stories: Stories;
  /** Bytes of a part, empty when the document has none. */
  readonly part: (name: keyof typeof PARTS) => Buffer;
  /** Offset after a part: data that belongs to lists follows them. */
  readonly endOf: (name: keyof typeof PARTS) => number;
}

/** Throws `encrypted`, and `unsupported_type` for Word 95 and before. */
export function openDoc(root: CompoundEntry): DocFile {
  const document = streamOf(root, 'WordDocument') ?? Buffer.alloc(0);
  if (document.length < PARTS_AT) throw new ServiceError('corrupt', 'The document has no header.');
  const flags = document.readUInt16LE(10);
  if ((flags & IS_ENCRYPTED) !== 0) throw new ServiceError('encrypted', 'The document is protected by a password.');
  if (document.readUInt16LE(0) !== MAGIC || document.readUInt16LE(2) < WORD_97) {
    throw new ServiceError('unsupported_type', 'Documents of Word 95 and earlier are not supported.');
  }
  const table = streamOf(root, (flags & IS_TABLE_1) === 0 ? '0Table' : '1Table') ?? Buffer.alloc(0);
  const place = (name: keyof typeof PARTS): { start: number; length: number } => {
    const at = PARTS_AT + PARTS[name] * 8;
    if (at + 8 > document.length) return { start: 0, length: 0 };
    return { start: document.readUInt32LE(at), length: document.readUInt32LE(at + 4) };
  };
  const length = (at: number): number => Math.max(0, document.readInt32LE(at));
  return {
    document,
    table,
    data: streamOf(root, 'Data') ?? Buffer.alloc(0),
    stories: {
      main: length(76),
      footnotes: length(80),
      headers: length(84),
      macros: length(88),
      comments: length(92),
      endnotes: length(96),
      textBoxes: length(100),
    },
    part(name) {
      const { start, length } = place(name);
      return table.subarray(start, start + length);
    },
    endOf(name) {
      const { start, length } = place(name);
      return start + length;
    },
  };
}
