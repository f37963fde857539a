/** The Add job: inputs become documents of a dataset; what has to be parsed is parsed by child jobs. */
import type { KnowledgeActivities } from '../activities/knowledge/index.ts';
import type { AddOptions } from '../activities/knowledge/types.ts';
import type { InputType } from '../domain/knowledge/documents.ts';
import type { InputOutcome } from '../domain/knowledge/inputs.ts';
import type { AddResult } from '../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../domain/manifests/knowledge.ts';
import { plainRequest } from '../domain/parse/request.ts';
import type { Locator } from '../domain/parse/locator.ts';
import { runJob } from './job/job.ts';
import type { Job } from './job/job.ts';
import { steps } from './job/steps.ts';
import type { DatasetJobInput } from './knowledge.ts';
import { parseJob } from './parse.ts';

/** An input as the workflow needs it; its text, label and metadata are in the object store. */
export interface AddedInput {
  readonly input_type: InputType;
  /** For people. */
  readonly source: string;
  /** Of what has to be parsed. */
  readonly locator?: Locator;
  readonly document_id?: string;
}

export interface AddJobInput extends DatasetJobInput<'knowledge.add'> {
  /** Names the objects that hold the inputs. */
  readonly inputs_digest: string;
  readonly inputs: readonly AddedInput[];
  readonly options: AddOptions;
  /** Inputs that runs before this one have dealt with, and what became of them. */
  readonly so_far?: { readonly done: number; readonly counts: Counts };
}

type Counts = Readonly<Record<InputOutcome, number>>;

/** Inputs at once; each parse job waits for a converter of its own. */
const PARALLEL_INPUTS = 8;

const NOTHING: Counts = { added: 0, updated: 0, unchanged: 0, failed: 0 };

/** Adds inputs to a dataset. What is wrong with an input is its own outcome; the others are added. */
export function addJob(input: AddJobInput): Promise<AddResult> {
  return runJob(input, async (job) => {
    const { inputs, dataset_id, so_far } = input;
    let counts = so_far?.counts ?? NOTHING;
    const work = async (added: AddedInput, ordinal: number): Promise<void> => {
      const outcome = await addInput(job, input, added, ordinal);
      counts = { ...counts, [outcome]: counts[outcome] + 1 };
      const completed = counts.added + counts.updated + counts.unchanged + counts.failed;
      job.showProgress({ completed, total: inputs.length, unit: 'inputs', message: null });
    };
    const done = await job.each(inputs, { parallel: PARALLEL_INPUTS, from: so_far?.done ?? 0 }, work);
    if (done < inputs.length) await job.continueAsNewIfSuggested<AddJobInput>({ ...input, so_far: { done, counts } });
    return { dataset_id, ...counts };
  });
}

async function addInput(job: Job, input: AddJobInput, added: AddedInput, ordinal: number): Promise<InputOutcome> {
  const { envelope, dataset_id, inputs_digest, options } = input;
  const { input_type, source, locator, document_id } = added;
  const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, source);
  const key = String(ordinal);
  const about = { envelope, dataset_id, inputs_digest, ordinal, options };
  if (input_type === 'text') return job.step(knowledge, 'addText', about, { key });
  if (locator === undefined) {
    return job.step(
      knowledge,
      'addDocument',
      { ...about, document_id: document_id ?? '', child_job_id: null },
      { key },
    );
  }
  const child = await job.child({
    ...{ key, kind: 'parse', workflow: parseJob, source, summary: `parse · ${source}` },
    input: { request: plainRequest(locator) },
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
