/** The text of a document, assembled from pieces scattered over its stream. */
import type { DocFile } from './file.ts';

export interface Piece {
  /** Position in the text, in characters. */
  readonly start: number;
  readonly end: number;
  /** Offset of its first character in the document stream. */
  readonly offset: number;
  /** Bytes per character: 1 or 2. */
  readonly width: number;
}

export interface DocText {
  /** All stories; an index is a position in the text. */
  readonly characters: string;
  readonly pieces: readonly Piece[];
}

const ANSI = new TextDecoder('windows-1252');
const PIECES = 2;
const COMPRESSED = 0x40000000;

/** Limit on the total length. Pieces that exceed it overlap, which is an attack. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

export function readText(file: DocFile): DocText {
  const table = pieceTable(file.part('pieces'));
  const count = Math.max(0, Math.floor((table.length - 4) / 12));
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const start = table.readUInt32LE(i * 4);
    const end = table.readUInt32LE(i * 4 + 4);
    const place = table.readUInt32LE((count + 1) * 4 + i * 8 + 2);
    const isCompressed = (place & COMPRESSED) !== 0;
    const offset = isCompressed ? (place & ~COMPRESSED) >>> 1 : place;
    const width = isCompressed ? 1 : 2;
    if (start !== total || end < start || end > MAX_CHARACTERS) break;
    const bytes = file.document.subarray(offset, offset + (end - start) * width);
    const text = isCompressed ? ANSI.decode(bytes) : bytes.toString('utf16le');
    pieces.push({ start, end, offset, width });
    texts.push(text.padEnd(end - start, '\0'));
    total = end;
  }
  return { characters: texts.join(''), pieces };
}

/** The table follows property lists that other parts may refer to. */
function pieceTable(complex: Buffer): Buffer {
  let at = 0;
  while (complex[at] === 1) at += 3 + complex.readUInt16LE(at + 1);
  if (complex[at] !== PIECES) return Buffer.alloc(0);
  return complex.subarray(at + 5, at + 5 + complex.readUInt32LE(at + 1));
}

/** Index of the piece that contains a position; past the last one outside the text. */
export function pieceAt({ pieces }: DocText, place: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece === undefined) break;
    if (place < piece.start) high = middle - 1;
    else if (place >= piece.end) low = middle + 1;
    else return middle;
  }
  return pieces.length;
}

/** Offset in the document stream of the character at a position; -1 outside the text. */
export function offsetOf(text: DocText, place: number): number {
  const piece = text.pieces[pieceAt(text, place)];
  return piece === undefined ? -1 : piece.offset + (place - piece.start) * piece.width;
}
