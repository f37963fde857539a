/** The step that runs one level of a performance run, in the process that generates load, and keeps what it measures. */
import { beginLevel, keepTally } from '../../domain/evaluation/levels.ts';
import { submittedCases } from '../../domain/evaluation/submitted-cases.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { Case } from '../../engines/evaluation/case.ts';
import type { InvalidCode } from '../../engines/evaluation/load/validity.ts';
import type { LevelPlan } from '../../engines/evaluation/load/load.ts';
import { reportLevel } from '../../engines/evaluation/load/level-report.ts';
import type { Message, Prompts } from '../../engines/evaluation/load/prompts.ts';
import type { StoredTally } from '../../engines/evaluation/load/tally.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/client.ts';
import { createAddressGuard } from '../../platform/network-guard/lookup.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Step } from '../step/step.ts';
import { headersOf } from './load/headers.ts';
import type { LoadTarget } from './load/target.ts';
import type { LoadGenerator } from './load/pool.ts';

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
  readonly target: LoadTarget;
  readonly prompts: PromptSource;
}

/** The cases of the request, which are an object of the job, or the length of prompts that are made up. */
export type PromptSource = { readonly cases_digest: string } | { readonly words: number };

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
  { jobId, signal, onProgress }: Step,
): Promise<StoredTally> {
  const { network, evaluation } = config;
  // The sockets check it again; here it fails the job, instead of each request.
  await createAddressGuard(network.allow).admit(new URL(target.url).hostname.replaceAll(/[[\]]/g, ''));
  const order = {
    ...{ plan, url: target.url, network, before },
    ...{ maxConnections: evaluation.maxParallel, maxRate: evaluation.maxRate },
    headers: await headersOf(secrets, evaluation, target),
    prompts:
      'words' in prompts ? prompts : await readPrompts(submittedCases(objects, jobId, prompts.cases_digest, signal)),
  };
  let kept = Promise.resolve();
  const tally = await load.run(order, {
    ...{ key: fairnessKey(envelope.tenant_id), signal, timeoutMs: envelope.limits.step_timeout_ms },
    onProgress: (progress) => {
      if ('completed' in progress) {
        const { completed } = progress;
        onProgress({ completed, total: plan.load.number, unit: 'requests', message: `level ${ordinal + 1}` });
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

async function readPrompts(cases: AsyncIterable<Case>): Promise<Prompts> {
  const given: (readonly Message[])[] = [];
  for await (const { user_input = '', conversation_turns } of cases) {
    given.push(conversation_turns ?? [{ role: 'user', content: user_input }]);
  }
  return { given };
}
