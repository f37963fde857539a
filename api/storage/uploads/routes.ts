import { Type } from 'typebox';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { Text, Whole, purposeHeader } from '../../contract/schema.ts';
import { objectOf } from '../present.ts';
import { STORED_OBJECT } from '../schemas.ts';
import { completeUpload } from './complete.ts';
import { MAX_PARTS } from './parts.ts';
import { FIRST_PAGE, presentUpload } from './present.ts';
import { CompleteUpload, StorageUploadSession, UploadRequest } from './schemas.ts';
import { abortUpload, findUpload, openUpload } from './session.ts';

const tag = 'Storage';

const UploadId = Type.Object({
  uploadId: Text('The session.', 'upl_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'UploadId',
    minLength: 1,
    maxLength: 255,
  }),
});

const pathOf = (uploadId: string): string => `/v1/storage/uploads/${uploadId}`;

const postUpload = defineRoute({
  method: 'POST',
  path: '/v1/storage/uploads',
  operationId: 'openUpload',
  tag,
  summary: 'Open an upload session',
  description:
    'For files of any size: the bytes go straight to the object store, by signed addresses that need no token. The object is there once the session was completed. With `object_id` it becomes the next version of that object.',
  scope: 'storage:write',
  headers: Type.Object(purposeHeader),
  body: UploadRequest,
  examples: {
    small: { summary: 'A file in one part', value: { filename: 'report.pdf' } },
    large: {
      summary: 'A large file, in parts',
      value: { filename: 'recording.mp4', content_type: 'video/mp4', size_bytes: 2_147_483_648 },
    },
    private: {
      summary: 'For the sender alone, with metadata',
      value: {
        filename: 'report.pdf',
        metadata: { department: 'research' },
        tags: ['quarterly'],
        access_policy: { access_level: 'private' },
      },
    },
    version: {
      summary: 'A new version of an object: put its identifier here',
      value: { filename: 'report.pdf', object_id: 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd' },
    },
  },
  responses: {
    201: { description: 'It is open.', schema: StorageUploadSession, headers: { Location: 'The session.' } },
    404: problemAnswer('There is no such object.', ['not_found']),
  },
  handler: async ({ body, identity }, services) => {
    const row = await openUpload(services, identity, body);
    return reply(201, await presentUpload(services, row), { Location: pathOf(row.id) });
  },
});

const getUpload = defineRoute({
  method: 'GET',
  path: '/v1/storage/uploads/{uploadId}',
  operationId: 'getUpload',
  tag,
  summary: 'State of an upload session, with new addresses',
  description:
    'While it is open: a page of its parts, which of them have arrived, and new addresses, so that an interrupted upload goes on. Sessions are their owner’s alone.',
  scope: 'storage:write',
  params: UploadId,
  query: Type.Object(
    {
      first_part: Type.Optional(Whole('First part of the page. Default 1.', 1, { minimum: 1, maximum: MAX_PARTS })),
      limit: Type.Optional(Whole('Parts a page. Default 100.', 100, { minimum: 1, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: { description: 'The session.', schema: StorageUploadSession } },
  handler: async ({ params, query, identity }, services) => {
    const { first_part: firstPart = FIRST_PAGE.firstPart, limit = FIRST_PAGE.limit } = query;
    const row = await findUpload(services, identity, params.uploadId);
    return reply(200, await presentUpload(services, row, { firstPart, limit }));
  },
});

const deleteUpload = defineRoute({
  method: 'DELETE',
  path: '/v1/storage/uploads/{uploadId}',
  operationId: 'abortUpload',
  tag,
  summary: 'Abort an upload session',
  description: 'Removes what has arrived. Repeating it changes nothing.',
  scope: 'storage:write',
  params: UploadId,
  responses: {
    200: { description: 'It is aborted.', schema: StorageUploadSession },
    409: problemAnswer('It is no longer open.', ['upload_state']),
  },
  handler: async ({ params, identity }, services) =>
    reply(200, await presentUpload(services, await abortUpload(services, identity, params.uploadId))),
});

const postCompletion = defineRoute({
  method: 'POST',
  path: '/v1/storage/uploads/{uploadId}/complete',
  operationId: 'completeUpload',
  tag,
  summary: 'Complete an upload session',
  description:
    'Reads all bytes, compares their size and SHA-256, tells their type from what they are (whatever was declared), and makes the object. Repeating it gives the same answer. A file larger than UPLOAD_SYNC_VERIFY_BYTES is read by a workflow: the answer is 202, and the session tells the outcome, `completed`, or `open` with an `error`. Bytes that are refused (409 `checksum_mismatch`, `size_mismatch`) make no object: upload them again, all parts of them, and complete again, or abort. Parts that are missing, repeated or other than the object store holds are 422, each named.',
  scope: 'storage:write',
  params: UploadId,
  headers: Type.Object(purposeHeader),
  body: CompleteUpload,
  examples: {
    single: { summary: 'One part, any checksum', value: {} },
    checksum: {
      summary: 'Only if the bytes have this checksum',
      value: { checksum_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    },
    parts: {
      summary: 'Of several parts, with the ETag that answered each',
      value: { parts: [{ part_number: 1, etag: '"9a0364b9e99bb480dd25e1f0284c8555"' }] },
    },
  },
  bodyOptional: true,
  responses: {
    200: STORED_OBJECT,
    202: {
      description: 'The bytes are being verified.',
      schema: StorageUploadSession,
      headers: { Location: 'The session.' },
    },
    409: problemAnswer('It cannot be completed so.', [
      ...(['upload_incomplete', 'upload_state', 'checksum_mismatch', 'size_mismatch'] as const),
    ]),
  },
  handler: async ({ params, body, identity }, services) => {
    const completion = await completeUpload(services, identity, params.uploadId, body);
    if ('object' in completion) return reply(200, objectOf(completion.object));
    const session = await presentUpload(services, completion.verifying);
    return reply(202, session, { Location: pathOf(params.uploadId) });
  },
});

export const uploadRoutes: readonly Route[] = [postUpload, getUpload, deleteUpload, postCompletion];
