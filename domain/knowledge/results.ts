/** What the workflows of knowledge jobs return, and their results show. */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';

const ExtractionOutcomeShape = Type.Object({
  /** Name of the model in the settings. */
  model: Type.String(),
  /** Graph prompt profile; absent where rules about code were asked for. */
  profile: Type.Optional(Type.String()),
  /** Chunks whose names and facts, or rules, a language model gave. */
  extracted: Type.Integer(),
  /** Chunks that have none, by reason. */
  skipped: Type.Record(Type.String(), Type.Integer()),
  /** What the model gave and the text does not support. */
  names_dropped: Type.Integer(),
  facts_dropped: Type.Integer(),
  /** Absent where names and facts were asked for. */
  rules_dropped: Type.Optional(Type.Integer()),
  /** Chunks of the dataset that are still to be extracted. */
  left: Type.Integer(),
  /** The limit that ended it; `null` when it came to its end. */
  stopped_by: OrNull(Type.Enum(['max_cost_usd', 'max_tokens'])),
});
/** What became of the chunks that a language model was to read. */
export type ExtractionOutcome = Stored<typeof ExtractionOutcomeShape>;

const CognifyCountsShape = Type.Object({
  documents: Type.Integer(),
  chunks_added: Type.Integer(),
  chunks_kept: Type.Integer(),
  chunks_removed: Type.Integer(),
  chunks_refused: Type.Integer(),
  /** Documents whose end was left out by `max_chunks`. */
  documents_truncated: Type.Integer(),
  /** Documents that exceed what may be spent on one. */
  documents_skipped: Type.Integer(),
  chunks_read: Type.Integer(),
  /** Chunks whose names and facts were not read, because they exceed what may be spent on a text. */
  chunks_unread: Type.Integer(),
  mentions: Type.Integer(),
  facts: Type.Integer(),
  aliases: Type.Integer(),
});
/** What a Cognify job has committed (domain/jobs/counts.ts). */
export type CognifyCounts = Stored<typeof CognifyCountsShape>;

const CognifyResultShape = Type.Object({
  dataset_id: Type.String(),
  ...CognifyCountsShape.properties,
  /** Absent when no language model was asked. */
  extraction: Type.Optional(ExtractionOutcomeShape),
});
export type CognifyResult = Stored<typeof CognifyResultShape>;

const CognifyEstimateShape = Type.Object({
  /** Documents to chunk. */
  documents: Type.Integer(),
  /** Chunks to embed and add. */
  chunks: Type.Integer(),
  /** Amounts in US dollars are `null` for a model without a price. */
  embedding: Type.Object({ model: Type.String(), tokens: Type.Integer(), usd: OrNull(Type.Number()) }),
  /** `null` when no language model would be asked. */
  extraction: OrNull(
    Type.Object({
      model: Type.String(),
      profile: Type.String(),
      calls: Type.Integer(),
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      usd: OrNull(Type.Number()),
    }),
  ),
});
/** What a Cognify job would do, and what its models would take for it. */
export type CognifyEstimate = Stored<typeof CognifyEstimateShape>;

const DryRunResultShape = Type.Object({ dataset_id: Type.String(), estimate: CognifyEstimateShape });
export type DryRunResult = Stored<typeof DryRunResultShape>;
export const cognifyResultOf = decoder(
  'The result of a Cognify job',
  Type.Union([CognifyResultShape, DryRunResultShape]),
);

const AddResultShape = Type.Object({
  dataset_id: Type.String(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
});
/** How many inputs of an Add job became what; each of them is a row of its own (documents/inputs.ts). */
export type AddResult = Stored<typeof AddResultShape>;
export const addResultOf = decoder('The result of an Add job', AddResultShape);

const EmbeddingResultShape = Type.Object({
  dataset_id: Type.String(),
  chunks_embedded: Type.Integer(),
  chunks_refused: Type.Integer(),
  /** Facts that had a vector of the model before. */
  facts_embedded: Type.Integer(),
  facts_refused: Type.Integer(),
  vectors_removed: Type.Integer(),
});
export type EmbeddingResult = Stored<typeof EmbeddingResultShape>;
export const embeddingResultOf = decoder('The result of a change of the embedding model', EmbeddingResultShape);

const DescriptionsOutcomeShape = Type.Object({
  /** Name of the model in the settings. */
  model: Type.String(),
  described: Type.Integer(),
  /** Communities that have no description, by reason. */
  skipped: Type.Record(Type.String(), Type.Integer()),
  /** Sentences that the passages do not bear out. */
  sentences_dropped: Type.Integer(),
  /** Communities that are still to be described. */
  left: Type.Integer(),
  /** The limit that ended it; `null` when it came to its end. */
  stopped_by: OrNull(Type.Enum(['max_cost_usd', 'max_tokens'])),
});
/** What became of the communities that a language model was to describe. */
export type DescriptionsOutcome = Stored<typeof DescriptionsOutcomeShape>;

const CallsEstimateShape = Type.Object({
  /** Name of the model in the settings. */
  model: Type.String(),
  calls: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  /** `null` for a model without a price. */
  usd: OrNull(Type.Number()),
});
/** What calls of a language model would take. */
export type CallsEstimate = Stored<typeof CallsEstimateShape>;

const MemifyResultShape = Type.Object({
  dataset_id: Type.String(),
  /** By name; which ones depends on the pipeline. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Absent when no language model was asked about chunks. */
  extraction: Type.Optional(ExtractionOutcomeShape),
  /** Absent when no language model was asked about communities. */
  descriptions: Type.Optional(DescriptionsOutcomeShape),
  /** Of a dry run that would ask a language model. */
  model_estimate: Type.Optional(CallsEstimateShape),
  is_dry_run: Type.Optional(Type.Boolean()),
});
export type MemifyResult = Stored<typeof MemifyResultShape>;
export const memifyResultOf = decoder('The result of a Memify job', MemifyResultShape);

const RemovalResultShape = Type.Object({ dataset_id: Type.String(), documents_removed: Type.Integer() });
export type RemovalResult = Stored<typeof RemovalResultShape>;
export const removalResultOf = decoder('The result of a deletion', RemovalResultShape);
