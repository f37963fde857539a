import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unusedOptions } from '../../../api/parse/unused-options.ts';
import type { ParseRequest } from '../../../api/parse/schemas.ts';
import { ENGINE_CATALOG } from '../../../engines/parse/catalog.ts';
import type { EngineId } from '../../../engines/parse/catalog.ts';
import type { RequestOption } from '../../../engines/parse/options.ts';

const URL = 'https://example.com/a';
const OBJECT = 'service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd';

type Options = NonNullable<ParseRequest['options']>;

const VALUES: Required<Options> = {
  max_age_seconds: 60,
  request_headers: { 'accept-language': 'de' },
  wait_for: 500,
  screenshot: true,
  page_range: '1',
  max_pages: 3,
  languages: ['de'],
  ocr: 'force',
  images: 'omit',
  tables: 'pipe',
  headers: 'keep',
  main_content: false,
  charset: 'koi8-r',
  password_ref: 'payroll',
  archive: 'documents',
  comments: true,
  tracked_changes: true,
  hidden: true,
  notes: false,
  cache: 'refresh',
  formats: ['html'],
  timeout_seconds: 9,
  cloud: { max_pages: 1 },
  crawl: { max_pages: 1 },
};

/** By engine: crawler, reader, Markdown converter, document AI, cloud. */
const USED: Readonly<Record<RequestOption, string>> = {
  max_age_seconds: '- r m d c',
  request_headers: '- r m d c',
  wait_for: '       - r m d c',
  screenshot: '     - r m d c',
  page_range: '     w - m d c',
  max_pages: '      w - m d c',
  languages: '      - - - d c',
  ocr: '            - - - d -',
  images: '         w - m d -',
  tables: '         w r m d c',
  headers: '        w - m d -',
  main_content: '   w r - - -',
  charset: '        w r m - -',
  password_ref: '   - - m d -',
  archive: '        - r m d c',
  comments: '       w - m d -',
  tracked_changes: 'w - m - -',
  hidden: '         w - m d -',
  notes: '          w - m - -',
  cache: '          - r m d c',
  formats: '        - r m d c',
  timeout_seconds: 'w r m d c',
  cloud: '          - - - - c',
  crawl: '          w - - - -',
};

const COLUMNS: Readonly<Record<EngineId, number>> = {
  web_crawler: 0,
  web_reader: 1,
  markdown_converter: 2,
  document_ai_converter: 3,
  cloud_document_parser: 4,
};

const told = (request: Omit<ParseRequest, 'sources'> & Partial<ParseRequest>): string[] =>
  unusedOptions({ sources: [URL], options: VALUES, ...request }).map(
    ({ message }) => /^options\.(\w+) /.exec(message)?.[1] ?? message,
  );

const unusedBy = (...columns: readonly number[]): string[] =>
  Object.entries(USED).flatMap(([option, row]) =>
    columns.every((column) => row.trim().split(/ +/)[column] === '-') ? [option] : [],
  );

for (const { engine_id } of ENGINE_CATALOG) {
  const column = COLUMNS[engine_id];
  test(`alone, ${engine_id} uses the options of its column`, () => {
    assert.deepEqual(told({ engine_id, scene: 'deep_web' }).toSorted(), unusedBy(column).toSorted());
  });
}

test('the options of all engines that may be tried are used', () => {
  assert.deepEqual(told({}), ['cloud', 'crawl']);
  assert.deepEqual(told({ scene: 'document_ai' }), ['crawl']);
  assert.deepEqual(told({ engine_id: 'cloud_document_parser' }), ['main_content', 'crawl']);
  // Of pages that the reader fails on, the converter alone is asked: they need no recognition.
  const ofPages = unusedBy(COLUMNS.web_reader, COLUMNS.markdown_converter);
  assert.deepEqual(told({ engine_id: 'web_reader' }).toSorted(), ofPages.toSorted());
  // A crawl falls back to nothing.
  assert.deepEqual(told({ engine_id: 'web_crawler' }).toSorted(), unusedBy(COLUMNS.web_crawler).toSorted());
});

test('stored objects are not fetched, and their pages not read for the main content', () => {
  const ofUrls = ['max_age_seconds', 'request_headers', 'wait_for', 'screenshot'];
  assert.deepEqual(told({ sources: [OBJECT] }), [...ofUrls, 'main_content', 'cloud', 'crawl']);
  assert.deepEqual(told({ sources: [OBJECT], engine_id: 'web_reader', scene: 'deep_web' }).slice(0, 4), ofUrls);
  assert.deepEqual(told({ sources: [OBJECT, URL] }), ['cloud', 'crawl']);
});

test('a warning says what would use the option', () => {
  const message = (request: Omit<ParseRequest, 'sources'> & Partial<ParseRequest>) =>
    unusedOptions({ sources: [URL], ...request })[0]?.message;
  const unused = 'has no effect: no engine of this request uses it. Omit it';
  assert.equal(message({ options: { crawl: {} } }), `options.crawl ${unused}, or set engine_id to web_crawler.`);
  assert.equal(message({ options: { crawl: {} }, sources: [OBJECT] }), `options.crawl ${unused}.`);
  assert.equal(
    message({ options: { cloud: {} } }),
    `options.cloud ${unused}, or set engine_id to cloud_document_parser or scene to document_ai.`,
  );
  assert.equal(
    message({ options: { ocr: 'off' }, engine_id: 'web_crawler' }),
    `options.ocr ${unused}, or set engine_id to document_ai_converter.`,
  );
  assert.equal(
    message({ options: { screenshot: true }, sources: [OBJECT] }),
    'options.screenshot has no effect: no source is a URL. Omit it.',
  );
});

test('a request without options has no warnings', () => {
  assert.deepEqual(unusedOptions({ sources: [URL] }), []);
});
