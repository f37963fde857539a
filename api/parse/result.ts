/** The results of parse jobs as the API shows them, with the Markdown if it is small. */
import { safeDisposition } from '../../platform/content-disposition.ts';
import { documentIdOfJob } from '../../domain/ids.ts';
import { fileOutcomes, readArchiveFiles } from '../../domain/parse/archive-files.ts';
import { findDocument } from '../../domain/parse/documents.ts';
import type { DocumentRow } from '../../domain/parse/documents.ts';
import { parseJobResultOf } from '../../domain/parse/results.ts';
import { jobResult } from '../jobs/result.ts';
import type { JobWarning } from '../jobs/schemas.ts';
import type { FoundJob } from '../jobs/job-lookup.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { presentFiles } from './files.ts';
import { crawlResult, NO_CRAWL } from './crawl/result.ts';
import type { ParseResult } from './schemas.ts';
import { signMarkdown, URL_TTL_SECONDS } from './signed-urls.ts';

/** Markdown up to this size is part of an answer; larger Markdown is read by its address. */
export const INLINE_MARKDOWN_BYTES = 1024 * 1024;

/**
 * The same for all documents of a synchronous answer together, which is in memory several times while it is written.
 */
export const SYNC_MARKDOWN_BYTES = 4 * 1024 * 1024;

/** The result of a parse job that succeeded. `inlineBytes` bounds the Markdown within it.
 * Refused as {@link documentOfJob} refuses. */
export async function parseResult(
  services: Services,
  caller: Caller,
  job: FoundJob,
  inlineBytes: number,
): Promise<ParseResult> {
  const { jobId } = job;
  const [{ attempts, skipped, crawl, is_unpacked }, document] = await Promise.all([
    jobResult(services, job, parseJobResultOf),
    documentOfJob(services, caller, jobId).then((row) => presentDocument(services, row, inlineBytes)),
  ]);
  return {
    job_id: jobId,
    source: document.source,
    attempts,
    skipped,
    ...(crawl ? await crawlResult(services, jobId, crawl) : NO_CRAWL),
    archive_files: is_unpacked === true ? await archiveFiles(services, jobId) : [],
    document,
  };
}

async function archiveFiles({ database, objects }: Services, jobId: string): Promise<ParseResult['archive_files']> {
  return fileOutcomes(database, jobId, await readArchiveFiles(objects, jobId));
}

/** The document of a job that succeeded. Refused as {@link findDocument} refuses. */
export function documentOfJob({ database }: Services, caller: Caller, jobId: string): Promise<DocumentRow> {
  return findDocument(database, caller, documentIdOfJob(jobId));
}

/** The document as the API shows it. `inlineBytes` bounds the Markdown within it. */
export async function presentDocument(
  { objects }: Services,
  row: DocumentRow,
  inlineBytes: number,
): Promise<ParseResult['document']> {
  const { files: _files, places_bytes: _placesBytes, ...metadata } = row.metadata;
  const [markdown, url, files, images] = await Promise.all([
    metadata.markdown_bytes <= inlineBytes ? objects.getBytes(row.markdownKey, { maxBytes: inlineBytes }) : null,
    signMarkdown(objects, row.markdownKey, metadata.filename ?? row.id),
    presentFiles(objects, row),
    Promise.all(
      metadata.images.map(async ({ key, ...image }) => ({
        ...image,
        url: await objects.signGet(key, {
          ttlSeconds: URL_TTL_SECONDS,
          disposition: safeDisposition('inline', image.media_type),
          filename: image.name,
          contentType: image.media_type,
        }),
      })),
    ),
  ]);
  return {
    ...metadata,
    path: metadata.path ?? null,
    document_id: row.id,
    markdown: markdown && Buffer.from(markdown).toString('utf8'),
    markdown_url: url,
    files,
    images,
    created_at: row.createdAt.toISOString(),
  };
}

/** The warnings of a request, and those of its document, which name their pages in the message. */
export const allWarnings = (
  ofRequest: readonly JobWarning[],
  { document }: { readonly document: Pick<ParseResult['document'], 'warnings'> },
): JobWarning[] => [
  ...ofRequest,
  ...document.warnings.map(({ code, message, page }) => ({
    code,
    message: page === null ? message : `Page ${page}: ${message}`,
  })),
];
