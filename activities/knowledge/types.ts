/** What the steps of a knowledge job are given. It travels through Temporal: references and numbers, never text. */
import type { ChunkRules } from '../../engines/knowledge/options.ts';
import type { JobEnvelope, JobError } from '../../domain/jobs/model.ts';
import type { Rows } from '../../domain/knowledge/progress.ts';

export interface DatasetInput {
  readonly envelope: JobEnvelope;
  readonly dataset_id: string;
}

/** How a dataset is cognified. */
export interface CognifyRules {
  readonly chunking: ChunkRules;
  /** Whether what has not changed is left as it is. */
  readonly incremental: boolean;
}

export interface PlanInput extends DatasetInput {
  readonly rules: CognifyRules;
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

export interface ChunkInput extends DatasetInput {
  readonly rules: CognifyRules;
  readonly rows: Rows;
}

export interface ReadInput extends DatasetInput {
  readonly rows: Rows;
}

export interface AddOptions {
  /** Whether texts get one form of line ends, letters and blank lines. */
  readonly normalize_text: boolean;
  /** Whether a document whose content has not changed keeps its chunks. */
  readonly incremental: boolean;
}

export interface AddInputStep extends DatasetInput {
  readonly inputs_digest: string;
  /** Position among the inputs of the job. */
  readonly ordinal: number;
  readonly options: AddOptions;
}

export interface AddDocumentStep extends AddInputStep {
  readonly document_id: string;
  /** The child job that parsed it; `null` for a document that was there before. */
  readonly child_job_id: string | null;
}

export interface FailedInputStep extends AddInputStep {
  readonly child_job_id: string;
  readonly error: JobError;
}
