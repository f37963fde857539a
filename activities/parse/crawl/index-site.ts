import { ERROR_CODES, ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { findEngine, profileId } from '../../../engines/parse/catalog.ts';
import type { ParseWarning } from '../../../engines/parse/documents/index.ts';
import { siteIndex } from '../../../engines/parse/web_crawler/site/index.ts';
import type { ConvertDependencies } from '../convert/convert.ts';
import { contentOf, documentRow, readDocument, writeDocument } from '../../../domain/parse/documents.ts';
import { folderOf } from '../../../domain/parse/keys.ts';
import { keepDocument } from '../keep/keep-document.ts';
import type { Step } from '../../step/step.ts';
import type { CrawlPage } from '../../../domain/parse/crawl/frontier.ts';
import {
  countFetched,
  countKnown,
  finishedPages,
  startPage,
  unreadSitemaps,
} from '../../../domain/parse/crawl/pages.ts';
import { mostKnown } from './links.ts';
import type { CrawlInput, IndexedSite } from './types.ts';

/**
 * Makes the document of the whole crawl, a list of its pages. If there is no page, it fails with the error of the start
 * page: a crawl that found nothing has failed.
 */
export async function indexSite(
  { database, objects }: Pick<ConvertDependencies, 'database' | 'objects'>,
  { envelope, crawl }: CrawlInput,
  step: Step,
): Promise<IndexedSite> {
  step.begin();
  const { jobId } = step;
  const rows = await finishedPages(database, jobId);
  const start = await startPage(database, jobId);
  const [first] = rows;
  if (!first) throw nothingFound(start);

  const engine = findEngine('web_crawler');
  const page = (await readDocument(database, first.id))?.metadata;
  if (!page) throw new Error(`page ${first.id} of ${jobId} has no document`);
  const title = page.properties['site_name'] ?? new URL(first.url).host;
  const document = siteIndex(title, rows, await warningsOf(database, jobId, mostKnown(crawl)));
  const { bytes, requests } = await countFetched(database, jobId);
  const kept = await keepDocument(objects, folderOf(jobId), document);
  const content = contentOf(kept.document, kept.images);
  const source = {
    media_type: first.mediaType ?? 'text/html',
    final_url: start.finalUrl ?? start.url,
    fetched_at: first.fetchedAt?.toISOString() ?? null,
    bytes,
    sha256: page.sha256,
    object: null,
    warnings: [],
  };
  const { engine_id, version } = engine;
  const profile_id = profileId(engine_id, engine.default_scene);
  const origin = { envelope, label: envelope.source, source, filename: null, engine_id, profile_id };
  const making = { engine_version: version, cached: false, cacheKey: null };
  const row = documentRow(folderOf(jobId), origin, content, making);
  const id = await writeDocument(database, jobId, row);
  return {
    bytes,
    requests,
    document: {
      document_id: id,
      engine_version: version,
      pages: rows.length,
      words: rows.reduce((sum, { words }) => sum + (words ?? 0), 0),
      markdown_bytes: content.markdown_bytes,
      warnings: document.warnings.length,
      textless_pages: 0,
      cached: false,
    },
  };
}

function nothingFound({ reason, detail }: CrawlPage): ServiceError {
  const message = `The crawl found no page. Start page: ${detail ?? 'it was not visited.'}`;
  const own = ERROR_CODES.find((code) => code === reason);
  return new ServiceError(own ?? 'fetch_failed', message, { reason }, undefined, false);
}

async function warningsOf(database: Database, jobId: string, mostKnown: number): Promise<ParseWarning[]> {
  const unread = await unreadSitemaps(database, jobId, 20);
  const warnings: ParseWarning[] = unread
    // Most sites without a sitemap answer with 404.
    .filter(({ reason }) => reason !== 'not_found')
    .map(({ url, detail }) => ({ code: 'sitemap_unreadable', message: `${url}: ${detail}`, page: null }));
  const known = await countKnown(database, jobId);
  if (known < mostKnown) return warnings;
  const message = `The site has more than ${mostKnown} addresses, the most that a crawl with this page limit records.`;
  return [...warnings, { code: 'links_omitted', message, page: null }];
}
