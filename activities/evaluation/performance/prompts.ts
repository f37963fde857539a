/** Reads what the requests of a performance run say. */
import { casesOfDataset } from '../../../domain/evaluation/datasets/cases.ts';
import type { DatasetSource } from '../../../domain/evaluation/datasets/cases.ts';
import { findDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { submittedCases } from '../../../domain/evaluation/submitted-cases.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { Message, Prompts } from '../../../engines/evaluation/performance/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Step } from '../../step/step.ts';

export type PromptSource =
  /** Of the request: its cases are an object of the job. */
  | { readonly cases_digest: string }
  | { readonly dataset: DatasetSource }
  /** The length of prompts that are made up. */
  | { readonly words: number };

/** Of all prompts: the generator holds them in memory. */
const MOST_CHARACTERS = 16 * 1024 ** 2;

/** Throws `case_invalid` for a row without a prompt, `too_large`, and what reading the dataset throws. */
export async function readPrompts(
  { database, objects }: { readonly database: Database; readonly objects: ObjectStore },
  source: PromptSource,
  envelope: JobEnvelope,
  { jobId, signal }: Step,
): Promise<Prompts> {
  if ('words' in source) return source;
  // Its policy may have changed since the submission.
  if ('dataset' in source) await findDataset(database, accessorOf(envelope), source.dataset.dataset_id);
  const cases =
    'dataset' in source
      ? casesOfDataset(objects, source.dataset, signal)
      : submittedCases(objects, jobId, source.cases_digest, signal);
  const given: (readonly Message[])[] = [];
  let characters = 0;
  for await (const { user_input, conversation_turns } of cases) {
    const messages = conversation_turns ?? (user_input === undefined ? [] : [{ role: 'user', content: user_input }]);
    if (messages.length === 0) {
      const detail = `Prompt ${given.length} is missing: its row has neither user_input nor conversation_turns.`;
      throw new ServiceError('case_invalid', detail, { prompt: given.length });
    }
    for (const { content } of messages) characters += content.length;
    if (characters > MOST_CHARACTERS) {
      const detail =
        `The prompts have more than ${MOST_CHARACTERS} characters: set input.limit to fewer than ` +
        `${given.length + 1} rows.`;
      throw new ServiceError('too_large', detail, { limit: MOST_CHARACTERS });
    }
    given.push(messages);
  }
  return { given };
}
