/** What the steps of a synthesis take. */
import type { JobEnvelope } from '../../domain/jobs/model.ts';

export interface OrderInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its order. */
  readonly order_digest: string;
}

export interface OutputInput {
  readonly envelope: JobEnvelope;
  readonly formats: readonly OutputFormat[];
}

export const OUTPUT_FORMATS = ['jsonl'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
