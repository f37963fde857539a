/** What workflows of synthesis return. */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import { JobErrorShape, UsageShape } from '../jobs/records.ts';
import { AddedVersionShape } from '../evaluation/results.ts';

const StoredFileShape = Type.Object({ name: Type.String(), media_type: Type.String(), bytes: Type.Integer() });
/** An object with items, or the card. */
export type StoredFile = Stored<typeof StoredFileShape>;

/** Why no more items were made. */
export const STOPS = ['exhausted', 'rounds', 'max_cost_usd', 'max_tokens'] as const;

const SourcesReadShape = Type.Object({
  passages: Type.Integer(),
  /** Whether there were no more than a job may have. */
  is_complete: Type.Boolean(),
});
/** What items were made from. */
export type SourcesRead = Stored<typeof SourcesReadShape>;

const FoundFactsShape = Type.Object({
  facts: Type.Integer(),
  passages: Type.Integer(),
  passages_with_facts: Type.Integer(),
  /** Passages whose language rules cannot read. */
  passages_in_other_languages: Type.Integer(),
});
/** What rules could make questions from. */
export type FoundFacts = Stored<typeof FoundFactsShape>;

const SynthesisResultShape = Type.Object({
  /** The client's name of the run. */
  name: OrNull(Type.String()),
  engine_id: Type.String(),
  /** Name of the model that made the items; `null`: rules did. */
  generator: Type.Optional(OrNull(Type.String())),
  /** Items that were asked for. */
  asked: Type.Integer(),
  /** Of a job that makes rows, or ended before there were sources: `null`. */
  sources: Type.Optional(OrNull(SourcesReadShape)),
  /** Of questions by rules, once no more could be made. */
  facts: Type.Optional(OrNull(FoundFactsShape)),
  accepted: Type.Integer(),
  /** Items that were made and rejected, by reason. */
  rejected: Type.Record(Type.String(), Type.Integer()),
  /** Candidates that were made and not needed. */
  unchecked: Type.Optional(Type.Integer()),
  /** `null`: there are as many as were asked for. */
  stopped_by: OrNull(Type.Enum([...STOPS])),
  /** What checks took of what the job has spent. */
  spent_on_checks: Type.Optional(UsageShape),
  outputs: Type.Array(StoredFileShape),
  /** Absent: none was asked for, there are no items, or it could not be written. */
  dataset: Type.Optional(AddedVersionShape),
  /** Why it could not be written, and cannot be by a retry. */
  dataset_error: Type.Optional(JobErrorShape),
});
/** What `synthesisJob` returns. */
export type SynthesisResult = Stored<typeof SynthesisResultShape>;
export const synthesisResultOf = decoder('The result of a synthesis', SynthesisResultShape);
