/** An archive whose files become documents of their own: each is parsed by a child job, a few at a time. */
import { workflowInfo } from '@temporalio/workflow';
import type { ParseActivities } from '../activities/parse/index.ts';
import type { SourceInput } from '../activities/parse/types.ts';
import { PARSE_TASK_QUEUE } from '../domain/manifests/parse.ts';
import { fileRequest } from '../domain/parse/request.ts';
import type { ConvertedDocument, ParseJobResult } from '../domain/parse/results.ts';
import type { StoredSource } from '../domain/parse/source.ts';
import type { Job } from './job/job.ts';
import { steps } from './job/steps.ts';

/** The input of a parse job. One for an archive of many files spans several runs. */
export interface ParseJobInput extends SourceInput {
  /** State carried over from earlier runs; absent in the first run. */
  readonly so_far?: {
    /** When the work on the archive began, in milliseconds since 1970. */
    readonly began_ms: number;
    readonly source: StoredSource;
    readonly files: number;
    readonly done: number;
  };
}

/** Files at once; each waits for a converter of its own. */
const PARALLEL_FILES = 8;

/** A file that fails is a job that failed; the document of the archive lists them all. */
export async function parseFiles(
  job: Job,
  jobInput: ParseJobInput,
  source: StoredSource,
  parseJob: (input: ParseJobInput) => Promise<ParseJobResult>,
): Promise<ConvertedDocument> {
  const { envelope, request, so_far } = jobInput;
  const began_ms = so_far?.began_ms ?? Date.now();
  const archive = steps<ParseActivities>(envelope, PARSE_TASK_QUEUE, `files ← ${envelope.source}`);
  const input = { envelope, source, options: request.options };
  const files = so_far?.files ?? (await job.step(archive, 'unpackArchive', input));
  let completed = so_far?.done ?? 0;
  const continueAs = (done: number): ParseJobInput => ({ ...jobInput, so_far: { began_ms, source, files, done } });
  const ordinals = Array.from({ length: files }, (_, ordinal) => ordinal);
  await job.each(ordinals, { parallel: PARALLEL_FILES, from: completed, continueAs }, async (ordinal) => {
    // Its name may be confidential.
    const label = `${envelope.source}#${ordinal + 1}`;
    await job.child({
      key: String(ordinal),
      kind: 'parse',
      workflow: parseJob,
      source: label,
      summary: `parse · ${label}`,
      input: { request: fileRequest(request, { job_id: workflowInfo().workflowId, ordinal }) },
    });
    completed++;
    job.showProgress({ completed, total: files, unit: 'files', message: null });
  });
  return job.step(archive, 'listArchive', input);
}
