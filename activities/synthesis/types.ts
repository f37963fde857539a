/** What the steps of a synthesis take. */
import type { ModelLimit, ModelLimits } from '../../domain/jobs/row-ranges.ts';
import type { AccessPolicy } from '../../domain/access/policy.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { ItemCounts } from '../../domain/synthesis/items.ts';
import type { OutputFormat } from '../../domain/synthesis/outputs.ts';
import type { FoundFacts, SynthesisResult } from '../../domain/synthesis/results.ts';
import type { Usage } from '../../domain/jobs/usage.ts';

export interface OrderInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its order. */
  readonly order_digest: string;
}

export interface MakeInput extends OrderInput {
  /** Candidates to be made in this round. */
  readonly wanted: number;
}

/** What a round has made. */
export interface Round {
  /** Candidates, or accepted items of an engine whose items need no check. */
  readonly added: number;
  /** No more can be made. */
  readonly exhausted: boolean;
  /** The limit of the request that ended the round. */
  readonly stopped_by: ModelLimit | null;
  /** What rules made questions from, once no more can be made. */
  readonly facts?: FoundFacts | null;
}

export interface GenerateInput extends MakeInput {
  /** What the model may take in this step. */
  readonly left: ModelLimits;
  /** Name of the model that candidates are checked by, whose calls are to fit the limits, too. */
  readonly closed_book_model?: string;
}

export interface GeneratedItems extends Round {
  /** `false`: it made room for others, or took long, and the round needs another step. */
  readonly is_done: boolean;
}

/** A version of an evaluation dataset. */
export interface ExcludedVersion {
  readonly dataset_id: string;
  readonly version: number;
}

export interface CheckInput extends OrderInput {
  /** Accepted items that are enough. */
  readonly asked: number;
  /** The model that is asked questions without their passages, and what it may take in this step; absent: none is. */
  readonly closed_book?: { readonly model: string; readonly left: ModelLimits };
  /** Items have no words of these. */
  readonly excluded?: readonly ExcludedVersion[];
}

/** How a step of checks ended. */
export interface CheckEnd extends ItemCounts {
  /** The limit of the request that ended it. */
  readonly stopped_by: ModelLimit | null;
  /** `false`: it made room for others, or took long, and another step goes on. */
  readonly is_done: boolean;
}

/** Where sources are read from by one step. */
export type ReadableInput =
  /** The texts of the request, which are with its order. */
  | { readonly type: 'contexts' }
  | { readonly type: 'knowledge'; readonly dataset_id: string; readonly node_set?: string }
  | { readonly type: 'documents'; readonly document_ids: readonly string[] };

/** Where sources come from. Stored objects are parsed first. */
export type SourceInput = ReadableInput | { readonly type: 'objects'; readonly object_ids: readonly string[] };

export interface SourcesInput extends OrderInput {
  readonly from: ReadableInput;
}

export interface OutputInput {
  readonly envelope: JobEnvelope;
  readonly formats: readonly OutputFormat[];
  readonly keep_rejected: boolean;
  readonly seed: number;
  /** The result of the job, but for its files. */
  readonly result: Omit<SynthesisResult, 'outputs'>;
  /** Rejected items by reason and method. */
  readonly methods: ItemCounts['methods'];
  /** What the job has spent. */
  readonly usage: Usage;
}

/** The evaluation dataset that items become a version of. */
export interface DatasetOrder {
  readonly dataset_key: string;
  /** Of a dataset that is created, as its policy. */
  readonly display_name: string;
  readonly access_policy: AccessPolicy;
}

export interface DatasetInput {
  readonly envelope: JobEnvelope;
  readonly dataset: DatasetOrder;
}
