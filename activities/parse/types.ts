/**
 * What the steps of a parse job hand to each other. It travels through Temporal: references and numbers, never text.
 */
import type { MadeFormat } from '../../engines/parse/options.ts';
import type { ParseOptions } from '../../engines/parse/options.ts';
import type { JobEnvelope, JobInput } from '../../domain/jobs/model.ts';
import type { CompiledRequest } from '../../domain/parse/request.ts';
import type { SkippedEngine } from '../../domain/parse/results.ts';
import type { StoredSource } from '../../domain/parse/source.ts';

export interface SourceInput extends JobInput<'parse'> {
  readonly request: CompiledRequest;
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
  readonly skipped: readonly SkippedEngine[];
}

export interface FormatsInput {
  readonly envelope: JobEnvelope;
  readonly formats: readonly MadeFormat[];
}

/** Of an archive whose files become documents of their own. */
export interface ArchiveInput {
  readonly envelope: JobEnvelope;
  readonly source: StoredSource;
  readonly options: ParseOptions;
}

export interface ConvertInput {
  readonly envelope: JobEnvelope;
  readonly source: StoredSource;
  readonly engine_id: string;
  readonly profile_id: string;
  readonly options: ParseOptions;
}
