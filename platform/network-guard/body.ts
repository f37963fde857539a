/** Reads and decompresses response bodies within a size limit. */
import { pipeline, Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ServiceError } from '../../errors/index.ts';
import { refused } from './failures.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** No legitimate server encodes a body more often. */
const MAX_CODINGS = 2;

/**
 * Reads a whole body and decodes its `Content-Encoding`. Never holds more than `maxBytes`: beyond that, before or
 * after decompression, it stops at once and throws `ServiceError('too_large')`, so a decompression bomb costs no more
 * than the limit.
 */
export async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
  if (applied.length > MAX_CODINGS) throw unknownEncoding();

  let source = body;
  for (const coding of applied) source = await unpack(source, coding, maxBytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(source, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The chunks of a body. Throws `ServiceError('too_large')` when they exceed the limit. */
export async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function unpack(source: Readable, coding: string, maxBytes: number): Promise<Readable> {
  const rest = limited(source, maxBytes);
  const first = await rest.next();
  // Responses without content may still declare an encoding.
  if (first.done) return Readable.from([]);
  async function* packed(start: Uint8Array): AsyncGenerator<Uint8Array> {
    yield start;
    yield* rest;
  }
  // Errors reach the reader of the last stream in the chain.
  return pipeline(Readable.from(packed(first.value)), decoderOf(coding, first.value), () => {});
}

function decoderOf(coding: string, [first = 0]: Uint8Array): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  // "deflate" means the zlib format, but servers that send a raw stream are just as common.
  if (coding === 'deflate') return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw unknownEncoding();
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('too_large', `The content is larger than ${maxBytes} bytes.`, { limit_bytes: maxBytes });
}

function unknownEncoding(): ServiceError {
  return refused('encoding', 'The server used an unknown content encoding.');
}
