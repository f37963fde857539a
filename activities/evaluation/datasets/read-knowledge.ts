/** The chunks of a dataset of knowledge as rows: each is the context of a case that is still to be written. */
import type { Accessor } from '../../../domain/access/policy.ts';
import { findDataset } from '../../../domain/knowledge/datasets.ts';
import { listChunks } from '../../../domain/knowledge/document-chunks.ts';
import { listDocuments } from '../../../domain/knowledge/documents.ts';
import type { Row } from '../../../engines/evaluation/datasets/row.ts';
import type { Database } from '../../../platform/database/client.ts';

const DOCUMENTS = 50;
const CHUNKS = 200;

/** A row for each chunk of the documents that the caller may read, document by document. */
export async function* readKnowledge(database: Database, caller: Accessor, datasetId: string): AsyncGenerator<Row> {
  const { id } = await findDataset(database, caller, { dataset_id: datasetId });
  for (let after = '0'; ;) {
    const documents = await listDocuments(database, caller, id, after, DOCUMENTS);
    const last = documents.at(-1);
    if (last === undefined) return;
    for (const document of documents) yield* rowsOf(database, document);
    after = String(last.id);
  }
}

interface Document {
  readonly id: bigint;
  readonly documentId: string;
  readonly title: string | null;
}

async function* rowsOf(database: Database, { id, documentId, title }: Document): AsyncGenerator<Row> {
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
