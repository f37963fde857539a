import { PassThrough, pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { DEFAULT_ACCESS_POLICY } from '../../platform/access-policy.ts';
import { json } from '../../platform/database/json.ts';
import { newId } from '../../platform/ids.ts';
import { SNIFF_BYTES, sniffMediaType } from '../../platform/media-type.ts';
import { ValidationError } from '../contract/validation.ts';
import type { MultipartReader } from '../contract/route.ts';
import type { Caller } from '../identity/identity.ts';
import type { Services } from '../services.ts';
import { findObject } from './find.ts';
import type { ObjectRow } from './find.ts';
import { safeFilename } from './filename.ts';
import { readUploadFields } from './upload-fields.ts';

interface Received {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Streams a file into the object store and commits its rows once all of it has arrived and its type is known. When
 * anything fails, nothing is left behind.
 */
export async function directUpload(services: Services, caller: Caller, form: MultipartReader): Promise<ObjectRow> {
  const { objects, config, database, metrics } = services;
  const objectId = newId('obj');
  const key = `objects/${objectId}/1`;
  let received: Received | null = null;
  try {
    const fields = await form({
      maxFileBytes: config.http.maxUploadBytes,
      onFile: async ({ filename, contentType, stream }) => {
        const ends = observeEnds(stream);
        const { bytes, sha256 } = await objects.putStream(key, ends.through, 'application/octet-stream', {
          maxBytes: config.http.maxUploadBytes,
        });
        const name = safeFilename(filename);
        const mediaType = sniffMediaType(ends.head(), { filename: name, declared: contentType }, ends.tail());
        received = { filename: name, declaredType: contentType, mediaType, bytes, sha256 };
      },
    });
    const file = received as Received | null;
    if (!file) throw new ValidationError([{ loc: ['body', 'file'], msg: 'This part is required.', type: 'missing' }]);
    const { metadata, access_policy, tags } = readUploadFields(fields);
    await database.db.storageObject.create({
      data: {
        id: objectId,
        tenantId: caller.tenantId,
        ownerSubject: caller.subject,
        filename: file.filename,
        metadata: json(metadata),
        tags,
        accessPolicy: json({ ...DEFAULT_ACCESS_POLICY, ...access_policy }),
        currentVersion: 1,
        versions: {
          create: {
            version: 1,
            key,
            sizeBytes: BigInt(file.bytes),
            sha256: file.sha256,
            mediaType: file.mediaType,
            declaredType: file.declaredType,
          },
        },
      },
    });
    metrics.uploadedBytes.inc(file.bytes);
  } catch (error) {
    if (received) await objects.remove(key);
    throw error;
  }
  return findObject(services, caller, objectId);
}

/** Passes a stream through and keeps its first and last bytes, which tell its type. */
function observeEnds(source: Readable): { through: Readable; head: () => Buffer; tail: () => Buffer } {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const through = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      tail = Buffer.concat([tail, chunk]).subarray(-SNIFF_BYTES);
      done(null, chunk);
    },
  });
  // Unlike a bare pipe this also ends what reads on when the source is closed before its end. Whoever reads sees the error.
  pipeline(source, through, () => undefined);
  return { through, head: () => head, tail: () => tail };
}
