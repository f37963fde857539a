import type { Static } from 'typebox';
import { guardedBy } from '../../domain/access/policy.ts';
import { currentVersion, metadataOf } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';
import { policyOf } from '../access-policy.ts';
import type { ObjectVersion, StorageObject } from './schemas.ts';

/** An object as the API shows it: never its key in the object store. */
export function objectOf(row: ObjectRow): StorageObject {
  const version = currentVersion(row);
  return {
    object_id: row.id,
    filename: row.filename,
    content_type: version.mediaType,
    declared_content_type: version.declaredType,
    size_bytes: Number(version.sizeBytes),
    sha256: version.sha256,
    version: version.version,
    locator: locatorOf(row.id),
    metadata: metadataOf(row.metadata),
    tags: row.tags,
    access_policy: policyOf(guardedBy(row).accessPolicy),
    retention_class: row.retentionClass,
    expires_at: row.expiresAt?.toISOString() ?? null,
    owner: row.ownerSubject,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function versionOf(row: ObjectRow['versions'][number]): Static<typeof ObjectVersion> {
  return {
    version: row.version,
    content_type: row.mediaType,
    declared_content_type: row.declaredType,
    size_bytes: Number(row.sizeBytes),
    sha256: row.sha256,
    created_at: row.createdAt.toISOString(),
  };
}

/** What names the object as the source of a job. */
export function locatorOf(objectId: string): string {
  return `service://objects/${objectId}`;
}
