/** What a crawl found, as answers show it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SKIP_REASONS } from '../../engines/parse/options.ts';
import { Flag, Id, List, Named, Nullable, Text, Timestamp, Whole } from '../contract/schema.ts';

const reasons = SKIP_REASONS.map((reason) => `\`${reason}\``).join(', ');

export const CrawledPage = Named('CrawledPage', 'A page of a crawl: a document of its own.', {
  url: Text('Address at which it was found.', 'https://example.com/docs/start'),
  final_url: Text('Address after redirects.', 'https://example.com/docs/start/'),
  title: Nullable(Text('Title.', 'First steps')),
  depth: Whole('Clicks from the start page.', 1),
  found_on: Nullable(
    Text('The page that led to it; `null` for the start page and for what a sitemap names.', 'https://example.com/'),
  ),
  document_id: Id('doc', 'Its document.'),
  media_type: Text('Sniffed from the bytes.', 'text/html'),
  rendered: Flag('Whether a browser showed it before it was read.', false),
  words: Whole('Words of its Markdown.', 812),
  markdown_bytes: Whole('Size of its Markdown in UTF-8.', 5120),
  markdown_url: Text('Signed address of its Markdown, valid for 15 minutes.', 'http://127.0.0.1:8333/tidemill/jobs/…'),
  fetched_at: Timestamp('When it was fetched.'),
});
export type CrawledPage = Static<typeof CrawledPage>;

export const CrawledPageList = Named('CrawledPageList', 'A page of the pages of a crawl.', {
  items: List(CrawledPage, 'The pages, in the order in which they were found.'),
  next_cursor: Nullable(Text('Cursor of the next page; `null` when this is the last.', '4711')),
});

export const SkippedPage = Named('SkippedPage', 'A page of the site that is not in the result.', {
  url: Text('Its address.', 'https://example.com/private/'),
  reason: Text(`Why: ${reasons}.`, 'robots'),
  detail: Text('The same for people.', 'robots.txt of its host does not allow it.'),
});

export const CrawlReport = Named('CrawlReport', 'What a crawl took.', {
  ended_by: Text(
    '`complete` when nothing was left to visit, or the limit that ended it: `page_limit`, `byte_limit`, `request_limit`, `time_limit`.',
    'complete',
  ),
  pages: Whole('Pages of the result.', 42),
  skipped: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'How many pages were left out, by reason: all of them, also those beyond the 1,000 that are listed.',
    examples: [{ robots: 3, duplicate: 12 }],
  }),
  requests: Whole('Requests made, robots.txt aside.', 61),
  bytes: Whole('Bytes fetched, unpacked.', 1_830_122),
  duration_ms: Whole('From its beginning to its end.', 20_512),
});

export const crawlMembers = {
  pages: List(CrawledPage, 'The pages of a crawl in the order in which they were found; empty for every other engine.'),
  skipped_pages: List(SkippedPage, 'Pages that a crawl left out, at most 1,000 of them; empty for every other engine.'),
  crawl: Nullable(CrawlReport, 'What a crawl took; `null` for every other engine.'),
};
