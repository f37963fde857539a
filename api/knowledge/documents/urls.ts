/** Signed URLs of what a dataset keeps of a document: its Markdown, and the copy of its source. */
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { findDocument } from '../../../domain/knowledge/documents/index.ts';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import { filenameOfObject } from '../../../domain/storage/objects.ts';
import { ServiceError } from '../../../errors/index.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import { Id, Named, Text, Timestamp } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';

const LIFETIME_S = 900;

export const KnowledgeDocumentUrl = Named('KnowledgeDocumentUrl', 'A signed URL.', {
  document_id: Id('doc', 'The document.'),
  url: Text('The URL. GET it without a token.', 'http://127.0.0.1:8333/tidemill/knowledge/…', { format: 'uri' }),
  expires_at: Timestamp('When it expires: after 15 minutes.'),
  filename: Text('Name the download is saved under.', 'report.pdf'),
  content_type: Text('Media type it is delivered with.', 'application/pdf'),
});
export type KnowledgeDocumentUrl = Static<typeof KnowledgeDocumentUrl>;

interface Place {
  readonly datasetId: string;
  readonly documentId: string;
}

/** The original bytes, for those who may read the document. `not_found` when the dataset has no copy of its source. */
export async function sourceUrl(services: Services, caller: Caller, place: Place): Promise<KnowledgeDocumentUrl> {
  const document = await readableDocument(services, caller, place);
  const { documentId, sourceKey, mediaType } = document;
  if (sourceKey === null) throw new ServiceError('not_found', `Document ${documentId} has no copy of its source.`);
  return signedUrl(services, document, sourceKey, {
    filename: await nameOf(services, document),
    contentType: mediaType,
  });
}

/** The Markdown, which the spans of passages refer to, for those who may read the document. */
export async function markdownUrl(services: Services, caller: Caller, place: Place): Promise<KnowledgeDocumentUrl> {
  const document = await readableDocument(services, caller, place);
  const name = await nameOf(services, document);
  const filename = name.endsWith('.md') ? name : `${name}.md`;
  return signedUrl(services, document, document.markdownKey, { filename, contentType: MARKDOWN_TYPE });
}

async function readableDocument({ database }: Services, caller: Caller, place: Place): Promise<DocumentRow> {
  const dataset = await findDataset(database, caller, { dataset_id: place.datasetId });
  return findDocument(database, caller, dataset.id, place.documentId);
}

async function nameOf({ database }: Services, { objectId, label, title, documentId }: DocumentRow): Promise<string> {
  const stored = objectId === null ? null : await filenameOfObject(database, objectId);
  return stored ?? label ?? title ?? documentId;
}

async function signedUrl(
  { objects }: Services,
  { documentId }: DocumentRow,
  key: string,
  { filename, contentType }: { readonly filename: string; readonly contentType: string },
): Promise<KnowledgeDocumentUrl> {
  const expiresAt = new Date(Date.now() + LIFETIME_S * 1000);
  const signed = { ttlSeconds: LIFETIME_S, disposition: 'attachment', filename, contentType } as const;
  return {
    document_id: documentId,
    url: await objects.signGet(key, signed),
    expires_at: expiresAt.toISOString(),
    filename,
    content_type: contentType,
  };
}
