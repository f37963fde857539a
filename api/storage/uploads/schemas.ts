import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ERRORS } from '../../../errors/index.ts';
import { ENDED_SESSION_DAYS, UPLOAD_STATES } from '../../../domain/storage/uploads.ts';
import { AnyObject, Id, List, Named, Nullable, Text, Timestamp, Whole } from '../../contract/schema.ts';
import { objectAttributes } from '../schemas.ts';
import { MAX_OBJECT_BYTES, MAX_PARTS } from './parts.ts';

/** A media type with simple parameters: it becomes a header that the sender repeats. */
export const MEDIA_TYPE_PATTERN =
  '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:; ?[A-Za-z0-9_-]+=[A-Za-z0-9_.+-]+)*$';

export const UploadRequest = Named('StorageUploadRequest', 'A file to upload through signed URLs.', {
  filename: Text('Its name; folders and control characters are dropped.', 'recording.mp4', {
    minLength: 1,
    maxLength: 4096,
  }),
  content_type: Type.Optional(
    Text('A media type such as `video/mp4`. Default: inferred from the name.', 'video/mp4', {
      pattern: MEDIA_TYPE_PATTERN,
      maxLength: 255,
    }),
  ),
  size_bytes: Type.Optional(
    Whole(
      'Its size, at most 5 TiB. Determines the number of parts. Without it, the upload has a single part of at ' +
        'most 5 GiB.',
      2_147_483_648,
      { maximum: MAX_OBJECT_BYTES },
    ),
  ),
  object_id: Type.Optional(Id('obj', 'An object that gets a new version. Default: a new object.')),
  ...objectAttributes,
});
export type UploadRequest = Static<typeof UploadRequest>;

const UploadPart = Named('StorageUploadPart', 'One part of a multipart upload.', {
  part_number: Whole('From 1.', 1, { minimum: 1 }),
  size_bytes: Whole('How many bytes it must have.', 16_777_216),
  url: Text('PUT the bytes here, without a token.', 'http://127.0.0.1:8333/tidemill/…?partNumber=1', {
    format: 'uri',
  }),
  etag: Nullable(
    Text('ETag of the part in the object store; `null` until it has arrived.', '9a0364b9e99bb480dd25e1f0284c8555'),
  ),
});

const UploadError = Named('StorageUploadError', 'Why the last completion created no object.', {
  code: Text(
    `Stable code, see docs/errors.md: ${Object.keys(ERRORS).length} codes, more may be added.`,
    'checksum_mismatch',
  ),
  message: Text('What happened.', 'The SHA-256 of the bytes differs.'),
  details: AnyObject('Members that depend on the code.', { expected: '9f86…', actual: '2c26…' }),
});

export const StorageUploadSession = Named(
  'StorageUploadSession',
  'An upload through signed URLs: PUT the bytes, then complete the session.',
  {
    upload_id: Id('upl', 'The session.'),
    state: Text(
      `One of ${UPLOAD_STATES.map((state) => `\`${state}\``).join(', ')}; more may be added. \`verifying\`: ` +
        'read the session again.',
      'open',
    ),
    method: Text('`single_part`: one PUT to `url`; `multipart_parts`: one PUT for each of `parts`.', 'single_part'),
    object_id: Id('obj', 'The object that the completion creates.'),
    version: Nullable(Whole('The version that the completion created.', 1)),
    filename: Text('Name of the file.', 'recording.mp4'),
    content_type: Text('Declared media type, given or inferred.', 'video/mp4'),
    size_bytes: Nullable(Whole('Declared size.', 2_147_483_648)),
    url: Nullable(
      Text('PUT the bytes here, without a token; while `single_part` is open.', 'http://127.0.0.1:8333/tidemill/…', {
        format: 'uri',
      }),
    ),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers that each PUT must have.',
      examples: [{ 'Content-Type': 'video/mp4' }],
    }),
    part_size_bytes: Nullable(Whole('Size of each part but the last.', 16_777_216)),
    part_count: Nullable(Whole('Number of parts.', 128)),
    received_part_count: Nullable(Whole('Number of parts that have arrived with the correct size.', 64)),
    parts: List(UploadPart, 'A page of the parts; empty unless `multipart_parts` is open.'),
    next_part_number: Nullable(
      Whole('Read the session with this `first_part` for the next page; `null` on the last.', 101),
    ),
    urls_expire_at: Nullable(Timestamp('When the URLs expire. Read the session for new ones.')),
    error: Nullable(UploadError),
    created_at: Timestamp('When it was opened.'),
    expires_at: Timestamp(
      `When it expires. It can be completed until then, and read for another ${ENDED_SESSION_DAYS} days.`,
    ),
  },
);
export type StorageUploadSession = Static<typeof StorageUploadSession>;

export const CompleteUpload = Named('StorageUploadCompletion', 'What was uploaded.', {
  parts: Type.Optional(
    List(
      Named('CompletedPart', 'A part as accepted by the object store.', {
        part_number: Whole('From 1.', 1, { minimum: 1, maximum: MAX_PARTS }),
        etag: Text('The ETag header of the response to its PUT.', '"9a0364b9e99bb480dd25e1f0284c8555"', {
          minLength: 1,
          maxLength: 255,
        }),
      }),
      'All parts, in any order. Empty, the default, for a single part.',
      { maxItems: MAX_PARTS },
    ),
  ),
  checksum_sha256: Type.Optional(
    Text(
      'SHA-256 of the whole file, 64 hexadecimal digits. Bytes with a different SHA-256 are rejected. Default: any.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      { pattern: '^[0-9a-fA-F]{64}$' },
    ),
  ),
});
export type CompleteUpload = Static<typeof CompleteUpload>;
