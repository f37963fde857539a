/** Requests to start from, as the contract shows them. */
import type { BodyExample } from '../contract/route.ts';
import type { ParseJobRequest, ParseRequest } from './schemas.ts';

const PAGE = 'https://example.com/';

export const requestExamples = {
  page: { summary: 'A web page', value: { sources: [PAGE] } },
  object: {
    summary: 'A stored file: insert its ID',
    value: { sources: ['service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd'] },
  },
  options: {
    summary: 'Some pages of a document, without images',
    value: { sources: ['https://example.com/report.pdf'], options: { page_range: '1-3,7', images: 'omit' } },
  },
} satisfies Record<string, BodyExample<ParseRequest>>;

export const jobExamples = {
  ...requestExamples,
  crawl: {
    summary: 'The pages of a site',
    value: { sources: [PAGE], engine_id: 'web_crawler', options: { crawl: { max_pages: 10 } } },
  },
  webhook: {
    summary: 'Notify a receiver when it ends',
    value: { sources: [PAGE], webhook: { url: 'https://example.com/hooks/tidemill' } },
  },
} satisfies Record<string, BodyExample<ParseJobRequest>>;
