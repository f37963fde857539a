/** What a crawl found, as answers show it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SKIP_REASONS } from '../../../engines/parse/web_crawler/options.ts';
import { Flag, Id, List, Named, Nullable, Text, Timestamp, Whole } from '../../contract/schema.ts';

const reasons = SKIP_REASONS.map((reason) => `\`${reason}\``).join(', ');

export const CrawledPage = Named('CrawledPage', 'A page of a crawl. Each page is a separate document.', {
  url: Text('URL at which it was found.', 'https://example.com/docs/start'),
  final_url: Text('URL after redirects.', 'https://example.com/docs/start/'),
  title: Nullable(Text('Title.', 'First steps')),
  depth: Whole('Clicks from the start page.', 1),
  found_on: Nullable(
    Text('The page that linked to it; `null` for the start page and for URLs from a sitemap.', 'https://example.com/'),
  ),
  document_id: Id('doc', 'Its document.'),
  media_type: Text('Detected from the bytes.', 'text/html'),
  rendered: Flag('Whether it was rendered in a browser.', false),
  words: Whole('Words of its Markdown.', 812),
  markdown_bytes: Whole('Size of its Markdown in UTF-8.', 5120),
  markdown_url: Text('Signed URL of its Markdown, valid for 15 minutes.', 'http://127.0.0.1:8333/tidemill/jobs/…'),
  fetched_at: Timestamp('When it was fetched.'),
});
export type CrawledPage = Static<typeof CrawledPage>;

export const CrawledPageList = Named('CrawledPageList', 'A page of the pages of a crawl.', {
  items: List(CrawledPage, 'The pages, in order of discovery.'),
  next_cursor: Nullable(Text('Cursor of the next page; `null` when this is the last.', '4711')),
});

export const SkippedPage = Named('SkippedPage', 'A page of the site that is not in the result.', {
  url: Text('Its address.', 'https://example.com/private/'),
  reason: Text(`Why: ${reasons}.`, 'robots'),
  detail: Text('The reason as a sentence.', 'robots.txt of its host does not allow it.'),
});

export const CrawlReport = Named('CrawlReport', 'Totals of a crawl.', {
  ended_by: Text(
    '`complete` when nothing was left to visit, or the limit that ended it: `page_limit`, `byte_limit`, ' +
      '`request_limit`, `time_limit`.',
    'complete',
  ),
  pages: Whole('Pages of the result.', 42),
  skipped: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'Number of skipped pages by reason, including those beyond the 1,000 that are listed.',
    examples: [{ robots: 3, duplicate: 12 }],
  }),
  requests: Whole('Requests made, excluding robots.txt.', 61),
  bytes: Whole('Bytes fetched, decompressed.', 1_830_122),
  duration_ms: Whole('Duration of the crawl.', 20_512),
});

export const crawlMembers = {
  pages: List(CrawledPage, 'The pages of a crawl in order of discovery; empty for other engines.'),
  skipped_pages: List(SkippedPage, 'Pages that a crawl skipped, at most 1,000; empty for other engines.'),
  crawl: Nullable(CrawlReport, 'Totals of a crawl; `null` for other engines.'),
};
