/**
 * Stores a stream of unknown length: a short one in one request, a longer one in parts, sent while the next ones
 * arrive.
 */
import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Readable } from 'node:stream';
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { ServiceError } from '../../errors/index.ts';
import type { MultipartStore, UploadedPart } from './multipart.ts';

/** S3's minimum part size. */
const PART_BYTES = 5 * 1024 ** 2;
/** Buffers of one stream: the parts in flight and the one being filled. */
const BUFFERS = 4;
/** Maximum memory of one stream. */
export const STREAM_MEMORY_BYTES = BUFFERS * PART_BYTES;

/** Initial size of a stream's first buffer: most streams are short, and a stalled one needs only what has arrived. */
const FIRST_BYTES = 64 * 1024;

export interface StreamOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Called with each part in turn; the buffer is reused afterwards. */
  readonly onPart?: (part: Buffer) => void;
}

export interface StoredStream {
  readonly bytes: number;
  /** SHA-256 of the whole object, lower-case hexadecimal. */
  readonly sha256: string;
}

export interface StreamStore {
  /**
   * Stores a stream of unknown length in bounded memory ({@link STREAM_MEMORY_BYTES}), at first little more than what
   * has arrived. More than `maxBytes` is `ServiceError('too_large')`. A stream that fails, grows too large or is
   * aborted before its last byte leaves nothing behind; after that the object is complete. Chunks are freed once
   * consumed: the producer must not read them again.
   */
  putStream(key: string, body: Readable, contentType: string, options: StreamOptions): Promise<StoredStream>;
}

/** `client` sends bodies without hashing them. */
export function streamStore(
  client: S3Client,
  Bucket: string,
  multiparts: Pick<MultipartStore, 'createMultipart' | 'completeMultipart' | 'abortMultipart'>,
): StreamStore {
  // Bytes are copied into reused buffers: garbage collection of a new buffer per part costs more than the copying.
  const spare: Buffer[] = [];
  const takeBuffer = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
  const giveBack = (buffer: Buffer): void => {
    if (buffer.length === PART_BYTES && spare.length < BUFFERS) spare.push(buffer);
  };

  return {
    async putStream(key, body, contentType, { maxBytes, signal, onPart }) {
      const sha256 = createHash('sha256');
      const parts: Promise<UploadedPart>[] = [];
      let multipartId: string | null = null;
      let bytes = 0;
      let buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
      let filled = 0;

      const sendPart = async (UploadId: string, whole: Buffer, length: number): Promise<UploadedPart> => {
        const partNumber = parts.length + 1;
        const part = { Bucket, Key: key, UploadId, PartNumber: partNumber, Body: whole.subarray(0, length) };
        const { ETag = '' } = await client.send(new UploadPartCommand(part));
        // Not after a failure: the failed request may still read the buffer.
        giveBack(whole);
        return { partNumber, etag: ETag.replaceAll('"', ''), bytes: length };
      };
      const flush = async (): Promise<void> => {
        onPart?.(buffer.subarray(0, filled));
        multipartId ??= await multiparts.createMultipart(key, contentType);
        const part = sendPart(multipartId, buffer, filled);
        // Awaited below; until then it must not count as unhandled.
        part.catch(() => undefined);
        parts.push(part);
        await parts.at(-BUFFERS);
        buffer = takeBuffer();
        filled = 0;
      };

      const grow = (): void => {
        const larger = 2 * filled < PART_BYTES ? Buffer.allocUnsafeSlow(2 * filled) : takeBuffer();
        buffer.copy(larger);
        buffer = larger;
      };

      try {
        for await (const chunk of signal ? addAbortSignal(signal, body) : body) {
          const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
          bytes += piece.length;
          if (bytes > maxBytes) throw tooLarge(maxBytes);
          sha256.update(piece);
          for (let offset = 0; offset < piece.length;) {
            if (filled === PART_BYTES) await flush();
            else if (filled === buffer.length) grow();
            const copied = piece.copy(buffer, filled, offset);
            filled += copied;
            offset += copied;
          }
          release(piece);
        }
        onPart?.(buffer.subarray(0, filled));
        if (multipartId === null) {
          const Body = buffer.subarray(0, filled);
          await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentType: contentType }));
          giveBack(buffer);
        } else {
          parts.push(sendPart(multipartId, buffer, filled));
          await multiparts.completeMultipart(key, multipartId, await Promise.all(parts));
        }
        return { bytes, sha256: sha256.digest('hex') };
      } catch (error) {
        // A part that arrives after the end of its upload would stay in the store.
        await Promise.allSettled(parts);
        // If the abort fails, the sweep removes the upload; the caller must get the original error.
        if (multipartId !== null) await multiparts.abortMultipart(key, multipartId).catch(() => undefined);
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

/**
 * Frees the memory of a chunk. Left to the garbage collector, chunks make V8 mark the whole heap every 64 MiB. A
 * chunk that is a slice of a larger buffer is left alone, since others may read the rest.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('too_large', `The content is larger than ${maxBytes} bytes.`, { limit_bytes: maxBytes });
}
