/** Where the rows of an import come from. */
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { Delimiter, KnowledgeUnit, RowFormat } from '../../../engines/evaluation/options.ts';

/** A stored object, with the content that it had when the job was submitted. */
export interface ObjectSource {
  readonly type: 'object';
  readonly object_id: string;
  readonly sha256: string;
  readonly format: RowFormat;
  /** Of CSV. */
  readonly delimiter: Delimiter;
}

/** A dataset of knowledge. */
export interface KnowledgeSource {
  readonly type: 'knowledge_dataset';
  readonly dataset_id: string;
  /** What becomes a row. */
  readonly unit: KnowledgeUnit;
}

export type ImportSource = ObjectSource | KnowledgeSource;

export interface ImportInput {
  readonly envelope: JobEnvelope;
  /** The evaluation dataset. */
  readonly dataset_id: string;
  readonly source: ImportSource;
}
