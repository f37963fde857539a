/** A dataset of knowledge as rows: each is the context of a case that is still to be written. */
import type { Accessor } from '../../../domain/access/policy.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { listChunks, listDocuments } from '../../../domain/knowledge/documents/index.ts';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import { LONGEST_ROW, rowsInvalid } from '../../../engines/evaluation/datasets/index.ts';
import type { Row } from '../../../engines/evaluation/datasets/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { KnowledgeSource } from './types.ts';

interface Stores {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'getBytes'>;
}

const DOCUMENTS = 50;
const CHUNKS = 200;

/**
 * A row for each document that the caller may read, or for each of its chunks, document by document. Throws
 * `rows_invalid` for a document that is larger than a row.
 */
export async function* readKnowledge(
  { database, objects }: Stores,
  caller: Accessor,
  { dataset_id, unit }: KnowledgeSource,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const { id } = await findDataset(database, caller, { dataset_id });
  let line = 0;
  for (let after = '0'; ;) {
    const documents = await listDocuments(database, caller, id, after, DOCUMENTS);
    const last = documents.at(-1);
    if (last === undefined) return;
    for (const document of documents) {
      if (unit === 'documents') yield await wholeRow(objects, document, ++line, signal);
      else yield* chunkRows(database, document);
    }
    after = String(last.id);
  }
}

async function wholeRow(
  objects: Stores['objects'],
  { documentId, title, bytes, markdownKey }: DocumentRow,
  line: number,
  signal: AbortSignal,
): Promise<Row> {
  if (bytes > LONGEST_ROW) {
    const what = `The document ${documentId} has more than the ${LONGEST_ROW} bytes of a row. Import the chunks.`;
    throw rowsInvalid('row_too_large', what, { line });
  }
  const markdown = Buffer.from(await objects.getBytes(markdownKey, { maxBytes: LONGEST_ROW, signal }));
  return { retrieval_contexts: [markdown.toString()], group: documentId, title };
}

async function* chunkRows(
  database: Database,
  { id, documentId, title }: Pick<DocumentRow, 'id' | 'documentId' | 'title'>,
): AsyncGenerator<Row> {
  for (let after = -1; ;) {
    const chunks = await listChunks(database, id, after, CHUNKS);
    const last = chunks.at(-1);
    if (last === undefined) return;
    for (const { heading, body, ordinal } of chunks) {
      yield { retrieval_contexts: [body], group: documentId, title, heading, ordinal };
    }
    after = last.ordinal;
  }
}
