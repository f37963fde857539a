/** What the steps of a parse job hand to each other. It travels through Temporal: references and numbers, never text. */
import type { CrawlOptions, ParseOptions } from '../../engines/parse/options.ts';
import type { JobEnvelope, JobInput } from '../../domain/jobs/model.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import type { StoredSource } from '../../domain/parse/source.ts';

/** What the client asked for, compiled from the request by the API. */
export interface ParseRequest {
  readonly locator: Locator;
  /** `auto` or an engine's identifier. */
  readonly engine_id: string;
  readonly scene: string | null;
  readonly options: ParseOptions;
  /** How old an answer of a web address may be that is taken without asking the address again. */
  readonly max_age_seconds: number;
  /** `null` for every engine but the web crawler. */
  readonly crawl: CrawlOptions | null;
}

export interface SourceInput extends JobInput {
  readonly request: ParseRequest;
}

export interface EngineChoice {
  readonly engine_id: string;
  /** The internal profile that it works by. */
  readonly profile_id: string;
  readonly task_queue: string;
  /** Secret that was missing when the engine was chosen, so that it must be waited for; `null` when none was. */
  readonly awaited_secret: string | null;
  /** Why this engine, for people. */
  readonly reason: string;
}

/** A source and the engines to try on it, best first. */
export interface RoutedSource {
  readonly source: StoredSource;
  readonly chain: readonly EngineChoice[];
  readonly skipped: readonly { readonly engine_id: string; readonly reason: string }[];
}

export interface ConvertInput {
  readonly envelope: JobEnvelope;
  readonly source: StoredSource;
  readonly engine_id: string;
  readonly profile_id: string;
  readonly options: ParseOptions;
}

/** Where the document is and how large it became. */
export interface ConvertedDocument {
  readonly document_id: string;
  readonly engine_version: string;
  readonly pages: number;
  readonly words: number;
  readonly markdown_bytes: number;
  readonly warnings: number;
  /** Pages that are pictures without text. */
  readonly textless_pages: number;
  /** Whether it was taken from an earlier job. */
  readonly cached: boolean;
}
