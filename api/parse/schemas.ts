/** The contract of parsing: requests, results, engines and profiles. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ENGINE_CATALOG, PROFILES, SCENES } from '../../engines/parse/catalog.ts';
import { FORMATS } from '../../engines/parse/options.ts';
import { AnyObject, Flag, Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';
import { EngineAvailability } from '../jobs/availability.ts';
import { WebhookRequest } from '../webhook/schemas.ts';
import { JobAccepted, JobErrorSchema, JobWarning, Priority } from '../jobs/schemas.ts';
import { crawlMembers } from './crawl/schemas.ts';
import { ParseOptionsSchema } from './options/options.ts';

/** Sources of one request: each becomes a job. */
const MAX_SOURCES = 100;

/**
 * A web URL, or anything that holds an object's identifier as a path segment; domain/parse/locator.ts reads it further.
 */
const LOCATOR_PATTERN = '^(?:[hH][tT][tT][pP][sS]?://.+|(?:.*/)?obj_[0-9a-hjkmnp-tv-z]{26}(?:/.*)?)$';

const engineIds = ENGINE_CATALOG.map(({ engine_id }) => engine_id);

const requestMembers = {
  sources: List(
    Text(
      'A URL with `http://` or `https://`, or a stored object by its `obj_` identifier. Send your own files to ' +
        'POST /v1/parse/file, or upload them first: POST /v1/storage/files.',
      'https://example.com/report.pdf',
      {
        maxLength: 4096,
        pattern: LOCATOR_PATTERN,
      },
    ),
    'What to parse: a web URL, `service://objects/<object_id>`, `s3://<bucket>/<key>`, `<bucket>/<key>` or a ' +
      'storage object key.',
    { title: 'ParseSources', minItems: 1, maxItems: MAX_SOURCES, examples: [['https://example.com/report.pdf']] },
  ),
  engine_id: Type.Optional(
    Word(['auto', ...engineIds], 'Engine. Default `auto`: the best one for each source.', {
      title: 'ParseEngineChoice',
    }),
  ),
  scene: Type.Optional(Word(SCENES, 'What the result is for. `deep_web` with a named engine allows no fallback.')),
  options: Type.Optional(ParseOptionsSchema),
};

export const ParseRequest = Named('ParseRequest', 'What to parse, and how.', requestMembers);
export type ParseRequest = Static<typeof ParseRequest>;
export const ParseJobRequest = Named('ParseJobRequest', 'What to parse, and how, as jobs.', {
  ...requestMembers,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type ParseJobRequest = Static<typeof ParseJobRequest>;

export const ParseBatchJobAccepted = Named(
  'ParseBatchJobAccepted',
  'One job per source, in the order of the sources.',
  {
    batch_id: Nullable(
      Id(
        'bat',
        'The jobs together: GET /v1/batches/{batchId}. `null` for a single job whose webhook does not ask for ' +
          '`batch.completed`.',
      ),
    ),
    jobs: List(
      Named('ParseJobAccepted', 'The job of one source.', {
        ...JobAccepted.properties,
        source: Text('The source as submitted.', 'https://example.com/report.pdf'),
      }),
      'The jobs.',
    ),
  },
);

const PageSpan = Named('PageSpan', 'Position of a page in the Markdown.', {
  page: Whole('From 1.', 1),
  start: Whole('UTF-16 offset of its first character.', 0),
  end: Whole('Offset after its last character.', 1834),
});

const ParseWarning = Named('ParseWarning', 'Something the reader of the Markdown should know.', {
  code: Text('Stable code.', 'no_text_layer'),
  message: Text('What it is.', 'Page 3 contains only images.'),
  page: Nullable(Whole('Page it concerns.', 3)),
});

const PageQuality = Named('PageQuality', 'Confidence in a page.', {
  page: Whole('From 1.', 1),
  ocr: Flag('Whether its text was recognized from pixels.', true),
  confidence: Type.Number({ description: '0 to 1.', examples: [0.93], minimum: 0, maximum: 1 }),
  reasons: List(Text('For people.', 'skewed by 2.1°'), 'Why it is less than 1.'),
});

const DocumentImage = Named('DocumentImage', 'An image of the document.', {
  name: Text('The Markdown links to it as `images/<name>`.', 'image-1.png'),
  media_type: Text('Its type.', 'image/png'),
  bytes: Whole('Its size.', 18_342),
  page: Nullable(Whole('Page it is on, for formats with pages.', 3)),
  url: Text('Signed URL of the image, valid for 15 minutes.', 'http://127.0.0.1:8333/tidemill/jobs/…'),
});

export const DocumentFileSchema = Named('DocumentFile', 'A file of one of the formats of a document.', {
  format: Word(FORMATS, 'Its format.'),
  name: Text('Its name, unique in the document.', 'blocks.json'),
  media_type: Text('Its type.', 'application/json'),
  bytes: Whole('Its size.', 48_211),
  href: Text('Path at which the API returns it.', '/v1/documents/doc_01k9zt6v3c8wq4m2n7r5x0ybhd/content?format=blocks'),
  url: Text('Signed URL of the file, valid for 15 minutes.', 'http://127.0.0.1:8333/tidemill/jobs/…'),
});

export const ParsedDocumentSchema = Named('ParsedDocument', 'A document as Markdown, with normalized metadata.', {
  document_id: Id('doc', 'The document.'),
  markdown: Nullable(
    Text(
      'The Markdown; `null` when it is too large for a response. Read `markdown_url` instead.',
      '# Report\n\nIn 2026 …',
    ),
  ),
  markdown_bytes: Whole('Size of the Markdown in UTF-8.', 18_342),
  markdown_url: Text('Signed URL of the Markdown, valid for 15 minutes.', 'http://127.0.0.1:8333/tidemill/jobs/…'),
  title: Nullable(Text('Title.', 'Report')),
  authors: List(Text('Name.', 'Ada Lovelace'), 'Authors.'),
  language: Nullable(Text('BCP 47 tag that the document declares.', 'en')),
  media_type: Text('Detected from the bytes.', 'application/pdf'),
  page_count: Nullable(Whole('Pages, for paged formats.', 12)),
  page_spans: List(PageSpan, 'Position of each page in the Markdown; empty for formats without pages.'),
  page_qualities: List(PageQuality, 'For engines that rate their pages; empty for the others.'),
  files: List(DocumentFileSchema, 'The document in each format: its Markdown, and what `options.formats` requested.'),
  images: List(DocumentImage, 'Images of the document; empty when the options omit them.'),
  words: Whole('Words of the Markdown.', 4211),
  bytes: Whole('Size of the source.', 182_342),
  sha256: Text('SHA-256 of the source.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  source: Text('What was parsed, without query and credentials.', 'https://example.com/report.pdf'),
  final_url: Nullable(Text('URL after redirects.', 'https://example.com/reports/2026.pdf')),
  filename: Nullable(Text('Name of the file.', 'report.pdf')),
  path: Nullable(Text('Where a file of an archive is in it.', 'reports/report.pdf')),
  fetched_at: Nullable(Timestamp('When it was fetched from the web.')),
  source_created_at: Nullable(Timestamp('When the document says it was created or published.')),
  created_at: Timestamp('When it was parsed.'),
  engine_id: Text('Engine that made the Markdown.', 'markdown_converter'),
  engine_version: Text('Its version.', '1.0.0'),
  profile_id: Text('Internal profile that was used.', 'markdown_converter.document_fidelity'),
  cached: Flag('Whether it was reused from an earlier job with the same bytes, engine and options.', false),
  warnings: List(
    ParseWarning,
    'What was omitted or could not be read, and whether a browser rendered the page (`rendered`) or should ' +
      'have (`not_rendered`).',
  ),
  properties: AnyObject('Further facts the format offers, each a short text.', { site_name: 'Example' }),
});

const ParseAttempt = Named('ParseAttempt', 'One attempt with an engine.', {
  engine_id: Text('Engine.', 'markdown_converter'),
  profile_id: Text('Internal profile that was used.', 'markdown_converter.document_fidelity'),
  reason: Text('Why it was tried.', 'Reads application/pdf.'),
  outcome: Text('`succeeded`; `no_text`: pages are images, so the next engine was tried; `failed`.', 'succeeded'),
  error: Nullable(JobErrorSchema, 'Why it failed.'),
  duration_ms: Whole('Duration of the attempt.', 412),
});

const SkippedEngine = Named('SkippedEngine', 'An engine that was not tried.', {
  engine_id: Text('Engine.', 'web_reader'),
  reason: Text('Why not.', 'Does not read application/pdf.'),
});

const ArchiveFileSchema = Named('ArchiveFile', 'A file of an archive, parsed by a job of its own.', {
  path: Text('Where it is in the archive. Several files may have the same.', 'reports/report.pdf'),
  job_id: Id('job', 'Its job.'),
  document_id: Nullable(Id('doc', 'Its document, when its job has succeeded.')),
  error: Nullable(JobErrorSchema, 'Why its job failed.'),
});

const outcomeMembers = {
  job_id: Id('job', 'The job.'),
  source: Text('What was parsed, without query and credentials.', 'https://example.com/report.pdf'),
  attempts: List(ParseAttempt, 'The engines that were tried, in order.'),
  skipped: List(SkippedEngine, 'The engines that were not, and why.'),
  ...crawlMembers,
  archive_files: List(ArchiveFileSchema, 'With `options.archive: "documents"`, the files of the archive; else empty.'),
};

export const ParseResult = Named('ParseResult', 'The result of one parse job.', {
  ...outcomeMembers,
  document: ParsedDocumentSchema,
});
export type ParseResult = Static<typeof ParseResult>;

const OutcomeWarnings = List(JobWarning, 'Warnings about the request, then those of the document.');

export const ParseFileResult = Named('ParseFileResult', 'The result of a file that was parsed in one request.', {
  ...ParseResult.properties,
  warnings: OutcomeWarnings,
});

export const ParseBatchResult = Named('ParseBatchResult', 'One result per source, in the order of the sources.', {
  results: List(
    Named('ParseBatchItem', 'The outcome of one source.', {
      ...outcomeMembers,
      state: Text('`succeeded`, `failed` or `cancelled`.', 'succeeded'),
      document: Nullable(ParsedDocumentSchema, 'The document, when it succeeded. Its `markdown` is never `null` here.'),
      error: Nullable(JobErrorSchema, 'Why there is none.'),
      warnings: OutcomeWarnings,
    }),
    'The results.',
  ),
});

export const ParseEngineList = Named('ParseEngineList', 'The registered parse engines.', {
  items: List(
    Named('ParseEngine', 'One engine.', {
      engine_id: Text('Identifier for `engine_id`.', 'markdown_converter'),
      version: Text('Increases when the same bytes produce different output.', '1.0.0'),
      title: Text('Name for people.', 'Markdown converter'),
      description: Text('What it does.', 'Converts whole documents to Markdown.'),
      source_kinds: List(Text('`url` or `object`.', 'url'), 'Sources it takes.'),
      media_types: List(Text('Media type.', 'application/pdf'), 'Types it reads.'),
      supported_scenes: List(Text('Scene.', 'document_fidelity'), 'Scenes it offers.'),
      default_scene: Text('Scene used by default.', 'document_fidelity'),
      default_profile_id: Text('Internal profile bound to it.', 'markdown_converter.document_fidelity'),
      task_queue: Text('Temporal task queue of its workers.', 'parse'),
      secret: Nullable(Text('Name of the secret that it needs.', 'llama_cloud_api_key')),
      is_paid: Flag(
        'Whether an external provider bills for it. `auto` uses it only for a scene that it offers.',
        false,
      ),
      availability: EngineAvailability,
    }),
    'The engines.',
  ),
});

export const ParserProfileList = Named('ParserProfileList', 'Internal parser profiles, for operators and debugging.', {
  items: List(
    Named('ParserProfile', 'What a request is compiled into.', {
      profile_id: Text('Identifier.', PROFILES[0]?.profile_id ?? ''),
      engine_id: Text('Engine.', 'markdown_converter'),
      engine_version: Text('Its version.', '1.0.0'),
      scene: Text('Scene.', 'document_fidelity'),
      task_queue: Text('Temporal task queue.', 'parse'),
      secret: Nullable(Text('Name of the secret that the engine needs.', 'llama_cloud_api_key')),
      is_paid: Flag('Whether an external provider bills for it.', false),
      default_options: AnyObject('Options used when a request does not set them.', {
        images: 'extract',
        tables: 'auto',
      }),
      allows_fallback: Flag('Whether other engines are tried when this one, named in the request, fails.', true),
    }),
    'The profiles.',
  ),
});
