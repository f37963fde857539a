/** Data that the steps of a parse job exchange. It passes through Temporal, so it holds references and numbers, never text. */
import type { CrawlOptions, ParseOptions } from '../../engines/parse/options.ts';
import type { JobEnvelope, JobInput } from '../../domain/jobs/model.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import type { StoredSource } from '../../domain/parse/source.ts';

/** The parse request, as the API compiles it. */
export interface ParseRequest {
  readonly locator: Locator;
  /** `auto` or an engine ID. */
  readonly engine_id: string;
  readonly scene: string | null;
  readonly options: ParseOptions;
  /** Maximum age of a stored response that is used without fetching the address again. */
  readonly max_age_seconds: number;
  /** `null` for every engine but the web crawler. */
  readonly crawl: CrawlOptions | null;
}

export interface SourceInput extends JobInput {
  readonly request: ParseRequest;
}

export interface EngineChoice {
  readonly engine_id: string;
  /** The internal profile of the engine. */
  readonly profile_id: string;
  readonly task_queue: string;
  /** The secret that was missing when the engine was chosen, and that the job must wait for; `null` when none was. */
  readonly awaited_secret: string | null;
  /** Why this engine was chosen, as text for people. */
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

/** Where the document is stored, and its size. */
export interface ConvertedDocument {
  readonly document_id: string;
  readonly engine_version: string;
  readonly pages: number;
  readonly words: number;
  readonly markdown_bytes: number;
  readonly warnings: number;
  /** Pages that are pictures without text. */
  readonly textless_pages: number;
  /** Whether it was copied from an earlier job. */
  readonly cached: boolean;
}
