import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/client.ts';
import { DEFAULT_ACCESS_POLICY } from '../../platform/access-policy.ts';
import { json } from '../../platform/database/json.ts';
import { documentIdOfJob } from '../../platform/ids.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import type { ParsedDocument } from '../../engines/parse/types.ts';
import { findEngine } from '../../engines/parse/catalog.ts';
import type { ConverterPool } from '../converters.ts';
import type { Step } from '../step.ts';
import { convertSource } from './convert-source.ts';
import { filenameOf } from './filename.ts';
import type { ConvertInput, ConvertedDocument } from './types.ts';

export interface ConvertDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly converters: ConverterPool;
}

/**
 * Runs one engine on a stored source in a converter process and keeps the document: its Markdown as an object, its
 * metadata as a row. Both are named after the job, so that a repeated attempt writes the same again.
 */
export async function convert(
  { config, database, objects, converters }: ConvertDependencies,
  { envelope, source, engine_id, options }: ConvertInput,
  step: Step,
): Promise<ConvertedDocument> {
  const engine = findEngine(engine_id);
  const bytes = await objects.getBytes(source.key, { maxBytes: config.parse.maxSourceBytes, signal: step.signal });
  const filename = await filenameOf(database, source);
  const began = performance.now();
  const partsPrefix = `jobs/${step.jobId}/parts/${engine.engine_id}-${engine.version}/`;
  const { document, images, hasParts } = await convertSource(
    { objects, converters },
    {
      request: {
        engine_id: engine.engine_id,
        input: {
          bytes,
          mediaType: source.media_type,
          charset: source.charset,
          filename,
          url: source.final_url,
          options,
        },
      },
      partsPrefix,
      imagesPrefix: `jobs/${step.jobId}/images/`,
      timeoutMs: envelope.limits.step_timeout_ms,
      concurrency: config.parse.converters,
    },
    step,
  );
  const engineMs = Math.round(performance.now() - began);
  const warnings = [...source.warnings, ...document.warnings];

  const documentId = documentIdOfJob(step.jobId);
  const markdownKey = `jobs/${step.jobId}/document.md`;
  const markdown = Buffer.from(document.markdown);
  await objects.put(markdownKey, markdown, 'text/markdown; charset=utf-8');

  const engine_version = engine.version;
  const words = countWords(document.markdown);
  const row = {
    tenantId: envelope.tenant_id,
    ownerSubject: envelope.subject,
    title: document.title,
    markdownKey,
    objectId: source.object?.id ?? null,
    accessPolicy: json(source.object?.access_policy ?? DEFAULT_ACCESS_POLICY),
    metadata: {
      ...metadataOf({ ...document, warnings }),
      images: images.map((image) => ({ ...image })),
      ...sourceOf(envelope.source, source),
      filename,
      engine_id,
      engine_version,
      words,
      markdown_bytes: markdown.byteLength,
    },
  };
  await database.db.document.upsert({
    where: { id: documentId },
    create: { id: documentId, jobId: step.jobId, createdAt: new Date(), ...row },
    update: row,
  });
  if (hasParts) await objects.removePrefix(partsPrefix);

  return {
    document_id: documentId,
    engine_version,
    pages: document.pages.length,
    words,
    markdown_bytes: markdown.byteLength,
    warnings: warnings.length,
    engine_ms: engineMs,
  };
}

function metadataOf(document: ParsedDocument) {
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
  };
}

function sourceOf(label: string, source: ConvertInput['source']) {
  return {
    source: label,
    final_url: source.final_url,
    fetched_at: source.fetched_at,
    media_type: source.media_type,
    bytes: source.bytes,
    sha256: source.sha256,
  };
}

/** Runs of letters and digits; each ideograph counts as a word, as word processors do. */
function countWords(text: string): number {
  return text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu)?.length ?? 0;
}
