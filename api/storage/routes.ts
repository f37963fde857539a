import { Type } from 'typebox';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { Text, Whole, Word, purposeHeader } from '../contract/schema.ts';
import { currentVersion, findObject } from './find.ts';
import type { ObjectRow } from './find.ts';
import { DownloadUrl, StorageObject, UploadForm } from './schemas.ts';
import type { AccessPolicy } from './schemas.ts';
import { directUpload } from './upload.ts';

const tag = 'Storage';

const ObjectId = Type.Object({
  objectId: Text('The object.', 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd', { minLength: 1, maxLength: 255 }),
});

const uploadFile = defineRoute({
  method: 'POST',
  path: '/v1/storage/files',
  operationId: 'uploadFile',
  tag,
  summary: 'Store a small file',
  description: 'Streamed to the object store; its SHA-256 and media type are taken from the bytes.',
  scope: 'storage:write',
  body: UploadForm,
  bodyType: 'multipart/form-data',
  responses: { 201: { description: 'It is stored.', schema: StorageObject, headers: { Location: 'The object.' } } },
  handler: async ({ form, identity }, services) => {
    const row = await directUpload(services, identity, form);
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
  params: ObjectId,
  headers: Type.Object(purposeHeader),
  responses: { 200: { description: 'The object.', schema: StorageObject } },
  handler: async ({ params, identity }, services) =>
    reply(200, objectOf(await findObject(services, identity, params.objectId))),
});

/** Types that a browser may show without running anything in them. */
const HARMLESS_INLINE = /^(?:image\/(?!svg)|audio\/|video\/|text\/plain|text\/csv|text\/markdown|application\/pdf)/;

const getDownloadUrl = defineRoute({
  method: 'GET',
  path: '/v1/storage/objects/{objectId}/download-url',
  operationId: 'getDownloadUrl',
  tag,
  summary: 'Signed address of an object',
  scope: 'storage:read',
  orScope: 'storage:download',
  params: ObjectId,
  headers: Type.Object(purposeHeader),
  query: Type.Object(
    {
      ttl_seconds: Type.Optional(Whole('How long it is valid. Default 900.', 900, { minimum: 60, maximum: 86_400 })),
      disposition: Type.Optional(
        Word(
          ['attachment', 'inline'],
          'How a browser treats it. Default `attachment`, always so for types that can hold scripts.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: { description: 'The address.', schema: DownloadUrl } },
  handler: async ({ params, query, identity }, services) => {
    const row = await findObject(services, identity, params.objectId);
    const version = currentVersion(row);
    const ttlSeconds = query.ttl_seconds ?? 900;
    const isHarmless = HARMLESS_INLINE.test(version.mediaType);
    const signed = {
      ttlSeconds,
      disposition: query.disposition === 'inline' && isHarmless ? ('inline' as const) : ('attachment' as const),
      filename: row.filename,
      contentType: version.mediaType,
    };
    const expiresAt = new Date(Date.now() + ttlSeconds * 1000);
    return reply(200, {
      object_id: row.id,
      url: await services.objects.signGet(version.key, signed),
      expires_at: expiresAt.toISOString(),
      disposition: signed.disposition,
      filename: row.filename,
      content_type: version.mediaType,
      size_bytes: Number(version.sizeBytes),
    });
  },
});

function objectOf(row: ObjectRow): StorageObject {
  const version = currentVersion(row);
  return {
    object_id: row.id,
    filename: row.filename,
    content_type: version.mediaType,
    declared_content_type: version.declaredType,
    size_bytes: Number(version.sizeBytes),
    sha256: version.sha256,
    version: version.version,
    locator: `service://objects/${row.id}`,
    metadata: row.metadata as Record<string, unknown>,
    tags: row.tags,
    access_policy: row.accessPolicy as unknown as AccessPolicy,
    owner: row.ownerSubject,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export const storageRoutes: readonly Route[] = [uploadFile, getObject, getDownloadUrl];
