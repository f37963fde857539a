/** Documents of datasets in the contract. */
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { isChunked } from '../../../domain/knowledge/cognify/index.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { findDocument } from '../../../domain/knowledge/documents/index.ts';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import { pageOf } from '../../contract/page.ts';
import { AnyObject, Flag, Id, List, Named, Nullable, Text, Timestamp, Whole } from '../../contract/schema.ts';
import { DATE_SOURCES } from '../../../engines/knowledge/options.ts';
import { writtenPeriod } from '../../../domain/knowledge/graph/index.ts';
import type { Services } from '../../services.ts';
import { periodMembers } from '../shared/days.ts';

export const KnowledgeDocument = Named('KnowledgeDocument', 'A document of a dataset.', {
  document_id: Id('doc', 'The document.'),
  input_type: Text('`text`, `uri`, `object_id` or `document_id`.', 'text'),
  label: Nullable(Text('Label that it was added with.', 'travel-policy')),
  title: Nullable(Text('Its title.', 'Travel policy')),
  uri: Nullable(Text('Address that it was fetched from.', 'https://example.com/travel-policy')),
  object_id: Nullable(Text('Stored object that it was made from.', 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  node_sets: List(Text('Node set.', 'contracts'), 'Node sets that it belongs to.'),
  metadata: AnyObject('Your metadata.', { year: 2026 }),
  media_type: Text('Media type of the source.', 'application/pdf'),
  language: Nullable(Text('Language of the text (ISO 639-1).', 'en')),
  bytes: Whole('Size of the Markdown.', 4_102),
  sha256: Text(
    'SHA-256 of the Markdown, hexadecimal.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  structured: Flag('Whether the rows of its tables are records (`structured_ingest`).', false),
  source_link: Nullable(
    Text(
      'Path that returns a download URL of the original bytes; `null` unless it was added with `persist_source_copy`.',
      '/v1/knowledge/datasets/dset_01k9zt6v3c8wq4m2n7r5x0ybhd/documents/doc_01k9zt6v3c8wq4m2n7r5x0ybhd/source-url',
    ),
  ),
  date: Nullable(
    Named('KnowledgeDocumentDate', 'When a document was written.', {
      ...periodMembers,
      source: Text(
        `What says so: ${DATE_SOURCES.map((source) => `\`${source}\``).join(', ')} (docs/knowledge-time.md).`,
        'text',
      ),
    }),
    '`null`: nothing says it.',
  ),
  cognified: Flag('Whether a Cognify job has chunked its present content.', true),
  created_at: Timestamp('When it was added.'),
  updated_at: Timestamp('When it was last changed.'),
});

export const KnowledgeDocumentList = Named('KnowledgeDocumentList', 'A page of documents.', {
  ...pageOf(KnowledgeDocument, 'The documents, in the order in which they were added.'),
});

/** A document that the caller may read. */
export async function documentDetail(
  { database }: Services,
  caller: Caller,
  datasetId: string,
  documentId: string,
): Promise<Static<typeof KnowledgeDocument>> {
  const { id } = await findDataset(database, caller, { dataset_id: datasetId });
  return documentOf(await findDocument(database, caller, id, documentId));
}

export function documentOf(row: DocumentRow): Static<typeof KnowledgeDocument> {
  return {
    document_id: row.documentId,
    input_type: row.inputType,
    label: row.label,
    title: row.title,
    uri: row.uri,
    object_id: row.objectId,
    node_sets: row.nodeSets,
    metadata: { ...row.metadata },
    media_type: row.mediaType,
    language: row.language,
    bytes: Number(row.bytes),
    sha256: row.contentHash,
    structured: row.structured,
    source_link:
      row.sourceKey === null
        ? null
        : `/v1/knowledge/datasets/${row.datasetId}/documents/${encodeURIComponent(row.documentId)}/source-url`,
    date:
      row.dateSource === null
        ? null
        : { ...writtenPeriod({ from: row.dateFrom, to: row.dateTo }), source: row.dateSource },
    cognified: isChunked(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
