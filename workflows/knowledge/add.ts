/** The Add job: inputs become documents of a dataset; what has to be parsed is parsed by child jobs. */
import type { KnowledgeActivities } from '../../activities/knowledge/index.ts';
import type { AddOptions, DatasetJobInput } from '../../activities/knowledge/types.ts';
import type { InputType, InputOutcome, OutcomeCounts } from '../../domain/knowledge/documents/index.ts';
import type { AddResult } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { plainRequest, tableRequest } from '../../domain/parse/request.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import { runJob } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { steps } from '../job/steps.ts';
import { parseJob } from '../parse.ts';

/** An input as the workflow needs it; its text, label and metadata are in the object store. */
export interface AddedInput {
  readonly input_type: InputType;
  /** For people. */
  readonly source: string;
  /** Where the bytes are, of an input that has to be parsed. */
  readonly locator?: Locator;
  readonly document_id?: string;
}

export interface AddJobInput extends DatasetJobInput<'knowledge.add'> {
  /** Names the objects that hold the inputs. */
  readonly inputs_digest: string;
  readonly inputs: readonly AddedInput[];
  readonly options: AddOptions;
  /** Batches that runs before this one have dealt with, and what became of their inputs. */
  readonly so_far?: { readonly done: number; readonly counts: OutcomeCounts };
}

/** Batches at once; each parse job waits for a converter of its own. */
const PARALLEL_BATCHES = 8;

/** Texts of a step: enough that a step costs little beside them, few enough that several steps share a job's texts. */
const TEXTS_OF_STEP = 50;

const NOTHING: OutcomeCounts = { added: 0, updated: 0, unchanged: 0, failed: 0 };

/** Adds inputs to a dataset. What is wrong with an input is its own outcome; the others are added. */
export function addJob(input: AddJobInput): Promise<AddResult> {
  return runJob(input, async (job) => {
    const { inputs, dataset_id, so_far } = input;
    const batches = batchesOf(inputs);
    let counts = so_far?.counts ?? NOTHING;
    const work = async (ordinals: readonly number[]): Promise<void> => {
      const more = await addBatch(job, input, ordinals);
      counts = sum(counts, more);
      const completed = counts.added + counts.updated + counts.unchanged + counts.failed;
      job.showProgress({ completed, total: inputs.length, unit: 'inputs', message: null });
    };
    const continueAs = (done: number): AddJobInput => ({ ...input, so_far: { done, counts } });
    await job.each(batches, { parallel: PARALLEL_BATCHES, from: so_far?.done ?? 0, continueAs }, work);
    return { dataset_id, ...counts };
  });
}

/** Positions of the inputs, together as they are worked on: texts by the step, each other input by itself. */
function batchesOf(inputs: readonly AddedInput[]): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let texts: number[] | null = null;
  for (const [ordinal, { input_type }] of inputs.entries()) {
    if (input_type !== 'text') batches.push([ordinal]);
    else if (texts && texts.length < TEXTS_OF_STEP) texts.push(ordinal);
    else batches.push((texts = [ordinal]));
  }
  return batches;
}

async function addBatch(job: Job, input: AddJobInput, ordinals: readonly number[]): Promise<OutcomeCounts> {
  const [ordinal = 0] = ordinals;
  const first = input.inputs[ordinal];
  if (first?.input_type !== 'text') return first ? addOne(job, input, first, ordinal) : NOTHING;
  const { envelope, dataset_id, inputs_digest, options } = input;
  const summary = ordinals.length === 1 ? first.source : `${ordinals.length} texts, from ${first.source}`;
  const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, summary);
  const about = { envelope, dataset_id, inputs_digest, ordinals, options };
  return job.step(knowledge, 'addTexts', about, { key: String(ordinal) });
}

async function addOne(job: Job, input: AddJobInput, added: AddedInput, ordinal: number): Promise<OutcomeCounts> {
  const outcome = await addDocument(job, input, added, ordinal);
  return { ...NOTHING, [outcome]: 1 };
}

async function addDocument(job: Job, input: AddJobInput, added: AddedInput, ordinal: number): Promise<InputOutcome> {
  const { envelope, dataset_id, inputs_digest, options } = input;
  const { source, locator, document_id } = added;
  const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, source);
  const key = String(ordinal);
  const about = { envelope, dataset_id, inputs_digest, ordinal, options };
  if (locator === undefined) {
    return job.step(
      knowledge,
      'addDocument',
      { ...about, document_id: document_id ?? '', child_job_id: null },
      { key },
    );
  }
  const child = await job.child({
    key,
    kind: 'parse',
    workflow: parseJob,
    source,
    summary: `parse · ${source}`,
    input: { request: options.structured_ingest ? tableRequest(locator) : plainRequest(locator) },
  });
  const { job_id: child_job_id, error, result } = child;
  if (error) return job.step(knowledge, 'recordFailedInput', { ...about, child_job_id, error }, { key });
  return job.step(
    knowledge,
    'addDocument',
    { ...about, document_id: result.document.document_id, child_job_id },
    { key },
  );
}

function sum(counts: OutcomeCounts, more: OutcomeCounts): OutcomeCounts {
  return {
    added: counts.added + more.added,
    updated: counts.updated + more.updated,
    unchanged: counts.unchanged + more.unchanged,
    failed: counts.failed + more.failed,
  };
}
