/** The synthesis: items are made, checked, and written as objects. */
import type { SynthesisActivities } from '../activities/synthesis/index.ts';
import type { JobInput } from '../domain/jobs/model.ts';
import { SYNTHESIS_TASK_QUEUE } from '../domain/manifests/synthesis.ts';
import type { OutputFormat } from '../domain/synthesis/outputs.ts';
import type { SynthesisResult } from '../domain/synthesis/results.ts';
import { runJob } from './job/job.ts';
import { steps } from './job/steps.ts';

export interface SynthesisJobInput extends JobInput<'synthesis.run'> {
  /** Of the request: part of the key of its order. */
  readonly order_digest: string;
  readonly engine_id: string;
  readonly seed: number;
  /** Items that are asked for. */
  readonly asked: number;
  readonly formats: readonly OutputFormat[];
  /** The client's name of the run. */
  readonly name: string | null;
}

export function synthesisJob(input: SynthesisJobInput): Promise<SynthesisResult> {
  return runJob(input, async (job) => {
    const { envelope, order_digest, engine_id, seed, asked, formats, name } = input;
    const synthesis = steps<SynthesisActivities>(envelope, SYNTHESIS_TASK_QUEUE, envelope.source);
    const counts = await job.step(synthesis, 'makeItems', { envelope, order_digest });
    const outputs = await job.step(synthesis, 'writeOutputs', {
      ...{ envelope, formats, counts },
      ...{ name, engine_id, seed, asked },
    });
    return { name, engine_id, asked, ...counts, outputs };
  });
}
