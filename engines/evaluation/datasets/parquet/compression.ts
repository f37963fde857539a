/** Compression of Parquet, within a limit. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { snappyUncompress } from 'hyparquet';
import type { Compressors } from 'hyparquet';
import { fileInvalid } from '../row.ts';

type Decompress = (input: Uint8Array, length: number) => Uint8Array;

const DECOMPRESS = {
  SNAPPY: (input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: length }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: length }),
  ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: length }),
} as const satisfies Readonly<Record<string, Decompress>>;

export const CODECS: readonly string[] = ['UNCOMPRESSED', ...Object.keys(DECOMPRESS)];

/** Decompresses pages of together `most` bytes, and throws `rows_invalid` beyond that. */
export function compressorsWithin(most: number): Compressors {
  let left = most;
  const within =
    (decompress: Decompress): Decompress =>
    (input, length) => {
      left -= length;
      if (left < 0) throw groupTooLarge(most);
      return length > 0 ? decompress(input, length) : new Uint8Array();
    };
  return {
    SNAPPY: within(DECOMPRESS.SNAPPY),
    GZIP: within(DECOMPRESS.GZIP),
    BROTLI: within(DECOMPRESS.BROTLI),
    ZSTD: within(DECOMPRESS.ZSTD),
  };
}

export const groupTooLarge = (most: number): Error =>
  fileInvalid('row_group_too_large', `A row group has at most ${most} bytes before compression. Write smaller ones.`);
