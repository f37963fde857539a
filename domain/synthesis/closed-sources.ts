/**
 * Which sources of a job a caller may not read now: their policies may have changed since the job read them, and
 * documents may have been removed. They are not shown to a model, and what quotes them is not shown.
 */
import type { Database } from '../../platform/database/client.ts';
import type { Accessor } from '../access/policy.ts';
import { isReadableDataset } from '../knowledge/datasets/index.ts';
import { childJobId, documentIdOfJob } from '../ids.ts';
import { readableAmong as readableInDataset } from '../knowledge/documents/index.ts';
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
  const closed = await closedAmong(database, caller, jobId, documents);
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
  jobId: string,
  documents: readonly SourceDocument[],
): Promise<readonly SourceDocument[]> {
  const closed: SourceDocument[] = [];
  for (const [dataset, of] of Map.groupBy(documents, (source) => source.dataset)) {
    const readable = await (dataset === null
      ? readableParsed(database, caller, jobId, of)
      : readableOf(database, caller, dataset, of));
    closed.push(...of.filter(({ document }) => !readable.has(document)));
  }
  return closed;
}

async function readableOf(
  database: Database,
  caller: Accessor,
  dataset: string,
  documents: readonly SourceDocument[],
): Promise<ReadonlySet<string>> {
  if (!(await isReadableDataset(database, caller, dataset))) return new Set();
  return readableInDataset(
    database,
    caller,
    dataset,
    documents.map(({ document }) => document),
  );
}

async function readableParsed(
  database: Database,
  caller: Accessor,
  jobId: string,
  documents: readonly SourceDocument[],
): Promise<ReadonlySet<string>> {
  // The job itself had these parsed. The policy of the object, which is that of all its versions, decides alone: the
  // copy belongs to the submitter, and its own policy would keep the owner of the object from it.
  const copies = documents.flatMap(({ document, object }) =>
    object !== null && document === documentIdOfJob(childJobId(jobId, object)) ? [{ document, object }] : [],
  );
  const [quotable, objects] = await Promise.all([
    quotableAmong(
      database,
      caller,
      documents.map(({ document }) => document),
    ),
    findReadable(
      { database },
      caller,
      copies.map(({ object }) => object),
    ),
  ]);
  const readable = copies.filter(({ object }) => objects.has(object)).map(({ document }) => document);
  return new Set([...quotable, ...readable]);
}

/**
 * Those of parsed documents that can be quoted to the caller: they are readable, and the objects that they were made of
 * are there. The result of a parse job outlives its object, but nothing is made from it any more, and what quotes it is
 * not shown.
 */
export async function quotableAmong(
  database: Database,
  caller: Accessor,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const readable = await readableAmong(database, caller, documentIds);
  const documents = await database.db.document.findMany({
    where: { id: { in: [...readable] } },
    select: { id: true, objectId: true },
  });
  const objectIds = documents.flatMap(({ objectId }) => objectId ?? []);
  const objects = await findReadable({ database }, caller, objectIds);
  const quotable = documents.filter(({ objectId }) => objectId === null || objects.has(objectId));
  return new Set(quotable.map(({ id }) => id));
}
