/** Rows of documents with their metadata. Markdown and images are in the object store. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { FORMATS } from '../../engines/parse/options.ts';
import type { ParseWarning, DocumentFacts } from '../../engines/parse/documents/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Document, Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import { ServiceError } from '../../errors/index.ts';
import { DEFAULT_ACCESS_POLICY, decideAccess, enforceAccess, guardedBy } from '../access/policy.ts';
import type { Accessor } from '../access/policy.ts';
import { documentIdOfJob, isId } from '../ids.ts';
import type { JobEnvelope } from '../jobs/model.ts';
import { enforceObjectAccess } from '../storage/objects.ts';
import { markdownKeyOf } from './keys.ts';
import { WarningSchema } from './source.ts';
import type { StoredSource } from './source.ts';

export const ImageSchema = Type.Object({
  name: Type.String(),
  key: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  page: OrNull(Type.Integer()),
});
/** An image in the object store. */
export type KeptImage = Readonly<Static<typeof ImageSchema>>;

const ContentSchema = Type.Object({
  title: OrNull(Type.String()),
  authors: Type.Array(Type.String()),
  language: OrNull(Type.String()),
  source_created_at: OrNull(Type.String()),
  page_count: OrNull(Type.Integer()),
  page_spans: Type.Array(Type.Object({ page: Type.Integer(), start: Type.Integer(), end: Type.Integer() })),
  page_qualities: Type.Array(
    Type.Object({
      page: Type.Integer(),
      ocr: Type.Boolean(),
      confidence: Type.Number(),
      reasons: Type.Array(Type.String()),
    }),
  ),
  warnings: Type.Array(WarningSchema),
  properties: Type.Record(Type.String(), Type.String()),
  images: Type.Array(ImageSchema),
  words: Type.Integer(),
  markdown_bytes: Type.Integer(),
  /** Absent in documents of earlier releases; 0 without places. */
  places_bytes: Type.Optional(Type.Integer()),
});
/** Metadata of a document's content, in the format of the contract. */
export type DocumentContent = Static<typeof ContentSchema>;

const FileSchema = Type.Object({
  format: Type.Enum([...FORMATS]),
  name: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
});
/** A file of one of the document's formats, in the object store. */
export type DocumentFile = Readonly<Static<typeof FileSchema>>;

const MetadataSchema = Type.Object({
  ...ContentSchema.properties,
  /** Besides the Markdown; absent in documents of earlier releases. */
  files: Type.Optional(Type.Array(FileSchema)),
  source: Type.String(),
  final_url: OrNull(Type.String()),
  fetched_at: OrNull(Type.String()),
  media_type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  filename: OrNull(Type.String()),
  /** Of a file of an archive; absent in documents of earlier releases. */
  path: Type.Optional(OrNull(Type.String())),
  engine_id: Type.String(),
  engine_version: Type.String(),
  profile_id: Type.String(),
  cached: Type.Boolean(),
});
/** The content metadata with its origin and how it was produced, as shown by the API. */
export type DocumentMetadata = Static<typeof MetadataSchema>;

const metadataOf = decoder('The metadata of a document', MetadataSchema);

export interface DocumentRow extends Omit<Document, 'metadata'> {
  readonly metadata: DocumentMetadata;
}

/** The content metadata of a document whose Markdown and images are already stored. */
export function contentOf(document: DocumentFacts, images: readonly KeptImage[]): DocumentContent {
  return {
    title: document.title,
    authors: [...document.authors],
    language: document.language,
    source_created_at: document.createdAt,
    page_count: document.pages.length || null,
    page_spans: document.pages.map(({ page, start, end }) => ({ page, start, end })),
    page_qualities: document.qualities.map(({ page, ocr, confidence, reasons }) => ({
      page,
      ocr,
      confidence,
      reasons: [...reasons],
    })),
    warnings: document.warnings.map(({ code, message, page }) => ({ code, message, page })),
    properties: { ...document.properties },
    images: images.map((image) => ({ ...image })),
    words: document.words,
    markdown_bytes: document.markdownBytes,
    places_bytes: document.placesBytes,
  };
}

/** How a document was produced. */
export interface Making {
  readonly engine_version: string;
  readonly cached: boolean;
  /** `null`: not reusable. */
  readonly cacheKey: string | null;
}

/** Where a document comes from. */
export interface DocumentOrigin {
  readonly envelope: JobEnvelope;
  /** What was parsed, without query and credentials. */
  readonly label: string;
  readonly source: Omit<StoredSource, 'key' | 'charset'>;
  readonly filename: string | null;
  /** Of a file of an archive: where it is in it. */
  readonly path?: string | null;
  readonly engine_id: string;
  readonly profile_id: string;
}

/** The columns of a document besides its identifiers. It has the policy of its source. */
export function documentRow(
  folder: string,
  { envelope, label, source, filename, path = null, engine_id, profile_id }: DocumentOrigin,
  content: DocumentContent,
  { engine_version, cached, cacheKey }: Making,
) {
  const { final_url, fetched_at, media_type, bytes, sha256 } = source;
  const metadata: DocumentMetadata = {
    ...content,
    warnings: [...source.warnings.map((warning) => ({ ...warning })), ...content.warnings],
    source: label,
    final_url,
    fetched_at,
    media_type,
    bytes,
    sha256,
    filename,
    path,
    engine_id,
    engine_version,
    profile_id,
    cached,
    files: [],
  };
  return {
    tenantId: envelope.tenant_id,
    ownerSubject: envelope.subject,
    title: content.title,
    markdownKey: markdownKeyOf(folder),
    objectId: source.object?.id ?? null,
    accessPolicy: json(source.object?.access_policy ?? DEFAULT_ACCESS_POLICY),
    metadata,
    cacheKey,
  };
}

/** Writes the document of a job and returns its identifier. A repeated attempt overwrites it. */
export async function writeDocument(
  { db }: Database,
  jobId: string,
  row: Omit<Prisma.DocumentUncheckedCreateInput, 'id' | 'jobId' | 'createdAt'>,
): Promise<string> {
  const id = documentIdOfJob(jobId);
  await db.document.upsert({ where: { id }, create: { id, jobId, createdAt: new Date(), ...row }, update: row });
  return id;
}

/**
 * Records the files of a document's formats, and warnings about them. Those that an earlier attempt has recorded are
 * not repeated.
 */
export async function writeFiles(
  { db }: Database,
  { id, metadata }: DocumentRow,
  files: readonly DocumentFile[],
  warnings: readonly ParseWarning[],
): Promise<void> {
  const isNew = ({ code, message }: ParseWarning): boolean =>
    !metadata.warnings.some((known) => known.code === code && known.message === message);
  const data = { ...metadata, files: [...files], warnings: [...metadata.warnings, ...warnings.filter(isNew)] };
  await db.document.update({ where: { id }, data: { metadata: json(data) } });
}

/** The document; `null` when it is no longer kept. */
export async function readDocument({ db }: Database, id: string): Promise<DocumentRow | null> {
  const row = await db.document.findUnique({ where: { id } });
  return row && { ...row, metadata: metadataOf(row.metadata) };
}

/**
 * The document, if its policy and that of the object it was made of allow; `not_found` or `access_denied` otherwise.
 */
export async function findDocument(database: Database, caller: Accessor, id: string): Promise<DocumentRow> {
  const row = isId('doc', id) ? await readDocument(database, id) : null;
  if (!row) throw new ServiceError('not_found', `There is no document ${id}.`);
  enforceAccess(caller, guardedBy(row), `document ${id}`);
  if (row.objectId !== null) await enforceObjectAccess({ database }, caller, row.objectId);
  return row;
}

/** Those of the documents that {@link findDocument} would find. */
export async function readableAmong(
  { db }: Database,
  caller: Accessor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const documents = await db.document.findMany({
    where: { id: { in: [...ids] }, tenantId: caller.tenantId },
    select: { id: true, tenantId: true, ownerSubject: true, accessPolicy: true, objectId: true },
  });
  const objects = await db.storageObject.findMany({
    where: { id: { in: documents.flatMap(({ objectId }) => objectId ?? []) } },
    select: { id: true, tenantId: true, ownerSubject: true, accessPolicy: true },
  });
  const isOpen = (row: Parameters<typeof guardedBy>[0]): boolean => decideAccess(caller, guardedBy(row)) === 'allowed';
  const closed = new Set(objects.filter((object) => !isOpen(object)).map(({ id }) => id));
  const readable = documents.filter((row) => isOpen(row) && !closed.has(row.objectId ?? ''));
  return new Set(readable.map(({ id }) => id));
}

/** The latest document of another job with this cache key. */
export async function findCached({ db }: Database, cacheKey: string, jobId: string): Promise<DocumentRow | null> {
  const row = await db.document.findFirst({
    where: { cacheKey, jobId: { not: jobId } },
    orderBy: { createdAt: 'desc' },
  });
  return row && { ...row, metadata: metadataOf(row.metadata) };
}
