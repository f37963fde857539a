import { Type } from 'typebox';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { Text, Whole, PurposeHeaders } from '../../contract/schema.ts';
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
    'For files of any size. The bytes go directly to the object store, through signed URLs that need no token. ' +
    'The object exists once the session is completed. With `object_id` it becomes the next version of that ' +
    'object.',
  scope: 'storage:write',
  cost: 'few_rows',
  headers: PurposeHeaders,
  body: UploadRequest,
  examples: {
    small: { summary: 'A file in one part', value: { filename: 'report.pdf' } },
    large: {
      summary: 'A large file, in parts',
      value: { filename: 'recording.mp4', content_type: 'video/mp4', size_bytes: 2_147_483_648 },
    },
    private: {
      summary: 'Private, with metadata',
      value: {
        filename: 'report.pdf',
        metadata: { department: 'research' },
        tags: ['quarterly'],
        access_policy: { access_level: 'private' },
      },
    },
    version: {
      summary: 'A new version of an object: insert its ID',
      value: { filename: 'report.pdf', object_id: 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd' },
    },
  },
  responses: {
    201: { description: 'The session is open.', schema: StorageUploadSession, headers: { Location: 'The session.' } },
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
  summary: 'State of an upload session, with new URLs',
  description:
    'While the session is open: a page of its parts, which of them have arrived, and new URLs to continue an ' +
    'interrupted upload. Only the owner can access a session.',
  scope: 'storage:write',
  cost: 'few_rows',
  params: UploadId,
  query: Type.Object(
    {
      first_part: Type.Optional(Whole('First part of the page. Default 1.', 1, { minimum: 1, maximum: MAX_PARTS })),
      limit: Type.Optional(Whole('Parts per page. Default 100.', 100, { minimum: 1, maximum: 1000 })),
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
  description: 'Removes uploaded bytes. Repeating the request has no effect.',
  scope: 'storage:write',
  cost: 'few_rows',
  params: UploadId,
  responses: {
    200: { description: 'The session was aborted.', schema: StorageUploadSession },
    409: problemAnswer('The session is no longer open.', ['upload_state']),
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
    'Reads all bytes, verifies their size and SHA-256, detects their type (whatever was declared), and creates ' +
    'the object. Repeating the request returns the same response. A file larger than UPLOAD_SYNC_VERIFY_BYTES ' +
    'is verified by a workflow: the response is 202, and the session shows the outcome: `completed`, or `open` ' +
    'with an `error`. Rejected bytes (409 `checksum_mismatch`, `size_mismatch`) create no object: upload all ' +
    'parts again and complete again, or abort. Missing, repeated or mismatching parts return 422, each listed.',
  scope: 'storage:write',
  cost: 'few_rows',
  params: UploadId,
  headers: PurposeHeaders,
  body: CompleteUpload,
  examples: {
    single: { summary: 'One part, any checksum', value: {} },
    checksum: {
      summary: 'Only if the bytes have this checksum',
      value: { checksum_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    },
    parts: {
      summary: 'Several parts, with the ETag of each',
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
    409: problemAnswer('The session cannot be completed.', [
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
