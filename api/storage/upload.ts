import { DEFAULT_ACCESS_POLICY } from '../../domain/access/policy.ts';
import { objectKey } from '../../domain/keys.ts';
import { newId } from '../../domain/ids.ts';
import { parseContentType } from '../../platform/media-type/content-type.ts';
import { StreamEnds } from '../../platform/media-type/stream-ends.ts';
import { createObject } from '../../domain/storage/write-object.ts';
import { ValidationError } from '../contract/validation.ts';
import type { MultipartReader } from '../contract/route.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { readObject } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';
import { safeFilename } from './filename.ts';
import type { UploadAttributes } from './upload-fields.ts';
import { MEDIA_TYPE_PATTERN } from './uploads/schemas.ts';

/** The type and charset of a part of a form; `null` unless an upload session could have them. */
function declaredTypeOf(contentType: string | null): string | null {
  const parsed = parseContentType(contentType);
  if (parsed === null) return null;
  const type = parsed.charset === null ? parsed.mediaType : `${parsed.mediaType}; charset=${parsed.charset}`;
  return type.length <= 255 && new RegExp(MEDIA_TYPE_PATTERN).test(type) ? type : null;
}

const NO_FILE = {
  loc: ['body', 'file'],
  msg: 'This part is required. Send it with a file name, as curl -F file=@report.pdf does.',
  type: 'missing',
};

interface Received {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads the text fields of a form that uploads a file. Throws {@link ValidationError} when they are invalid. */
type ReadFields<Fields> = (form: Readonly<Record<string, string>>) => Fields;

interface ObjectFields {
  readonly attributes: UploadAttributes;
}

/**
 * Streams a file into the object store and commits its rows once all of it has arrived, its type is known and the
 * fields of its form are read. Nothing remains of an upload that is rejected before that; the bytes of a failed commit
 * are an orphan for the sweep.
 */
export async function directUpload<Fields extends ObjectFields>(
  services: Services,
  caller: Caller,
  form: MultipartReader,
  readFields: ReadFields<Fields>,
): Promise<{ readonly row: ObjectRow; readonly fields: Fields }> {
  const { config, database, record } = services;
  const objectId = newId('obj');
  const key = objectKey('objects/', objectId, '1');
  const { file, fields } = await receive(services, key, form, readFields);
  const { attributes } = fields;
  const { filename, mediaType } = file;
  const accessPolicy = { ...DEFAULT_ACCESS_POLICY, ...attributes.access_policy };
  // The bytes stay even if this fails, because the commit may have taken effect without a response.
  await createObject(
    database,
    {
      id: objectId,
      tenantId: caller.tenantId,
      ownerSubject: caller.subject,
      filename,
      mediaType,
      attributes: { ...attributes, access_policy: accessPolicy },
    },
    { ...file, key },
    config.storage.temporaryRetentionDays,
  );
  record({ name: 'uploaded', bytes: file.bytes });
  return { row: await readObject(services, caller, objectId), fields };
}

/**
 * The form, with the bytes of its file stored under `key`. When it is refused, they are removed: no row knows them yet.
 */
async function receive<Fields>(
  { objects, config }: Services,
  key: string,
  form: MultipartReader,
  readFields: ReadFields<Fields>,
) {
  let received: Received | null = null;
  try {
    const fields = await form({
      maxFileBytes: config.http.maxUploadBytes,
      onFile: async ({ filename, contentType, stream }) => {
        const ends = new StreamEnds();
        const { bytes, sha256 } = await objects.putStream(key, stream, 'application/octet-stream', {
          maxBytes: config.http.maxUploadBytes,
          onPart: (part) => ends.addCopy(part),
        });
        const name = safeFilename(filename);
        const mediaType = ends.mediaType({ filename: name, declared: contentType });
        received = { filename: name, declaredType: declaredTypeOf(contentType), mediaType, bytes, sha256 };
      },
    });
    const file = received as Received | null;
    if (!file) throw new ValidationError([NO_FILE]);
    return { file, fields: readFields(fields) };
  } catch (error) {
    // If removal fails, the bytes are an orphan. The client must receive the original error.
    if (received) await objects.remove(key).catch(() => undefined);
    throw error;
  }
}
