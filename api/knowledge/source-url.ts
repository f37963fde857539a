/** Signed URLs of the copies of sources. */
import type { Static } from 'typebox';
import type { Caller } from '../../domain/identity/identity.ts';
import { findDataset } from '../../domain/knowledge/datasets.ts';
import { findDocument } from '../../domain/knowledge/documents.ts';
import { filenameOfObject } from '../../domain/storage/objects.ts';
import { ServiceError } from '../../errors/index.ts';
import { Id, Named, Text, Timestamp } from '../contract/schema.ts';
import type { Services } from '../services.ts';

const LIFETIME_S = 900;

export const KnowledgeSourceUrl = Named('KnowledgeSourceUrl', 'A signed URL of the original bytes of a document.', {
  document_id: Id('doc', 'The document.'),
  url: Text('The URL. GET it without a token.', 'http://127.0.0.1:8333/tidemill/knowledge/…', { format: 'uri' }),
  expires_at: Timestamp('When it expires: after 15 minutes.'),
  filename: Text('Name the download is saved under.', 'report.pdf'),
  content_type: Text('Media type it is delivered with.', 'application/pdf'),
});

/** For those who may read the document. `not_found` when the dataset has no copy of its source. */
export async function sourceUrl(
  { database, objects }: Services,
  caller: Caller,
  datasetId: string,
  documentId: string,
): Promise<Static<typeof KnowledgeSourceUrl>> {
  const dataset = await findDataset(database, caller, { dataset_id: datasetId });
  const { objectId, sourceKey, label, title, mediaType } = await findDocument(database, caller, dataset.id, documentId);
  if (sourceKey === null) throw new ServiceError('not_found', `Document ${documentId} has no copy of its source.`);
  const stored = objectId === null ? null : await filenameOfObject(database, objectId);
  const filename = stored ?? label ?? title ?? documentId;
  const signed = {
    ttlSeconds: LIFETIME_S,
    disposition: 'attachment',
    filename,
    contentType: mediaType,
  } as const;
  const expiresAt = new Date(Date.now() + LIFETIME_S * 1000);
  return {
    document_id: documentId,
    url: await objects.signGet(sourceKey, signed),
    expires_at: expiresAt.toISOString(),
    filename,
    content_type: mediaType,
  };
}
