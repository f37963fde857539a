import { Type } from 'typebox';
import { safeDisposition } from '../../platform/content-disposition.ts';
import { listVersionRows } from '../../domain/storage/list-objects.ts';
import { listRoute } from '../contract/list-route.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { problemAnswer } from '../contract/problems.ts';
import { Flag, Text, Timestamp, Whole, Word, PurposeHeaders } from '../contract/schema.ts';
import { timeCursorOf } from '../contract/time-cursor.ts';
import { changeObject, deleteObject } from './change.ts';
import { findObject } from '../../domain/storage/objects.ts';
import { isShown, listObjects } from './list.ts';
import { objectOf, versionOf } from './present.ts';
import {
  DownloadUrl,
  ObjectList,
  ObjectPatch,
  ObjectVersionList,
  PAGES,
  STORED_OBJECT,
  StorageObject,
  UploadForm,
  page,
} from './schemas.ts';
import { directUpload } from './upload.ts';
import { readUploadFields } from './upload-fields.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { findVersion, versionAt } from './versions.ts';

const tag = 'Storage';

const ObjectId = Type.Object({
  objectId: Text('The object.', 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'ObjectId',
    minLength: 1,
    maxLength: 255,
  }),
});

const uploadFile = defineRoute({
  method: 'POST',
  path: '/v1/storage/files',
  operationId: 'uploadFile',
  tag,
  summary: 'Store a small file',
  description: 'Streamed to the object store. SHA-256 and media type are computed from the bytes.',
  scope: 'storage:write',
  cost: 'few_rows',
  body: UploadForm,
  bodyType: 'multipart/form-data',
  responses: {
    201: { description: 'The object was stored.', schema: StorageObject, headers: { Location: 'The object.' } },
  },
  handler: async ({ form, identity }, services) => {
    const { row } = await directUpload(services, identity, form, readUploadFields);
    return reply(201, objectOf(row), { Location: `/v1/storage/objects/${row.id}` });
  },
});

const getObject = defineRoute({
  method: 'GET',
  path: '/v1/storage/objects/{objectId}',
  operationId: 'getObject',
  tag,
  summary: 'Metadata of an object',
  scope: 'storage:read',
  cost: 'few_rows',
  params: ObjectId,
  headers: PurposeHeaders,
  responses: { 200: STORED_OBJECT },
  handler: async ({ params, identity }, services) =>
    reply(200, objectOf(await findObject(services, identity, params.objectId))),
});

const getDownloadUrl = defineRoute({
  method: 'GET',
  path: '/v1/storage/objects/{objectId}/download-url',
  operationId: 'getDownloadUrl',
  tag,
  summary: 'Signed URL of an object',
  scope: 'storage:read',
  cost: 'few_rows',
  orScope: 'storage:download',
  params: ObjectId,
  headers: PurposeHeaders,
  query: Type.Object(
    {
      ttl_seconds: Type.Optional(Whole('How long it is valid. Default 900.', 900, { minimum: 60, maximum: 86_400 })),
      version: Type.Optional(Whole('The version to read. Default: the current one.', 1, { minimum: 1 })),
      disposition: Type.Optional(
        Word(
          ['attachment', 'inline'],
          'How a browser treats it. Default `attachment`, which is always used for types that can contain scripts.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: { description: 'The URL.', schema: DownloadUrl } },
  handler: async ({ params, query, identity }, services) => {
    const row = await findObject(services, identity, params.objectId);
    const version = await findVersion(services, row, query.version);
    const ttlSeconds = query.ttl_seconds ?? 900;
    const signed = {
      ttlSeconds,
      disposition: safeDisposition(query.disposition ?? 'attachment', version.mediaType),
      filename: row.filename,
      contentType: version.mediaType,
    };
    const expiresAt = new Date(Date.now() + ttlSeconds * 1000);
    return reply(200, {
      object_id: row.id,
      version: version.version,
      url: await services.objects.signGet(version.key, signed),
      expires_at: expiresAt.toISOString(),
      disposition: signed.disposition,
      filename: row.filename,
      content_type: version.mediaType,
      size_bytes: Number(version.sizeBytes),
    });
  },
});

const listObjectsRoute = listRoute({
  path: '/v1/storage/objects',
  operationId: 'listObjects',
  tag,
  summary: 'Objects of the tenant, newest first',
  description: 'Objects that their access policy hides from you are omitted, so a page can be shorter than `limit`.',
  scope: 'storage:read',
  cost: 'few_rows',
  headers: PurposeHeaders,
  query: Type.Object(
    {
      tag: Type.Optional(Text('Only objects with this tag.', 'quarterly', { minLength: 1, maxLength: 100 })),
      filename: Type.Optional(
        Text('Only objects whose name contains this text, case-insensitive.', 'report', {
          minLength: 1,
          maxLength: 255,
        }),
      ),
      content_type: Type.Optional(
        Text('Only objects whose current version has this media type.', 'application/pdf', {
          minLength: 1,
          maxLength: 255,
        }),
      ),
      created_after: Type.Optional(Timestamp('Only objects stored at or after this time.')),
      created_before: Type.Optional(Timestamp('Only objects stored before this time.')),
      ...page('Objects'),
    },
    { additionalProperties: false },
  ),
  sizes: PAGES,
  page: ObjectList,
  rows: ({ query, identity }, services, take) => listObjects(services, identity, query, take),
  cursorOf: timeCursorOf,
  items: (rows, { identity }) => rows.filter((row) => isShown(row, identity)).map(objectOf),
});

const listVersionsRoute = listRoute({
  path: '/v1/storage/objects/{objectId}/versions',
  operationId: 'listObjectVersions',
  tag,
  summary: 'Versions of an object, newest first',
  scope: 'storage:read',
  cost: 'few_rows',
  params: ObjectId,
  headers: PurposeHeaders,
  query: Type.Object(page('Versions', Buffer.from('2').toString('base64url')), { additionalProperties: false }),
  sizes: PAGES,
  page: ObjectVersionList,
  rows: async ({ params, query: { cursor }, identity }, services, take) => {
    const { id } = await findObject(services, identity, params.objectId);
    return listVersionRows(services.database, id, cursor === undefined ? undefined : versionAt(cursor), take);
  },
  cursorOf: ({ version }) => Buffer.from(String(version)).toString('base64url'),
  items: (rows) => rows.map(versionOf),
});

const patchObject = defineRoute({
  method: 'PATCH',
  path: '/v1/storage/objects/{objectId}',
  operationId: 'changeObject',
  tag,
  summary: 'Change the metadata of an object',
  description: 'The bytes stay unchanged. To create a new version, open an upload session with `object_id`.',
  scope: 'storage:write',
  cost: 'few_rows',
  params: ObjectId,
  headers: PurposeHeaders,
  body: ObjectPatch,
  examples: {
    tags: { summary: 'Replace the tags', value: { tags: ['quarterly'] } },
    filename: { summary: 'Rename it', value: { filename: 'report-final.pdf' } },
    access_policy: {
      summary: 'Let one role read it',
      value: { access_policy: { access_level: 'restricted', allowed_role_keys: ['analyst'] } },
    },
  },
  responses: { 200: { description: 'The object as it is now.', schema: StorageObject } },
  handler: async ({ params, body, identity }, services) =>
    reply(200, objectOf(await changeObject(services, identity, params.objectId, body))),
});

const deleteObjectRoute = defineRoute({
  method: 'DELETE',
  path: '/v1/storage/objects/{objectId}',
  operationId: 'deleteObject',
  tag,
  summary: 'Delete an object with all its versions',
  description:
    'Rejected with 409 `object_in_use` while an open job reads it. With `force=true` it is deleted anyway, and ' +
    'such jobs fail. Documents parsed from it are kept.',
  scope: 'storage:write',
  cost: 'few_rows',
  params: ObjectId,
  headers: PurposeHeaders,
  query: Type.Object(
    { force: Type.Optional(Flag('Delete it even if it is in use. Default false.', true)) },
    { additionalProperties: false },
  ),
  responses: {
    204: { description: 'The object was deleted.' },
    409: problemAnswer('The object is in use.', ['object_in_use']),
  },
  handler: async ({ params, query, identity }, services) => {
    await deleteObject(services, identity, params.objectId, { force: query.force ?? false });
    return reply(204, '');
  },
});

export const storageRoutes: readonly Route[] = [
  uploadFile,
  ...uploadRoutes,
  listObjectsRoute,
  getObject,
  patchObject,
  deleteObjectRoute,
  listVersionsRoute,
  getDownloadUrl,
];
