/** The steps of a parse job. */
import { awaitCredential } from '../step/await-credential.ts';
import type { AwaitCredentialDependencies } from '../step/await-credential.ts';
import { crawl } from './crawl/crawl.ts';
import { indexSite } from './crawl/index-site.ts';
import { convert } from './convert.ts';
import type { ConvertDependencies } from './convert.ts';
import { fetchSource } from './fetch-source.ts';
import type { FetchSourceDependencies } from './fetch-source.ts';
import { inspectSource } from './inspect-source.ts';
import type { InspectSourceDependencies } from './inspect-source.ts';
import type { SourceInput } from './types.ts';
import { runMoment, runStep } from '../step/step.ts';
import type { Step, WaitingRooms } from '../step/step.ts';
import type { JobInput, StepContext, StepResult } from '../../domain/jobs/model.ts';

export interface ParseDependencies extends FetchSourceDependencies, ConvertDependencies, AwaitCredentialDependencies {
  readonly rooms: WaitingRooms;
}

/** Short steps, run by the worker that holds the workflow. */
export type ParseLocalActivities = ReturnType<typeof createParseLocalActivities>;
export function createParseLocalActivities(dependencies: InspectSourceDependencies) {
  return {
    inspectSource: (input: SourceInput) => runMoment(() => inspectSource(dependencies, input)),
  };
}

/** Steps that work on a source, run by the workers of the engines' task queues. */
export type ParseActivities = ReturnType<typeof createParseActivities>;
export function createParseActivities(dependencies: ParseDependencies) {
  type Input = Pick<JobInput, 'envelope'>;
  const stepOf =
    <I extends Input, T>(work: (dependencies: ParseDependencies, input: I, step: Step) => Promise<T>) =>
    (input: I, context: StepContext): Promise<StepResult<T>> =>
      runStep(dependencies.rooms, { input, context }, (step) => work(dependencies, input, step));
  return {
    awaitCredential: (input: { readonly secret: string }) => awaitCredential(dependencies, input),
    fetchSource: stepOf(fetchSource),
    convert: stepOf(convert),
    crawl: stepOf(crawl),
    indexSite: stepOf(indexSite),
  };
}
