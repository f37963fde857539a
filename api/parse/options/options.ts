/** The options of a parse request, and what they are compiled into. */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import {
  ARCHIVE_MODES,
  CLOUD_TIERS,
  DEFAULT_PARSE_OPTIONS,
  FORMATS,
  HEADER_MODES,
  IMAGE_MODES,
  OCR_MODES,
  TABLE_MODES,
} from '../../../engines/parse/options.ts';
import type { PageRange, ParseOptions } from '../../../engines/parse/options.ts';
import type { RequestOption } from '../../../engines/parse/options.ts';
import { isCharset } from '../../../engines/parse/documents/charset/options.ts';
import { DEFAULT_CRAWL_OPTIONS } from '../../../engines/parse/web_crawler/options.ts';
import type { CrawlOptions } from '../../../engines/parse/web_crawler/options.ts';
import { Flag, List, Named, SECRET_REF_PATTERN, Text, Whole, Word } from '../../contract/schema.ts';
import type { PageRequest } from '../../../domain/parse/page-request.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { CrawlOptionsSchema, patternIssues } from '../crawl/options.ts';
import { pageOptions, selectorIssues } from './page-options.ts';

const defaults = DEFAULT_PARSE_OPTIONS;

/** Page numbers and spans of them, for example `1-3,7`. */
const PAGE_RANGE_PATTERN = '^[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?(,[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?)*$';

/** A year. */
const MAX_AGE_SECONDS = 31_536_000;

export const ParseOptionsSchema = Named(
  'ParseOptions',
  'How to parse. Options that do not apply to a format or an engine are ignored; those that no engine of the ' +
    'request uses, and options of fetching without a URL, are reported in `warnings`.',
  {
    max_age_seconds: Type.Optional(
      Whole(
        'Maximum age of a cached response of a URL that is used without revalidation. Default 0: the URL is ' +
          'revalidated each time, and its page is downloaded again only if it has changed.',
        3600,
        { minimum: 0, maximum: MAX_AGE_SECONDS },
      ),
    ),
    page_range: Type.Optional(
      Text('Page numbers and ranges, starting at 1. Default: all.', '1-3,7', {
        pattern: PAGE_RANGE_PATTERN,
        maxLength: 1000,
      }),
    ),
    max_pages: Type.Optional(Whole('Maximum number of the selected pages. Default: all.', 100, { minimum: 1 })),
    languages: Type.Optional(
      List(
        Text('BCP 47 tag.', 'de', { pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 }),
        'Expected languages for text recognition. Default: detected by the engine.',
        { maxItems: 10, examples: [['de', 'en']] },
      ),
    ),
    ocr: Type.Optional(
      Word(
        OCR_MODES,
        'Text recognition of PDFs and images. `auto`: of pages without a usable text layer, where document AI ' +
          'is available; `force`: of all pages; `off`: of none. Default `auto`.',
      ),
    ),
    images: Type.Optional(
      Word(
        IMAGE_MODES,
        '`extract`: images become files that the Markdown links to as `images/<name>`; `omit`: only their ' +
          'alternative text is kept. Default `extract`.',
      ),
    ),
    tables: Type.Optional(
      Word(
        TABLE_MODES,
        '`auto`: a table with merged cells becomes an HTML table; `pipe`: merged text is repeated in a pipe ' +
          'table. Default `auto`.',
      ),
    ),
    headers: Type.Optional(
      Word(
        HEADER_MODES,
        'Running heads and feet of PDF pages and scans: lines at the edge of pages that repeat, and page ' +
          'numbers. `first`: those of page 1 are kept as its letterhead, without page numbers; `keep`: all are ' +
          'kept; `drop`: none. Default `first`.',
      ),
    ),
    main_content: Type.Optional(
      Flag(
        'Whether a web page is read without navigation, advertisements and footers; `false` converts all of ' +
          'it. Default `true`.',
        defaults.main_content,
      ),
    ),
    charset: Type.Optional(
      Text(
        'Character set of a text file or page, whatever it declares. Default: its byte order mark, UTF-8 where the ' +
          'bytes prove it, what the sender or the text declares, or a guess.',
        'windows-1251',
        { pattern: '^[A-Za-z0-9][A-Za-z0-9_.:+-]*$', maxLength: 40 },
      ),
    ),
    password_ref: Type.Optional(
      Text(
        'Name of the secret with the password of a PDF, also of PDFs in archives and messages, as the operator ' +
          'has set it (`SECRET_PASSWORD_…`): docs/parsing.md. Other formats do not use it.',
        'payroll',
        { pattern: SECRET_REF_PATTERN },
      ),
    ),
    archive: Type.Optional(
      Word(
        ARCHIVE_MODES,
        'Of a ZIP, TAR or 7-Zip archive. `document`: one document with a section for each file; `documents`: a ' +
          'document of each file, listed in `archive_files` of the result. Default `document`.',
      ),
    ),
    comments: Type.Optional(Flag('Whether comments of reviewers are kept. Default `false`.', defaults.comments)),
    tracked_changes: Type.Optional(
      Flag(
        'Whether insertions and deletions are shown as such; otherwise all changes are applied to the text. ' +
          'Default `false`.',
        defaults.tracked_changes,
      ),
    ),
    hidden: Type.Optional(
      Flag('Whether hidden sheets, rows, columns, slides, shapes and text are kept. Default `false`.', defaults.hidden),
    ),
    notes: Type.Optional(Flag('Whether speaker notes are kept. Default `true`.', defaults.notes)),
    cache: Type.Optional(
      Word(
        ['use', 'refresh'],
        '`use`: reuses the result of an earlier job of the tenant for the same bytes, engine, options and ' +
          'access policy; `refresh`: parses the source again. Default `use`.',
      ),
    ),
    formats: Type.Optional(
      List(
        Word(FORMATS, 'Format.'),
        'Formats to make, each a file of the result. `markdown`: always made; `blocks`: JSON with the type, ' +
          'text, table cells, page and bounding boxes of each block; `html`: one self-contained page; `text`: ' +
          'plain text; `chunks`: JSON lines for retrieval; `links`: JSON lines with the text and address of each ' +
          'link; `tables`: a CSV file per table; `zip`: all of these that are requested, and the images. Crawls ' +
          'make only Markdown. Default `["markdown"]`.',
        { minItems: 1, maxItems: FORMATS.length, uniqueItems: true, examples: [['markdown', 'blocks']] },
      ),
    ),
    timeout_seconds: Type.Optional(
      Whole(
        'Time limit of a single attempt to fetch or parse the source. Default: the maximum that the service allows.',
        120,
        {
          minimum: 1,
        },
      ),
    ),
    cloud: Type.Optional(
      Named('CloudOptions', 'For engines of an external provider, which are billed per page.', {
        tier: Type.Optional(Word(CLOUD_TIERS, 'Quality. Default: as configured by the service.')),
        max_pages: Type.Optional(
          Whole(
            'Maximum number of billed pages; later pages are omitted. Default: the maximum that the service allows.',
            50,
            {
              minimum: 1,
            },
          ),
        ),
      }),
    ),
    ...pageOptions,
    crawl: Type.Optional(CrawlOptionsSchema),
  } satisfies Readonly<Record<RequestOption, TSchema>>,
);

/** Options with defaults applied. Violations that a schema cannot express are returned as issues. */
export function readOptions(given: Static<typeof ParseOptionsSchema> = {}): {
  readonly options: ParseOptions;
  readonly max_age_seconds: number;
  /** Without its headers, which request-headers.ts reads. */
  readonly page: Omit<PageRequest, 'headers'>;
  readonly crawl: CrawlOptions;
  readonly issues: readonly ValidationIssue[];
} {
  const { page_range, cloud, crawl, max_age_seconds = 0, timeout_seconds: _readElsewhere, ...rest } = given;
  const { request_headers: _judgedLater, wait_for = null, screenshot = false, ...others } = rest;
  const ranges = page_range === undefined ? null : readPageRange(page_range);
  const options = { ...defaults, ...others, page_range: ranges, cloud: { ...defaults.cloud, ...cloud } };
  const isBackwards = ranges?.some(({ first, last }) => last < first) ?? false;
  const loc = ['body', 'options', 'page_range'];
  const msg = 'A page range ends before it starts. Write the lower number first.';
  return {
    options,
    max_age_seconds,
    page: { wait_for, screenshot },
    crawl: { ...DEFAULT_CRAWL_OPTIONS, ...crawl },
    issues: [
      ...(isBackwards ? [{ loc, msg, type: 'page_range' }] : []),
      ...charsetIssues(given.charset),
      ...patternIssues(crawl ?? {}),
      ...selectorIssues(wait_for),
    ],
  };
}

function charsetIssues(charset: string | undefined): ValidationIssue[] {
  if (charset === undefined || isCharset(charset)) return [];
  const msg = 'No character set has this name. Write one such as windows-1251, shift_jis or cp850.';
  return [{ loc: ['body', 'options', 'charset'], msg, type: 'charset' }];
}

/** Ascending and apart: spans that touch or overlap become one. */
function readPageRange(text: string): PageRange[] {
  const spans = text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return { first, last };
  });
  spans.sort((a, b) => a.first - b.first);
  const merged: PageRange[] = [];
  for (const span of spans) {
    const before = merged.at(-1);
    if (before && span.first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, span.last) };
    } else merged.push(span);
  }
  return merged;
}
