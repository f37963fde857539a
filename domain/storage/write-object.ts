/** Writes rows of stored objects. */
import type { Database, Statements } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { DEFAULT_ACCESS_POLICY } from '../access/policy.ts';
import { expiryOf } from './retention.ts';
import type { ObjectAttributes } from './uploads.ts';
import type { VerifiedBytes } from './verify-bytes.ts';

export interface NewObject {
  readonly id: string;
  readonly tenantId: string;
  readonly ownerSubject: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly attributes: ObjectAttributes;
}

export interface NewVersion extends VerifiedBytes {
  readonly key: string;
  readonly declaredType: string | null;
}

/** The row of an object with version 1. `temporaryDays` is the lifetime of temporary objects. */
export function objectRow({ attributes, ...object }: NewObject, temporaryDays: number) {
  const { metadata = {}, access_policy, tags = [], retention_class = 'standard' } = attributes;
  return {
    ...object,
    metadata: json(metadata),
    tags: [...tags],
    accessPolicy: json(access_policy ?? DEFAULT_ACCESS_POLICY),
    retentionClass: retention_class,
    expiresAt: expiryOf(retention_class, temporaryDays),
    currentVersion: 1,
  };
}

/** The columns of a version besides its object and number. */
export function versionRow({ key, bytes, sha256, mediaType, declaredType }: NewVersion) {
  return { key, sizeBytes: BigInt(bytes), sha256, mediaType, declaredType };
}

/** The columns that these attributes change. Absent attributes keep their value. */
export function changedColumns(
  { metadata, access_policy, tags, retention_class }: ObjectAttributes,
  temporaryDays: number,
) {
  return {
    ...(metadata && { metadata: json(metadata) }),
    ...(access_policy && { accessPolicy: json(access_policy) }),
    ...(tags && { tags: [...tags] }),
    ...(retention_class && {
      retentionClass: retention_class,
      expiresAt: expiryOf(retention_class, temporaryDays),
    }),
  };
}

/** Creates an object with its first version. */
export async function createObject(
  { db }: Database,
  object: NewObject,
  version: NewVersion,
  temporaryDays: number,
): Promise<void> {
  const versions = { create: { version: 1, ...versionRow(version) } };
  await db.storageObject.create({ data: { ...objectRow(object, temporaryDays), versions } });
}

/** Changes an object of the tenant. Returns whether it exists. */
export async function changeObjectRow(
  { storageObject }: Pick<Statements, 'storageObject'>,
  { id, tenantId }: Pick<NewObject, 'id' | 'tenantId'>,
  { filename, ...attributes }: ObjectAttributes & { readonly filename?: string },
  temporaryDays: number,
): Promise<boolean> {
  const { count } = await storageObject.updateMany({
    where: { id, tenantId },
    data: { ...(filename !== undefined && { filename }), ...changedColumns(attributes, temporaryDays) },
  });
  return count > 0;
}
