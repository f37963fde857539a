/**
 * The step that runs one level of a performance run, in the process that generates load, and keeps what it measures.
 */
import { loadText } from '../../../domain/evaluation/performance/load-text.ts';
import { beginLevel, keepTally } from '../../../domain/evaluation/performance/levels.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { InvalidCode, LevelPlan, StoredTally } from '../../../engines/evaluation/performance/index.ts';
import { reportLevel } from '../../../engines/evaluation/performance/index.ts';
import type { Config } from '../../../domain/settings.ts';
import type { Database } from '../../../platform/database/client.ts';
import { createAddressGuard } from '../../../platform/network-guard/lookup.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Step } from '../../step/step.ts';
import { headersOf } from '../targets/headers.ts';
import type { Endpoint } from '../targets/target.ts';
import { readPrompts } from './prompts.ts';
import type { PromptSource } from './prompts.ts';
import type { LoadGenerator } from './pool.ts';
import { poolCaller } from '../../step/pool-caller.ts';

export interface LevelDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly config: Pick<Config, 'network' | 'evaluation'>;
  readonly load: Pick<LoadGenerator, 'run'>;
}

export interface LevelInput {
  readonly envelope: JobEnvelope;
  readonly ordinal: number;
  readonly plan: LevelPlan;
  readonly target: Endpoint;
  readonly prompts: PromptSource;
}

export interface LevelOutcome {
  readonly within_objective: number | null;
  readonly invalid: readonly InvalidCode[];
}

/** A level that an earlier attempt has begun goes on from its last snapshot; one that ended is not repeated. */
export async function runLevel(dependencies: LevelDependencies, input: LevelInput, step: Step): Promise<LevelOutcome> {
  step.begin();
  const { ordinal, plan } = input;
  const { tally: before, hasEnded } = await beginLevel(dependencies.database, step.jobId, ordinal, plan);
  const tally = hasEnded && before !== null ? before : await generate(dependencies, input, before, step);
  const { within_objective, invalid } = reportLevel(plan.load, plan.objective, tally);
  return { within_objective, invalid: invalid.map(({ code }) => code) };
}

async function generate(
  { database, objects, secrets, config, load }: LevelDependencies,
  { envelope, ordinal, plan, target, prompts }: LevelInput,
  before: StoredTally | null,
  step: Step,
): Promise<StoredTally> {
  const { jobId, onProgress } = step;
  const { network, evaluation } = config;
  // The sockets check it again; here it fails the job, instead of each request.
  await createAddressGuard(network.allow).admit(new URL(target.url).hostname.replaceAll(/[[\]]/g, ''));
  const order = {
    plan,
    url: target.url,
    network,
    before,
    maxConnections: evaluation.maxParallel,
    maxRate: evaluation.maxRate,
    headers: await headersOf(secrets, evaluation, target),
    prompts: await readPrompts({ database, objects }, prompts, envelope, step),
  };
  let kept = Promise.resolve();
  const tally = await load.run(order, {
    ...poolCaller(envelope, step),
    onProgress: (progress) => {
      if ('completed' in progress) {
        const { completed } = progress;
        const message = `level ${ordinal + 1}: ${loadText(plan.load)}`;
        onProgress({ completed, total: plan.load.number, unit: 'requests', message });
      } else {
        // One that is not written costs the next attempt a few seconds; the end of the level is written for certain.
        kept = kept.then(() => keepTally(database, jobId, ordinal, progress.snapshot)).catch(() => undefined);
      }
    },
  });
  await kept;
  await keepTally(database, jobId, ordinal, tally, true);
  return tally;
}
