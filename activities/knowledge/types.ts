/** What the steps of a knowledge job are given. It travels through Temporal: references and numbers, never text. */
import type { ChunkRules } from '../../engines/text/options.ts';
import type { JobEnvelope, JobError, JobInput, JobKind } from '../../domain/jobs/model.ts';
import type { MemifyPipeline } from '../../domain/knowledge/memify/pipelines.ts';
import type { NodeSelection } from '../../domain/knowledge/memify/index.ts';
import type { RangeEnd, ModelLimits, Rows } from '../../domain/jobs/row-ranges.ts';

/** What a job on a dataset takes. */
export interface DatasetJobInput<Kind extends JobKind> extends JobInput<Kind> {
  readonly dataset_id: string;
}

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

/** What a job does in its turn at a dataset. */
export interface TurnInput extends DatasetInput {
  /** Generation of the turn (domain/knowledge/datasets/turns.ts). */
  readonly generation: string;
}

export interface PlanInput extends TurnInput {
  readonly rules: CognifyRules;
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

export interface ChunkInput extends TurnInput {
  readonly rules: CognifyRules;
  readonly rows: Rows;
}

export interface ReadInput extends TurnInput {
  readonly rows: Rows;
}

/** What a language model is asked to extract, and what it may take. */
export interface ExtractionRules extends ModelLimits {
  /** Name of a graph prompt profile. */
  readonly profile: string;
}

export interface ExtractionInput extends TurnInput {
  readonly rules: CognifyRules;
  readonly extraction: ExtractionRules;
}

export interface ExtractInput extends ExtractionInput {
  readonly rows: Rows;
}

export interface PlanExtractionInput extends ExtractionInput {
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

/** What a dry run estimates; `extraction` is `null` when no language model would read the chunks. */
export interface EstimateInput extends TurnInput {
  readonly rules: CognifyRules;
  readonly extraction: ExtractionRules | null;
}

export interface EstimateChunksInput extends EstimateInput {
  readonly rows: Rows;
}

/** Sums over documents that would be chunked. */
export interface ChunkSums {
  readonly documents: number;
  /** Chunks to add, and the tokens to embed for them. */
  readonly chunks: number;
  readonly embedded_tokens: number;
  /** Chunks that a language model would read, and the tokens of their texts. */
  readonly extracted: number;
  readonly extracted_tokens: number;
}

export interface EstimatedBatch extends RangeEnd {
  readonly sums: ChunkSums;
}

export interface EstimateModelsInput extends EstimateInput {
  readonly sums: ChunkSums;
}

/** What each pipeline of Memify is told besides the dataset. */
export interface MemifyOptions extends Readonly<Record<MemifyPipeline, PipelineOptions>> {
  readonly coding_rules: NodeOptions;
  readonly triplet_embeddings: NodeOptions;
  readonly session_persistence: PipelineOptions & {
    /** Rows of sessions of the submitter; `null`: those that found something in the dataset. */
    readonly sessions: readonly string[] | null;
  };
  readonly consolidate_entities: DryRunOptions & {
    /** The lowest score of a merge or split. */
    readonly threshold: number;
  };
  readonly communities: DryRunOptions & {
    /** Whether a language model describes them. */
    readonly describes: boolean;
  };
}

interface PipelineOptions {
  /** Whether the job counts what it would do, and does nothing. Absent: the pipeline has no dry run. */
  readonly dry_run?: boolean;
}

interface DryRunOptions extends PipelineOptions {
  readonly dry_run: boolean;
}

interface NodeOptions extends PipelineOptions {
  /** `null`: the whole dataset. */
  readonly nodes: NodeSelection | null;
}

/** What a Memify job works on. */
export interface MemifyInput<P extends MemifyPipeline> extends TurnInput {
  readonly options: MemifyOptions[P];
}

export interface MemifyPlanInput<P extends MemifyPipeline> extends MemifyInput<P> {
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

export interface MemifyStepInput<P extends MemifyPipeline> extends MemifyInput<P> {
  readonly rows: Rows;
}

export interface AddOptions {
  /** Whether texts get one form of line ends, letters and blank lines. */
  readonly normalize_text: boolean;
  /** Whether the rows of tables become records. */
  readonly structured_ingest: boolean;
  /** Whether a document whose content has not changed keeps its chunks. */
  readonly incremental: boolean;
  /** Whether the dataset keeps the original bytes beside the Markdown. */
  readonly persist_source_copy: boolean;
}

/** What the steps of an Add job have in common. */
export interface AddStep extends DatasetInput {
  readonly inputs_digest: string;
  readonly options: AddOptions;
}

export interface AddTextsStep extends AddStep {
  /** Positions among the inputs of the job. */
  readonly ordinals: readonly number[];
}

/** A step about one input. */
export interface AddInputStep extends AddStep {
  readonly ordinal: number;
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
