/** Converts the bytes of a page to its document. */
import { fairnessKey } from '../../../domain/jobs/priority.ts';
import { locatorLabel } from '../../../domain/parse/locator.ts';
import { findEngine, isHtml, profileId } from '../../../engines/parse/catalog.ts';
import { bytesInput } from '../../../platform/process-pool/pooled-process.ts';
import { convertSource } from '../convert/convert-source.ts';
import { filenameOfUrl } from '../filename.ts';
import { contentOf, documentRow } from '../../../domain/parse/documents.ts';
import { folderOfPage } from '../../../domain/parse/keys.ts';
import { limitOf, Unwanted } from './context.ts';
import type { Crawl } from './context.ts';
import type { FetchedPage } from './fetch-page.ts';
import type { CrawlPage } from '../../../domain/parse/crawl/frontier.ts';

/** Longest conversion of one page or document. */
const MAX_READ_MS = 120_000;

/** Converts HTML pages with the crawler's engine and other documents with the converter's, in a converter process. */
export async function convertPage(crawl: Crawl, row: CrawlPage, page: FetchedPage) {
  const { dependencies, input, priorityKey, spend } = crawl;
  const engine_id = isHtml(page.mediaType) ? 'web_crawler' : 'markdown_converter';
  const engine = findEngine(engine_id);
  if (!engine.media_types.includes(page.mediaType)) {
    throw new Unwanted('unsupported_type', `No engine reads ${page.mediaType}.`);
  }
  const folder = folderOfPage(crawl.jobId, row.id);
  const converted = await convertSource(
    dependencies,
    {
      request: {
        engine_id,
        input: {
          mediaType: page.mediaType,
          charset: page.charset,
          filename: filenameOfUrl(page.finalUrl),
          url: page.finalUrl,
          options: input.options,
        },
      },
      source: bytesInput(page.body),
      partsPrefix: `${folder}/parts/`,
      folder,
      fairnessKey: fairnessKey(input.envelope.tenant_id),
      timeoutMs: Math.min(MAX_READ_MS, limitOf(crawl)),
      concurrency: 1,
    },
    // A page is read again when its worker dies. While one page waits for a converter, the crawl visits other hosts.
    {
      signal: crawl.signal,
      priorityKey,
      checkpoint: null,
      keep: () => {},
      spend,
      onProgress: () => {},
      inTurn: (_what, work) => work({ signal: crawl.signal, onTaken: () => {} }),
    },
  );
  if (converted.hasParts) await dependencies.objects.removePrefix(`${folder}/parts/`);
  return { ...converted, engine };
}

/** Removes the stored document of a page that is skipped after all. */
export async function removePage(crawl: Crawl, row: CrawlPage): Promise<void> {
  await crawl.dependencies.objects.removePrefix(`${folderOfPage(crawl.jobId, row.id)}/`);
}

/** The database row of a page's document, which {@link Frontier.settle} writes. */
export function rowOfPage(
  crawl: Crawl,
  row: CrawlPage,
  page: FetchedPage,
  converted: Awaited<ReturnType<typeof convertPage>>,
) {
  const { document, images, engine } = converted;
  const folder = folderOfPage(crawl.jobId, row.id);
  const content = contentOf(document, images);
  const origin = {
    envelope: crawl.input.envelope,
    label: locatorLabel({ kind: 'url', url: row.url }),
    source: {
      media_type: page.mediaType,
      final_url: page.finalUrl,
      fetched_at: page.fetchedAt.toISOString(),
      bytes: page.body.byteLength,
      sha256: page.sha256,
      object: null,
      warnings: page.warnings,
    },
    filename: filenameOfUrl(page.finalUrl),
    engine_id: engine.engine_id,
    profile_id: profileId(engine.engine_id, 'deep_web'),
  };
  return documentRow(folder, origin, content, { engine_version: engine.version, cached: false, cacheKey: null });
}
