/** What the steps of a synthesis take. */
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { ItemCounts } from '../../domain/synthesis/items.ts';
import type { OutputFormat } from '../../domain/synthesis/outputs.ts';

export interface OrderInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its order. */
  readonly order_digest: string;
}

export interface OutputInput {
  readonly envelope: JobEnvelope;
  readonly formats: readonly OutputFormat[];
  /** The client's name of the run. */
  readonly name: string | null;
  readonly engine_id: string;
  readonly seed: number;
  readonly asked: number;
  readonly counts: ItemCounts;
}
