/**
 * What a parse job is asked for. Workflows of other domains start parse jobs as children.
 * @deterministic
 */
import { DEFAULT_PARSE_OPTIONS, FORMATS } from '../../engines/parse/options.ts';
import type { MadeFormat, ParseOptions } from '../../engines/parse/options.ts';
import type { CrawlOptions } from '../../engines/parse/web_crawler/options.ts';
import type { ArchiveFileRef, JobSource, Locator } from './locator.ts';
import type { PageRequest } from './page-request.ts';

/** What the client asked for, compiled from the request by the API. */
export interface CompiledRequest {
  readonly locator: JobSource;
  /** `auto` or an engine's identifier. */
  readonly engine_id: string;
  readonly scene: string | null;
  readonly options: ParseOptions;
  /** How old an answer of a web address may be that is taken without asking the address again. */
  readonly max_age_seconds: number;
  /** Absent when it says nothing of it. */
  readonly page?: PageRequest;
  /** `null` for every engine but the web crawler. */
  readonly crawl: CrawlOptions | null;
}

/** The formats that are made of the Markdown, which every document has. */
export function madeFormats({ formats }: Pick<ParseOptions, 'formats'>): readonly MadeFormat[] {
  return FORMATS.flatMap((format) => (format !== 'markdown' && formats.includes(format) ? [format] : []));
}

/** A source and nothing else: the engine that fits it best, with the options that a request has when it names none. */
export function plainRequest(locator: Locator): CompiledRequest {
  return {
    locator,
    engine_id: 'auto',
    scene: null,
    options: DEFAULT_PARSE_OPTIONS,
    max_age_seconds: 0,
    crawl: null,
  };
}

/** The same with all tables in one form, without merged cells: for a reader of their rows. */
export function tableRequest(locator: Locator): CompiledRequest {
  const request = plainRequest(locator);
  return { ...request, options: { ...request.options, tables: 'pipe' } };
}

/** The same for a file of the archive that the request is for. Pages are those of the archive, which has none. */
export function fileRequest(request: CompiledRequest, file: ArchiveFileRef): CompiledRequest {
  const { page: _page, options, ...rest } = request;
  const own: ParseOptions = { ...options, archive: 'document', page_range: null };
  return { ...rest, options: own, locator: { kind: 'archive_file', ...file } };
}
