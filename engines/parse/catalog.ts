/** The catalog of parse engines: what each reads, and the profiles that requests are compiled into. */
import { ServiceError } from '../../errors/index.ts';
import type { CatalogEntry } from '../catalog.ts';
import { MARKDOWN_CONVERTER_TYPES } from './markdown_converter/media-types.ts';
import { DEFAULT_PARSE_OPTIONS } from './options.ts';
import type { FetchOption, ParseOptions, RequestOption } from './options.ts';
import { CLOUD_TASK_QUEUE, CRAWL_TASK_QUEUE, DOCUMENT_AI_TASK_QUEUE, PARSE_TASK_QUEUE } from './task-queues.ts';
import type { EngineTaskQueue } from './task-queues.ts';

export type EngineId =
  | 'web_crawler'
  | 'web_reader'
  | 'markdown_converter'
  | 'document_ai_converter'
  | 'cloud_document_parser';
/** The engines that run in a converter process; the others are called over the network. */
export type ConverterEngineId = Exclude<EngineId, 'cloud_document_parser'>;
export const SCENES = ['deep_web', 'document_ai', 'document_fidelity'] as const;
export type Scene = (typeof SCENES)[number];
export type SourceKind = 'url' | 'object';
export type ProfileId = `${EngineId}.${Scene}`;

/**
 * The version is part of the cache key (activities/parse/convert/cache.ts): without a new version, outdated results are
 * reused.
 */
export interface EngineEntry extends CatalogEntry<EngineId> {
  readonly source_kinds: readonly SourceKind[];
  /** Sniffed types the engine reads. */
  readonly media_types: readonly string[];
  readonly scenes: readonly Scene[];
  readonly default_scene: Scene;
  readonly task_queue: EngineTaskQueue;
  /** Which options of a request have an effect when the engine works: in it, or on the way to it and from it. */
  readonly used_options: Readonly<Record<RequestOption, boolean>>;
}

/** One engine bound to one scene: what a request names, or what `auto` chose for it. */
export interface ParserProfile {
  readonly profile_id: ProfileId;
  readonly engine_id: EngineId;
  readonly engine_version: string;
  readonly scene: Scene;
  readonly task_queue: EngineTaskQueue;
  readonly secret: string | null;
  readonly is_paid: boolean;
  /** Whether other engines are tried when this one, named in the request, fails. */
  readonly allows_fallback: boolean;
  /** Defaults for options that the request omits. */
  readonly default_options: ParseOptions;
}

export const HTML_TYPES: readonly string[] = ['text/html', 'application/xhtml+xml'];

export function isHtml(mediaType: string): boolean {
  return HTML_TYPES.includes(mediaType);
}

/** Image types, read by text recognition. */
export const IMAGE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/tiff',
  'image/gif',
  'image/bmp',
  'image/jp2',
];

/** Name of the secret with the provider's API key. */
export const CLOUD_SECRET = 'llama_cloud_api_key';

/** Types that the provider reads better than a converter; excludes web pages and text. */
const CLOUD_TYPES: readonly string[] = [
  'application/pdf',
  ...['wordprocessingml.document', 'presentationml.presentation', 'spreadsheetml.sheet'].map(
    (format) => `application/vnd.openxmlformats-officedocument.${format}`,
  ),
  'application/msword',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-excel',
  ...['text', 'presentation', 'spreadsheet'].map((format) => `application/vnd.oasis.opendocument.${format}`),
  'application/rtf',
  'application/epub+zip',
  ...IMAGE_TYPES.filter((type) => type !== 'image/jp2'),
];

type Used<Option extends RequestOption> = Readonly<Record<Option, boolean>>;

const fetching = (used: boolean): Used<FetchOption> => ({
  max_age_seconds: used,
  request_headers: used,
  wait_for: used,
  screenshot: used,
});
const pages = (used: boolean): Used<'page_range' | 'max_pages'> => ({ page_range: used, max_pages: used });
const office = (used: boolean): Used<'comments' | 'tracked_changes' | 'hidden' | 'notes'> => ({
  comments: used,
  tracked_changes: used,
  hidden: used,
  notes: used,
});

const ENTRIES: { readonly [Id in EngineId]: EngineEntry & { readonly engine_id: Id } } = {
  web_crawler: {
    engine_id: 'web_crawler',
    version: '1.6.0',
    title: 'Web crawler',
    description: 'The pages of a web site from one address on, each a document, and an index of them. Only when named.',
    source_kinds: ['url'],
    media_types: HTML_TYPES,
    scenes: ['deep_web'],
    default_scene: 'deep_web',
    task_queue: CRAWL_TASK_QUEUE,
    secret: null,
    is_paid: false,
    // It hands files to the Markdown converter, fetches by its own rules, and its documents are neither reused nor made
    // into formats.
    used_options: {
      ...fetching(false),
      ...pages(true),
      ...office(true),
      charset: true,
      main_content: true,
      crawl: true,
      images: true,
      tables: true,
      headers: true,
      languages: false,
      ocr: false,
      password_ref: false,
      cloud: false,
      cache: false,
      formats: false,
      timeout_seconds: true,
    },
  },
  web_reader: {
    engine_id: 'web_reader',
    version: '1.8.0',
    title: 'Web reader',
    description: 'The main content of one web page, without navigation, advertisements and footers.',
    source_kinds: ['url', 'object'],
    media_types: HTML_TYPES,
    scenes: ['deep_web'],
    default_scene: 'deep_web',
    task_queue: PARSE_TASK_QUEUE,
    secret: null,
    is_paid: false,
    used_options: {
      ...fetching(true),
      ...pages(false),
      ...office(false),
      charset: true,
      main_content: true,
      crawl: false,
      images: false,
      tables: true,
      headers: false,
      languages: false,
      ocr: false,
      password_ref: false,
      cloud: false,
      cache: true,
      formats: true,
      timeout_seconds: true,
    },
  },
  markdown_converter: {
    engine_id: 'markdown_converter',
    version: '1.11.0',
    title: 'Markdown converter',
    description: 'Whole documents: headings, lists, tables, equations and links as in the file.',
    source_kinds: ['url', 'object'],
    media_types: MARKDOWN_CONVERTER_TYPES,
    scenes: ['document_fidelity', 'deep_web'],
    default_scene: 'document_fidelity',
    task_queue: PARSE_TASK_QUEUE,
    secret: null,
    is_paid: false,
    used_options: {
      ...fetching(true),
      ...pages(true),
      ...office(true),
      charset: true,
      main_content: false,
      crawl: false,
      images: true,
      tables: true,
      headers: true,
      languages: false,
      ocr: false,
      password_ref: true,
      cloud: false,
      cache: true,
      formats: true,
      timeout_seconds: true,
    },
  },
  document_ai_converter: {
    engine_id: 'document_ai_converter',
    version: '1.8.0',
    title: 'Document AI',
    description: 'Scans, photographs and pictures: text and tables are recognized, with the confidence of each page.',
    source_kinds: ['url', 'object'],
    media_types: ['application/pdf', ...IMAGE_TYPES],
    scenes: ['document_ai'],
    default_scene: 'document_ai',
    task_queue: DOCUMENT_AI_TASK_QUEUE,
    secret: null,
    is_paid: false,
    used_options: {
      ...fetching(true),
      ...pages(true),
      ...office(false),
      charset: false,
      main_content: false,
      crawl: false,
      images: false,
      tables: true,
      headers: true,
      languages: true,
      ocr: true,
      password_ref: true,
      cloud: false,
      cache: true,
      formats: true,
      timeout_seconds: true,
    },
  },
  cloud_document_parser: {
    engine_id: 'cloud_document_parser',
    version: '1.1.0',
    title: 'Cloud document parser',
    description:
      'Documents as a provider reads them (LlamaParse): scans, photographs and pages that need an eye. Paid by ' +
      'the page.',
    source_kinds: ['url', 'object'],
    media_types: CLOUD_TYPES,
    scenes: ['document_ai'],
    default_scene: 'document_ai',
    task_queue: CLOUD_TASK_QUEUE,
    secret: CLOUD_SECRET,
    is_paid: true,
    used_options: {
      ...fetching(true),
      ...pages(true),
      ...office(false),
      charset: false,
      main_content: false,
      crawl: false,
      images: false,
      tables: true,
      headers: false,
      languages: true,
      ocr: false,
      password_ref: false,
      cloud: true,
      cache: true,
      formats: true,
      timeout_seconds: true,
    },
  },
};

/** In the order of preference of `auto`. */
export const ENGINE_CATALOG: readonly EngineEntry[] = Object.values(ENTRIES);

export const isRequestOption = (name: string): name is RequestOption =>
  Object.hasOwn(ENTRIES.web_crawler.used_options, name);

export const PROFILES: readonly ParserProfile[] = ENGINE_CATALOG.flatMap((engine) =>
  engine.scenes.map((scene) => ({
    profile_id: profileId(engine.engine_id, scene),
    engine_id: engine.engine_id,
    engine_version: engine.version,
    scene,
    task_queue: engine.task_queue,
    secret: engine.secret,
    is_paid: engine.is_paid,
    allows_fallback: scene !== 'deep_web',
    default_options: DEFAULT_PARSE_OPTIONS,
  })),
);

/** The scene that an engine works for when a request asks for `scene`: this one if it offers it, else its own. */
export function sceneOf(engine: EngineEntry, scene: string | null): Scene {
  return engine.scenes.find((offered) => offered === scene) ?? engine.default_scene;
}

/** Name of the profile of an engine for a scene, for example `web_reader.deep_web`. */
export function profileId(engineId: EngineId, scene: Scene): ProfileId {
  return `${engineId}.${scene}`;
}

/** The engine with this identifier. Throws `not_found`. */
export function findEngine(engineId: string): EngineEntry {
  const found = ENGINE_CATALOG.find((engine) => engine.engine_id === engineId);
  if (found === undefined) {
    throw new ServiceError('not_found', 'No parse engine has this identifier.', { engine_id: engineId });
  }
  return found;
}
