/**
 * Which sources of a job a caller may not read now: their policies may have changed since the job read them, and documents may have been
 * removed. What quotes them is not shown.
 */
import type { Database } from '../../platform/database/client.ts';
import type { Accessor } from '../access/policy.ts';
import { isReadableDataset } from '../knowledge/datasets.ts';
import { readableAmong as readableInDataset } from '../knowledge/documents.ts';
import { readableAmong } from '../parse/documents.ts';
import { findReadable } from '../storage/objects.ts';

interface SourceDocument {
  readonly dataset: string | null;
  readonly document: string;
  readonly object: string | null;
}

/** Identifiers of the sources; those that are texts of the request are open to all who may read the job. */
export async function closedSources(database: Database, caller: Accessor, jobId: string): Promise<ReadonlySet<string>> {
  const documents = await documentsOf(database, jobId);
  const closed = await closedAmong(database, caller, documents);
  if (closed.length === 0) return new Set();
  const rows = await database.db.$queryRaw<{ id: string }[]>`
    SELECT source.id FROM synthesis_source source WHERE source.job_id = ${jobId}
      AND source.origin->>'document_id' = ANY(${closed.map(({ document }) => document)}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

function documentsOf({ db }: Database, jobId: string): Promise<SourceDocument[]> {
  return db.$queryRaw<SourceDocument[]>`
    SELECT DISTINCT source.origin->>'dataset_id' AS dataset, source.origin->>'document_id' AS document,
      source.origin->>'object_id' AS object
    FROM synthesis_source source WHERE source.job_id = ${jobId} AND source.origin->>'document_id' IS NOT NULL`;
}

async function closedAmong(
  database: Database,
  caller: Accessor,
  documents: readonly SourceDocument[],
): Promise<readonly SourceDocument[]> {
  const closed: SourceDocument[] = [];
  for (const [dataset, of] of Map.groupBy(documents, (source) => source.dataset)) {
    const readable = await readableOf(database, caller, dataset, of);
    closed.push(...of.filter(({ document }) => !readable.has(document)));
  }
  return closed;
}

async function readableOf(
  database: Database,
  caller: Accessor,
  dataset: string | null,
  documents: readonly SourceDocument[],
): Promise<ReadonlySet<string>> {
  const ids = documents.map(({ document }) => document);
  if (dataset !== null) {
    const isOpen = await isReadableDataset(database, caller, dataset);
    return isOpen ? readableInDataset(database, caller, dataset, ids) : new Set();
  }
  const [open, objects] = await Promise.all([
    readableAmong(database, caller, ids),
    findReadable(
      { database },
      caller,
      documents.flatMap(({ object }) => object ?? []),
    ),
  ]);
  // The result of a parse job outlives its object, but what quotes a deleted object is not shown.
  const kept = documents.filter(
    ({ document, object }) => open.has(document) && (object === null || objects.has(object)),
  );
  return new Set(kept.map(({ document }) => document));
}
