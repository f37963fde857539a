/** Rows of the documents of datasets; their Markdown is in the object store. */
import { Type } from 'typebox';
import type { Database, Statements } from '../../../platform/database/client.ts';
import type { KnowledgeDocument } from '../../../platform/database/generated/client.ts';
import { json } from '../../../platform/database/json.ts';
import { decoder } from '../../../platform/stored-json.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { DocumentDate } from '../../../engines/knowledge/time/index.ts';
import type { AccessPolicy, Accessor } from '../../access/policy.ts';
import type { Rows } from '../../jobs/row-ranges.ts';
import { readableDocument } from '../datasets/access.ts';

export const INPUT_TYPES = ['text', 'uri', 'object_id', 'document_id'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Where a page begins and ends in the Markdown, in UTF-16 code units, end exclusive. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

const pageSpansOf: (stored: unknown) => PageSpan[] = decoder(
  'The pages of a document',
  Type.Array(Type.Object({ page: Type.Integer(), start: Type.Integer(), end: Type.Integer() })),
);

const metadataOf = decoder('The metadata of a document of a dataset', Type.Record(Type.String(), Type.Unknown()));

/** A document to be kept in a dataset; its Markdown is in the object store already. */
export interface NewDocument {
  readonly tenantId: string;
  readonly datasetId: string;
  readonly documentId: string;
  readonly ownerSubject: string;
  readonly inputType: InputType;
  readonly uri: string | null;
  readonly objectId: string | null;
  readonly label: string | null;
  readonly title: string | null;
  readonly nodeSets: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly accessPolicy: AccessPolicy;
  readonly mediaType: string;
  readonly contentHash: string;
  readonly markdownKey: string;
  /** Of the copy of its source; `null`: none is kept. */
  readonly sourceKey: string | null;
  readonly bytes: number;
  readonly language: string | null;
  readonly pageSpans: readonly PageSpan[];
  /** Whether the rows of its tables become records. */
  readonly structured: boolean;
  /** When it was written; absent: nothing says it. */
  readonly date?: DocumentDate | null;
  /** Whether it writes the day before the month; absent: it does not show it. */
  readonly dayFirst?: boolean | null;
}

export const DOCUMENT_OUTCOMES = ['added', 'updated', 'unchanged'] as const;
export type DocumentOutcome = (typeof DOCUMENT_OUTCOMES)[number];

/** What became of a document. */
export interface KeptDocument {
  readonly outcome: DocumentOutcome;
  /** Keys of objects that no row refers to any more, for the caller to remove once this is committed. */
  readonly discarded: readonly string[];
}

/**
 * Keeps documents of one dataset, or replaces those of their identifiers, in order. Chunks stay until they are cut
 * again, which they are if the content is another one or `structured` differs, or if `incremental` is false.
 * `unchanged`: both are the same, and the content stays where it is; label, node sets, metadata, policy and the copy of
 * the source are replaced all the same. The caller holds the lock of the dataset ({@link lockToAdd}).
 */
export async function keepDocuments(
  statements: Statements,
  documents: readonly NewDocument[],
  { incremental }: { readonly incremental: boolean },
): Promise<KeptDocument[]> {
  const [first] = documents;
  if (!first) return [];
  const { datasetId } = first;
  const earlier = await statements.knowledgeDocument.findMany({
    where: { datasetId, documentId: { in: documents.map(({ documentId }) => documentId) }, deletedAt: null },
    select: {
      id: true,
      documentId: true,
      contentHash: true,
      markdownKey: true,
      sourceKey: true,
      structured: true,
      dateTo: true,
      dayFirst: true,
    },
  });
  const stored = new Map(earlier.map((row) => [row.documentId, row]));
  const present = new Map<string, Pick<NewDocument, 'contentHash' | 'markdownKey' | 'sourceKey' | 'structured'>>(
    earlier.map((row) => [row.documentId, row]),
  );
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  const kept = documents.map((document): KeptDocument => {
    const { documentId, contentHash, structured } = document;
    const before = present.get(documentId);
    const isUnchanged = before?.contentHash === contentHash && before.structured === structured;
    const markdownKey = isUnchanged ? before.markdownKey : document.markdownKey;
    present.set(documentId, { ...document, markdownKey });
    rows.set(documentId, rowOf({ ...document, markdownKey }));
    if (!before) return { outcome: 'added', discarded: [] };
    const source = before.sourceKey === null ? [] : [before.sourceKey];
    return isUnchanged
      ? { outcome: 'unchanged', discarded: [document.markdownKey, ...source] }
      : { outcome: 'updated', discarded: [before.markdownKey, ...source] };
  });
  await statements.knowledgeDocument.createMany({
    data: [...rows.values()].filter(({ documentId }) => !stored.has(documentId)),
  });
  for (const [documentId, { id, dateTo, dayFirst }] of stored) {
    const row = rows.get(documentId);
    const data = { ...row, ...(!incremental && { chunkedHash: null }) };
    await statements.knowledgeDocument.update({ where: { id }, data });
    // From its date, "last year" is told.
    if (dateTo !== row?.dateTo || dayFirst !== row.dayFirst) {
      await statements.knowledgeChunk.updateMany({ where: { documentPk: id }, data: { isRead: false } });
    }
  }
  return kept;
}

function rowOf({ nodeSets, metadata, accessPolicy, pageSpans, bytes, date, dayFirst, ...document }: NewDocument) {
  return {
    ...document,
    dateFrom: date?.from ?? null,
    dateTo: date?.to ?? null,
    dateSource: date?.source ?? null,
    dayFirst: dayFirst ?? null,
    nodeSets: [...nodeSets],
    metadata: json(metadata),
    accessPolicy: json(accessPolicy),
    pageSpans: json(pageSpans),
    bytes: BigInt(bytes),
  };
}

export interface DocumentRow extends Omit<KnowledgeDocument, 'pageSpans' | 'metadata'> {
  readonly pageSpans: readonly PageSpan[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The documents of a range of rows, in order. */
export async function documentsBetween(
  { db }: Database,
  datasetId: string,
  { first, last }: Rows,
): Promise<DocumentRow[]> {
  const rows = await db.knowledgeDocument.findMany({
    where: { datasetId, id: { gte: BigInt(first), lte: BigInt(last) }, deletedAt: null },
    orderBy: { id: 'asc' },
  });
  return rows.map(documentOf);
}

/** At most `take` documents of the dataset that the caller may read, after a row, in order. */
export async function listDocuments(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  after: string,
  take: number,
): Promise<DocumentRow[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT document.id FROM knowledge_document document
    WHERE document.dataset_id = ${datasetId} AND document.id > ${after}::bigint AND ${readableDocument(caller)}
    ORDER BY document.id LIMIT ${take}`;
  const ids = rows.map(({ id }) => id);
  const found = await db.knowledgeDocument.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  return found.map(documentOf);
}

/** Those of the documents of the dataset that the caller may read, by their identifiers. */
export async function readableAmong(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ document_id: string }[]>`
    SELECT document.document_id FROM knowledge_document document
    WHERE document.dataset_id = ${datasetId} AND document.document_id = ANY(${[...documentIds]}::text[])
      AND ${readableDocument(caller)}`;
  return new Set(rows.map(({ document_id }) => document_id));
}

/** The document of the dataset; `not_found` also when the caller may not read it. */
export async function findDocument(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  documentId: string,
): Promise<DocumentRow> {
  const [readable] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT document.id FROM knowledge_document document
    WHERE document.dataset_id = ${datasetId} AND document.document_id = ${documentId} AND ${readableDocument(caller)}`;
  const row = readable && (await db.knowledgeDocument.findUnique({ where: { id: readable.id } }));
  if (!row) throw new ServiceError('not_found', `The dataset has no document ${documentId}.`);
  return documentOf(row);
}

function documentOf(row: KnowledgeDocument): DocumentRow {
  return { ...row, pageSpans: pageSpansOf(row.pageSpans), metadata: metadataOf(row.metadata) };
}
