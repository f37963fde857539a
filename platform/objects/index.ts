/** The object store (S3): one bucket behind a small interface. */
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { PlatformConfig } from '../config.ts';
import { absentIsNotFound, isAbsent } from './absence.ts';
import { connect, unhashed } from './connection.ts';
import { multipartStore } from './multipart.ts';
import type { MultipartStore } from './multipart.ts';
import { prefixStore } from './prefixes.ts';
import type { PrefixStore } from './prefixes.ts';
import { signedUrls } from './signed-urls.ts';
import type { SignedUrls } from './signed-urls.ts';
import { streamStore, tooLarge } from './stream.ts';
import type { StreamStore } from './stream.ts';

/** Metadata of a stored object. */
export interface ObjectHead {
  readonly bytes: number;
  readonly contentType: string;
}

/**
 * The bytes of one bucket. A missing object is `ServiceError('not_found')`; when the store is unreachable or refuses,
 * calls reject with the client's own error, after its retries. Keys are whole paths without a leading slash:
 * `tenants/t1/jobs/j1/a.md`.
 */
export interface ObjectStore extends MultipartStore, PrefixStore, SignedUrls, StreamStore {
  /** Creates the bucket unless it exists; safe to call from several processes at once. */
  ensureBucket(): Promise<void>;
  /** Creates or replaces the object: readers see the old or the new bytes, never a mixture. */
  put(key: string, body: Uint8Array | string, contentType: string): Promise<void>;
  /**
   * Reads the whole object into memory; more than `maxBytes` is `ServiceError('too_large')`, without reading it all.
   */
  getBytes(key: string, options: { readonly maxBytes: number; readonly signal?: AbortSignal }): Promise<Uint8Array>;
  /**
   * The bytes from an offset, which must be below the size of the object; by default all. The caller must read the
   * stream to its end or destroy it; it fails after a minute without data.
   */
  getStream(key: string, signal?: AbortSignal, from?: number): Promise<Readable>;
  /** `null` when the object does not exist. */
  head(key: string): Promise<ObjectHead | null>;
  /** Copies the bytes within the store, at most 5 GiB of them. */
  copy(from: string, to: string): Promise<void>;
  /** Removes the object; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** One cheap request: rejects when the bucket cannot be reached. */
  check(signal: AbortSignal): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Opens the configured store. Connects on first use, so opening never fails. A write to a key without one of the
 * prefixes throws a RangeError: nothing would remove what lies elsewhere.
 */
export function openObjectStore(config: PlatformConfig['objects'], prefixes: readonly string[]): ObjectStore {
  const Bucket = config.bucket;
  const owned = (key: string): string => {
    if (prefixes.some((prefix) => key.startsWith(prefix))) return key;
    throw new RangeError(
      `No domain has keys such as ${key}. Fix: name the prefix in its manifest (domain/manifests/).`,
    );
  };
  const client = connect(config, config.endpoint);
  const streaming = unhashed(connect(config, config.endpoint));
  // Signed URLs are for external clients: the signature covers the host name that they use.
  const signer = connect(config, config.publicEndpoint);

  const get = async (key: string, signal?: AbortSignal, from = 0): Promise<Readable> => {
    const command = new GetObjectCommand({ Bucket, Key: key, ...(from > 0 && { Range: `bytes=${from}-` }) });
    const answer = await client.send(command, cancelledBy(signal)).catch(absentIsNotFound);
    if (!(answer.Body instanceof Readable)) throw new TypeError('The object store answered without a body.');
    return answer.Body;
  };

  const multiparts = multipartStore(client, signer, Bucket);
  const streams = streamStore(streaming, Bucket, multiparts);
  const urls = signedUrls(signer, Bucket);
  return {
    ...multiparts,
    ...prefixStore(client, Bucket),
    ...urls,
    createMultipart: async (key, contentType) => multiparts.createMultipart(owned(key), contentType),
    putStream: async (key, ...content) => streams.putStream(owned(key), ...content),
    signPut: async (key, options) => urls.signPut(owned(key), options),

    async ensureBucket() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        await client.send(new CreateBucketCommand({ Bucket })).catch((error: unknown) => {
          if (!(error instanceof S3ServiceException && error.name.startsWith('BucketAlready'))) throw error;
        });
      }
    },

    async put(key, body, contentType) {
      await client.send(new PutObjectCommand({ Bucket, Key: owned(key), Body: body, ContentType: contentType }));
    },

    async getBytes(key, { maxBytes, signal }) {
      const body = await get(key, signal);
      const chunks: Uint8Array[] = [];
      let read = 0;
      try {
        for await (const chunk of body) {
          const part: Uint8Array = Buffer.from(chunk);
          read += part.byteLength;
          if (read > maxBytes) throw tooLarge(maxBytes);
          chunks.push(part);
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        body.destroy();
      }
      return Buffer.concat(chunks);
    },

    getStream(key, signal, from) {
      return get(key, signal, from);
    },

    async head(key) {
      try {
        const answer = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        return { bytes: answer.ContentLength ?? 0, contentType: answer.ContentType ?? 'application/octet-stream' };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async copy(from, to) {
      const CopySource = [Bucket, ...from.split('/')].map(encodeURIComponent).join('/');
      await client.send(new CopyObjectCommand({ Bucket, Key: owned(to), CopySource })).catch(absentIsNotFound);
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },

    async check(signal) {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal });
    },

    close() {
      client.destroy();
      streaming.destroy();
      signer.destroy();
    },
  };
}

function cancelledBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}
