/**
 * The tokenizer of XLM-R: SentencePiece's unigram model. Its file, with numbers in little-endian: i32 number of pieces,
 * ids of start, end, padding and unknown; u64 bytes of text; u32 offsets of the pieces in the text, and its end; f32
 * scores; the text in UTF-8; i32 number of replacements and u32 their bytes; for each u32 code point, u8 count, u32
 * code points.
 */

/** Stands for the space before a word. */
const MARK = '\u2581';

/** An unknown character costs more than any piece, as in SentencePiece. */
const UNKNOWN_PENALTY = 10;

/** Words that are repeated are looked up once. */
const REMEMBERED_WORDS = 20_000;
const REMEMBERED_LENGTH = 24;

export class Unigram {
  readonly padding: number;
  readonly #start: number;
  readonly #end: number;
  readonly #unknown: number;
  readonly #unknownScore: number;
  readonly #scores: Float32Array;
  readonly #pieces = new Map<string, number>();
  readonly #replacements = new Map<number, string>();
  /** Characters of the longest piece. */
  readonly #longest: number;
  #words = new Map<string, readonly number[]>();

  constructor(file: Buffer) {
    const count = file.readInt32LE(0);
    this.#start = file.readInt32LE(4);
    this.#end = file.readInt32LE(8);
    this.padding = file.readInt32LE(12);
    this.#unknown = file.readInt32LE(16);
    const textBytes = Number(file.readBigUInt64LE(20));
    const offsets = 28;
    const scores = offsets + 4 * (count + 1);
    const text = scores + 4 * count;
    const offsetOf = (piece: number): number => text + file.readUInt32LE(offsets + 4 * piece);
    this.#scores = Float32Array.from({ length: count }, (_, piece) => file.readFloatLE(scores + 4 * piece));
    this.#unknownScore = Math.fround(this.#scores.reduce((low, score) => Math.min(low, score)) - UNKNOWN_PENALTY);
    let longest = 1;
    // The first four and the last are controls such as <s> and <mask>: written in a text they stay text.
    for (let piece = 4; piece < count - 1; piece++) {
      const characters = file.toString('utf8', offsetOf(piece), offsetOf(piece + 1));
      longest = Math.max(longest, characters.length);
      this.#pieces.set(characters, piece);
    }
    this.#longest = longest;
    this.#readReplacements(file, text + textBytes);
  }

  #readReplacements(file: Buffer, start: number): void {
    let at = start + 8;
    for (let left = file.readInt32LE(start); left > 0; left--) {
      const count = file.readUInt8(at + 4);
      const points = Array.from({ length: count }, (_, i) => file.readUInt32LE(at + 5 + 4 * i));
      this.#replacements.set(file.readUInt32LE(at), String.fromCodePoint(...points));
      at += 5 + 4 * count;
    }
  }

  /** The ids of a text between start and end, `longest` in all at most: the rest of the text is left out. */
  encode(text: string, longest: number): number[] {
    const ids = [this.#start];
    // No piece has a space but before its first character, so words are independent of each other.
    for (const word of this.#normalize(text, longest * this.#longest).split(' ')) {
      if (ids.length >= longest - 1) break;
      for (const id of this.#word(MARK + word)) ids.push(id);
    }
    ids.length = Math.min(ids.length, longest - 1);
    ids.push(this.#end);
    return ids;
  }

  /** The text as the pieces spell it, with single spaces between words; `most` characters or a little more. */
  #normalize(text: string, most: number): string {
    let normal = '';
    let isAfterSpace = true;
    // Replacements are of single code points: NFC makes a letter and its accent one.
    for (const character of text.normalize('NFC').toWellFormed()) {
      const replaced = this.#replacements.get(character.codePointAt(0) ?? 0) ?? character;
      if (replaced === ' ' && isAfterSpace) continue;
      normal += replaced;
      isAfterSpace = replaced === ' ';
      if (normal.length >= most) break;
    }
    // A replacement may itself begin or end with a space.
    return normal.replaceAll(/ {2,}/g, ' ').replace(/^ /, '');
  }

  #word(word: string): readonly number[] {
    const known = this.#words.get(word);
    if (known) return known;
    const ids = this.#bestPieces(word);
    if (word.length <= REMEMBERED_LENGTH) {
      if (this.#words.size >= REMEMBERED_WORDS) this.#words = new Map();
      this.#words.set(word, ids);
    }
    return ids;
  }

  /** The pieces with the greatest sum of scores (Viterbi). */
  #bestPieces(word: string): number[] {
    const length = word.length;
    const best = new Float32Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const piece = new Int32Array(length + 1);
    const from = new Int32Array(length + 1);
    best[0] = 0;
    const offer = (start: number, end: number, id: number, score: number): void => {
      const sum = Math.fround((best[start] ?? 0) + score);
      if (sum > (best[end] ?? 0)) [best[end], piece[end], from[end]] = [sum, id, start];
    };
    for (let start = 0; start < length; start++) {
      // The middle of a surrogate pair.
      if (best[start] === Number.NEGATIVE_INFINITY) continue;
      for (let end = start + 1; end <= Math.min(length, start + this.#longest); end++) {
        const id = this.#pieces.get(word.slice(start, end));
        if (id !== undefined) offer(start, end, id, this.#scores[id] ?? 0);
      }
      const isPair = (word.codePointAt(start) ?? 0) > 0xffff;
      offer(start, start + (isPair ? 2 : 1), this.#unknown, this.#unknownScore);
    }
    const ids: number[] = [];
    for (let end = length; end > 0; end = from[end] ?? 0) ids.push(piece[end] ?? this.#unknown);
    return ids.reverse();
  }
}
