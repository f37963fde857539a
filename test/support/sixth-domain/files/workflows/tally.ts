/** A tally: the words of texts are counted side by side, those of each part by a tally of its own. */
import type { TallyActivities } from '../activities/tally/index.ts';
import { failureOfError } from '../domain/jobs/failure.ts';
import type { JobInput } from '../domain/jobs/model.ts';
import { PARSE_TASK_QUEUE } from '../domain/manifests/parse.ts';
import type { TallyJobResult } from '../domain/tally/results.ts';
import { runJob } from './job/job.ts';
import type { Job } from './job/job.ts';
import { steps } from './job/steps.ts';

export interface TallyInput extends JobInput<'tally'> {
  /** Web addresses. */
  readonly texts: readonly string[];
  /** The texts of each part. */
  readonly parts: readonly (readonly string[])[];
}

export function tallyJob(input: TallyInput): Promise<TallyJobResult> {
  return runJob(input, async (job) => {
    const [texts, parts] = await Promise.all([countTexts(job, input), countParts(job, input)]);
    const words = [...texts, ...parts].reduce((sum, counted) => sum + counted.words, 0);
    return { words, parts };
  });
}

function countTexts(job: Job, { envelope, texts }: TallyInput) {
  const counting = steps<TallyActivities>(envelope, PARSE_TASK_QUEUE, envelope.source);
  let completed = 0;
  return Promise.all(
    texts.map(async (url, position) => {
      const counted = await job.step(counting, 'countText', { envelope, url, position }, { key: `${position + 1}` });
      completed++;
      job.emit({ type: 'tally.counted', message: `${counted.source}: ${counted.words} words.`, data: { ...counted } });
      job.showProgress({ completed, total: texts.length, unit: 'texts', message: counted.source });
      return counted;
    }),
  );
}

/** A part that fails makes the tally fail: without it the sum would be wrong. */
function countParts(job: Job, { envelope, parts }: TallyInput): Promise<TallyJobResult['parts']> {
  return Promise.all(
    parts.map(async (texts, index) => {
      const source = `part ${index + 1} of ${envelope.source}`;
      const order = { key: `part-${index + 1}`, kind: 'tally', workflow: tallyJob, source } as const;
      const part = await job.child({ ...order, summary: `tally · ${source}`, input: { texts, parts: [] } });
      if (part.error) throw failureOfError(part.error, new Error(`Part ${index + 1} is ${part.state}.`));
      return { job_id: part.job_id, words: part.result.words };
    }),
  );
}
