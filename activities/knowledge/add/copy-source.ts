import type { DocumentRow } from '../../../domain/parse/documents.ts';
import { keyOfFetched } from '../../../domain/parse/fetched-sources.ts';
import { findContent } from '../../../domain/storage/objects.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/**
 * Copies the bytes that a document was parsed from: those of the stored object, which may have had other versions
 * since, or those that were fetched. `source_unavailable` when they are no longer stored.
 */
export async function copySource({ database, objects }: Stores, document: DocumentRow, to: string): Promise<void> {
  const { id, tenantId, objectId, metadata } = document;
  const { sha256 } = metadata;
  const from =
    objectId === null
      ? await keyOfFetched(database, tenantId, sha256)
      : ((await findContent(database, objectId, sha256))?.key ?? null);
  if (from === null) throw unavailable(id);
  try {
    await objects.copy(from, to);
  } catch (error) {
    // It was removed after its row was read.
    if (error instanceof ServiceError && error.code === 'not_found') throw unavailable(id, error);
    throw error;
  }
}

function unavailable(documentId: string, cause?: unknown): ServiceError {
  return new ServiceError('source_unavailable', `The source of document ${documentId} is no longer stored.`, {}, cause);
}
