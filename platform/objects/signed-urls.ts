/** URLs at which clients read and write single objects without a token. */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from '../content-disposition.ts';

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

export interface SignedUrls {
  /** A URL, at the store's public address, that reads the object until it expires, whether the object exists or not. */
  signGet(key: string, options: SignedGet): Promise<string>;
  /** A URL, at the store's public address, that accepts the object's bytes, any number of times, until it expires. */
  signPut(key: string, options: SignedPut): Promise<string>;
}

/** `signer` is a client of the public address. */
export function signedUrls(signer: S3Client, Bucket: string): SignedUrls {
  return {
    signGet(key, { ttlSeconds, disposition, filename, contentType }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: contentDisposition(disposition, filename),
        ResponseContentType: contentType,
      });
      return getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },

    signPut(key, { ttlSeconds, contentType, bytes }) {
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ...(bytes !== null && { ContentLength: bytes }),
      });
      // By default the signature does not cover the content type.
      return getSignedUrl(signer, command, { expiresIn: ttlSeconds, signableHeaders: new Set(['content-type']) });
    },
  };
}
