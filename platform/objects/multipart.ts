/** Multipart uploads whose parts clients send to signed URLs. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  paginateListParts,
  S3ServiceException,
  UploadPartCommand,
  ListMultipartUploadsCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

export interface UploadedPart {
  /** From 1. */
  readonly partNumber: number;
  /** Without quotes. */
  readonly etag: string;
  readonly bytes: number;
}

export interface MultipartUpload {
  readonly key: string;
  readonly multipartId: string;
  readonly startedAt: Date;
}

/**
 * The multipart operations of an object store. For an upload that has ended or never existed they return `null` or do
 * nothing.
 */
export interface MultipartStore {
  /** Opens an upload and returns its id. */
  createMultipart(key: string, contentType?: string): Promise<string>;
  /** A URL, at the store's public address, that accepts one part of exactly this size. */
  signPart(
    key: string,
    multipartId: string,
    part: { readonly partNumber: number; readonly bytes: number; readonly ttlSeconds: number },
  ): Promise<string>;
  /** The received parts, by number; `null` when the upload has ended. */
  listParts(key: string, multipartId: string): Promise<UploadedPart[] | null>;
  /** Assembles the object from these parts, in order. Does nothing when the upload has ended. */
  completeMultipart(key: string, multipartId: string, parts: readonly UploadedPart[]): Promise<void>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** All open uploads, a page at a time. */
  listMultiparts(): AsyncIterable<readonly MultipartUpload[]>;
}

/** `signer` is a client of the public address. */
export function multipartStore(client: S3Client, signer: S3Client, Bucket: string): MultipartStore {
  return {
    async createMultipart(key, contentType = 'application/octet-stream') {
      const command = new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: contentType });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new TypeError('The object store opened an upload without an id.');
      return UploadId;
    },

    signPart(key, multipartId, { partNumber, bytes, ttlSeconds }) {
      const part = { Bucket, Key: key, UploadId: multipartId, PartNumber: partNumber, ContentLength: bytes };
      return getSignedUrl(signer, new UploadPartCommand(part), { expiresIn: ttlSeconds });
    },

    async listParts(key, multipartId) {
      const parts: UploadedPart[] = [];
      try {
        for await (const page of paginateListParts({ client }, { Bucket, Key: key, UploadId: multipartId })) {
          for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) {
            parts.push({ partNumber: PartNumber, etag: ETag.replaceAll('"', ''), bytes: Size });
          }
        }
      } catch (error) {
        if (isOver(error)) return null;
        throw error;
      }
      return parts;
    },

    async completeMultipart(key, multipartId, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }));
      const command = new CompleteMultipartUploadCommand({
        Bucket,
        Key: key,
        UploadId: multipartId,
        MultipartUpload: { Parts },
      });
      await client.send(command).catch(ignoreOver);
    },

    async abortMultipart(key, multipartId) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: multipartId });
      await client.send(command).catch(ignoreOver);
    },

    async *listMultiparts() {
      let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
      for (;;) {
        const page = await client.send(new ListMultipartUploadsCommand({ Bucket, ...after }));
        yield (page.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }) =>
          Key && UploadId && Initiated ? [{ key: Key, multipartId: UploadId, startedAt: Initiated }] : [],
        );
        if (!page.IsTruncated || !page.NextKeyMarker) return;
        const { NextKeyMarker, NextUploadIdMarker } = page;
        after = {
          KeyMarker: NextKeyMarker,
          ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }),
        };
      }
    },
  };
}

function isOver(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload';
}

function ignoreOver(error: unknown): void {
  if (!isOver(error)) throw error;
}
