/** The object store (S3): one bucket behind a small interface. */
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '../config.ts';
import { contentDisposition } from '../content-disposition.ts';
import { ServiceError } from '../../errors/index.ts';
import { traceCommands } from './tracing.ts';
import { multipartStore } from './multipart.ts';
import type { MultipartStore } from './multipart.ts';
import { streamStore, tooLarge } from './stream.ts';
import type { StreamStore } from './stream.ts';

/** Metadata of a stored object. */
export interface ObjectHead {
  readonly bytes: number;
  readonly contentType: string;
}

export interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

export interface SignedPut {
  readonly ttlSeconds: number;
  /** The sender must send this content type. */
  readonly contentType: string;
  /** The sender must send exactly this many; `null`: any number. */
  readonly bytes: number | null;
}

export interface SignedGet {
  readonly ttlSeconds: number;
  readonly disposition: 'attachment' | 'inline';
  /** Name the download is saved under. */
  readonly filename: string;
  /** Content type of the response, whatever the object was stored with. */
  readonly contentType: string;
}

/**
 * The bytes of one bucket. A missing object is `ServiceError('not_found')`; when the store is unreachable or refuses,
 * calls reject with the client's own error, after its retries. Keys are whole paths without a leading slash:
 * `tenants/t1/jobs/j1/a.md`.
 */
export interface ObjectStore extends MultipartStore, StreamStore {
  /** Creates the bucket unless it exists; safe to call from several processes at once. */
  ensureBucket(): Promise<void>;
  /** Creates or replaces the object: readers see the old or the new bytes, never a mixture. */
  put(key: string, body: Uint8Array | string, contentType: string): Promise<void>;
  /**
   * Reads the whole object into memory; more than `maxBytes` is `ServiceError('too_large')`, without reading it all.
   */
  getBytes(key: string, options: { readonly maxBytes: number; readonly signal?: AbortSignal }): Promise<Uint8Array>;
  /**
   * The bytes from an offset, which must be below the size of the object; by default all. The caller must read the stream to its end
   * or destroy it; it fails after a minute without data.
   */
  getStream(key: string, signal?: AbortSignal, from?: number): Promise<Readable>;
  /** `null` when the object does not exist. */
  head(key: string): Promise<ObjectHead | null>;
  /** Copies the bytes within the store, at most 5 GiB of them. */
  copy(from: string, to: string): Promise<void>;
  /** All objects whose key starts with `prefix`, a page at a time. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>;
  /** Removes the object; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Removes every object whose key starts with `prefix`, which must not be empty. How many. */
  removePrefix(prefix: string): Promise<number>;
  /** A URL, at the store's public address, that reads the object until it expires, whether the object exists or not. */
  signGet(key: string, options: SignedGet): Promise<string>;
  /** A URL, at the store's public address, that accepts the object's bytes, any number of times, until it expires. */
  signPut(key: string, options: SignedPut): Promise<string>;
  /** One cheap request: rejects when the bucket cannot be reached. */
  check(signal: AbortSignal): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Opens the configured store. Connects on first use, so opening never fails. A write to a key without one of the prefixes throws a
 * RangeError: nothing would remove what lies elsewhere.
 */
export function openObjectStore(config: Config['objects'], prefixes: readonly string[]): ObjectStore {
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
  return {
    ...multiparts,
    createMultipart: async (key, contentType) => multiparts.createMultipart(owned(key), contentType),
    putStream: async (key, ...content) => streams.putStream(owned(key), ...content),

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

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, modifiedAt: LastModified }] : [],
        );
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },

    async removePrefix(prefix) {
      if (prefix === '') throw new RangeError('An empty prefix would remove the whole bucket.');
      let removed = 0;
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        const Objects = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) continue;
        const answer = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        const failed = answer.Errors?.[0];
        if (failed) throw new Error(`The object store did not remove an object: ${failed.Code ?? 'unknown'}.`);
        removed += Objects.length;
      }
      return removed;
    },

    signGet(key, { ttlSeconds, disposition, filename, contentType }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: contentDisposition(disposition, filename),
        ResponseContentType: contentType,
      });
      return getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },

    async signPut(key, { ttlSeconds, contentType, bytes }) {
      const command = new PutObjectCommand({
        Bucket,
        Key: owned(key),
        ContentType: contentType,
        ...(bytes !== null && { ContentLength: bytes }),
      });
      // By default the signature does not cover the content type.
      return getSignedUrl(signer, command, { expiresIn: ttlSeconds, signableHeaders: new Set(['content-type']) });
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

function connect(config: Config['objects'], endpoint: string): S3Client {
  const client = new S3Client({
    endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Stores other than AWS serve a single host name and lack the newer default checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would need a new connection for every body.
    expectContinueHeader: false,
    requestHandler: {
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
      connectionTimeout: 3000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
  });
  return traceCommands(client, config.bucket);
}

/** Skips the client's SHA-256 of each part: the caller already hashes the stream as a whole. */
function unhashed(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (typeof request === 'object' && request !== null && 'headers' in request) {
        Object.assign(Object(request.headers), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
      }
      return next(args);
    },
    { step: 'build', name: 'unhashedPayload' },
  );
  return client;
}

function cancelledBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

/** HEAD responses have no body, so their 404 is always named `NotFound`. A missing bucket is not a missing object. */
function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

function absentIsNotFound(error: unknown): never {
  throw isAbsent(error) ? new ServiceError('not_found', 'The stored object does not exist.', {}, error) : error;
}
