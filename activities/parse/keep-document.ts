/** Documents at rest: Markdown and pictures as objects of their job, the metadata as a row. */
import { describeDocument } from '../../engines/parse/describe.ts';
import type { DocumentFacts } from '../../engines/parse/describe.ts';
import type { ParsedDocument } from '../../engines/parse/types.ts';
import { DEFAULT_ACCESS_POLICY } from '../../domain/access/policy.ts';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { documentIdOfJob } from '../../domain/ids.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import type { KeptImage } from './keep-images.ts';
import type { ConvertInput, StoredSource } from './types.ts';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

/** What is known of the content of a document, in the words of the contract. */
export type DocumentContent = ReturnType<typeof contentOf>;

/** Of a document whose Markdown and pictures are kept already. */
export function contentOf(document: DocumentFacts, images: readonly KeptImage[]) {
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
  };
}

/** Keeps the Markdown of a document that was made in this process. What is known of it. */
export async function keepMarkdown(
  objects: Pick<ObjectStore, 'put'>,
  folder: string,
  document: ParsedDocument,
): Promise<DocumentFacts> {
  const { facts, markdown } = describeDocument(document);
  await objects.put(markdownKeyOf(folder), markdown, MARKDOWN_TYPE);
  return facts;
}

/** Keeps a copy of what an earlier job has made: each lives as long as its own job. */
export async function copyContent(
  objects: ObjectStore,
  jobId: string,
  earlier: { readonly markdownKey: string; readonly content: DocumentContent },
): Promise<DocumentContent> {
  const folder = folderOf(jobId);
  await objects.copy(earlier.markdownKey, markdownKeyOf(folder));
  const images = [];
  for (const image of earlier.content.images) {
    const key = `${imagesPrefixOf(folder)}${image.name}`;
    await objects.copy(image.key, key);
    images.push({ ...image, key });
  }
  return { ...earlier.content, images };
}

/** How a document came about. */
export interface Making {
  readonly engine_version: string;
  readonly cached: boolean;
  /** `null`: it shall not be taken again. */
  readonly cacheKey: string | null;
}

/** Where a document comes from. */
export interface DocumentOrigin {
  readonly envelope: JobEnvelope;
  /** What was parsed, without query and credentials. */
  readonly label: string;
  readonly source: Omit<StoredSource, 'key' | 'charset'>;
  readonly filename: string | null;
  readonly engine_id: string;
  readonly profile_id: string;
}

/** What the row of a document says beside its identifiers. It has the policy of its own source. */
export function documentRow(
  folder: string,
  { envelope, label, source, filename, engine_id, profile_id }: DocumentOrigin,
  content: DocumentContent,
  { engine_version, cached, cacheKey }: Making,
) {
  return {
    tenantId: envelope.tenant_id,
    ownerSubject: envelope.subject,
    title: content.title,
    markdownKey: markdownKeyOf(folder),
    objectId: source.object?.id ?? null,
    accessPolicy: json(source.object?.access_policy ?? DEFAULT_ACCESS_POLICY),
    metadata: {
      ...content,
      warnings: [...source.warnings.map((warning) => ({ ...warning })), ...content.warnings],
      ...sourceOf(label, source),
      ...{ filename, engine_id, engine_version, profile_id, cached },
    },
    cacheKey,
  };
}

/** What is converted, and the name of its file, which stays out of Temporal's payloads. */
export type NamedInput = ConvertInput & Pick<DocumentOrigin, 'filename'>;

/** Writes the row of the job's document. Its identifier. */
export async function keepDocument(
  database: Database,
  jobId: string,
  { envelope, source, filename, engine_id, profile_id }: NamedInput,
  content: DocumentContent,
  making: Making,
): Promise<string> {
  const id = documentIdOfJob(jobId);
  const origin = { envelope, label: envelope.source, source, filename, engine_id, profile_id };
  const row = documentRow(folderOf(jobId), origin, content, making);
  await database.db.document.upsert({
    where: { id },
    create: { id, jobId, createdAt: new Date(), ...row },
    update: row,
  });
  return id;
}

/** Where a job keeps its document. */
export function folderOf(jobId: string): string {
  return `jobs/${jobId}`;
}

/** Where the pictures of a document are kept, ending with a slash. */
export function imagesPrefixOf(folder: string): string {
  return `${folder}/images/`;
}

/** Where the Markdown is kept, beside the pictures that it links to. Named after its folder: a repeated attempt writes the same again. */
export function markdownKeyOf(folder: string): string {
  return `${folder}/document.md`;
}

function sourceOf(label: string, source: DocumentOrigin['source']) {
  return {
    source: label,
    final_url: source.final_url,
    fetched_at: source.fetched_at,
    media_type: source.media_type,
    bytes: source.bytes,
    sha256: source.sha256,
  };
}
