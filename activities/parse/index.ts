/** The steps of a parse job. */
import { crawl } from './crawl/crawl.ts';
import { indexSite } from './crawl/index-site.ts';
import { convert } from './convert.ts';
import type { ConvertDependencies } from './convert.ts';
import { fetchSource } from './fetch-source.ts';
import type { FetchSourceDependencies } from './fetch-source.ts';
import { makeFormats } from './formats/make-formats.ts';
import { inspectSource } from './inspect-source.ts';
import type { InspectSourceDependencies } from './inspect-source.ts';
import type { SourceInput } from './types.ts';
import { runMoment } from '../step/plain.ts';
import type { WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';

export interface ParseDependencies extends FetchSourceDependencies, ConvertDependencies {
  readonly rooms: WaitingRooms;
}

/** Local activities: short, and run by the worker that runs the workflow. */
export type ParseLocalActivities = ReturnType<typeof createParseLocalActivities>;
export function createParseLocalActivities(dependencies: InspectSourceDependencies) {
  return {
    inspectSource: (input: SourceInput) => runMoment(() => inspectSource(dependencies, input)),
  };
}

/** Steps that work on a source, run by the workers of their task queues. */
export type ParseActivities = ReturnType<typeof createParseActivities>;
export function createParseActivities(dependencies: ParseDependencies) {
  const stepOf = stepsWith(dependencies);
  return {
    fetchSource: stepOf(fetchSource),
    convert: stepOf(convert),
    makeFormats: stepOf(makeFormats),
    crawl: stepOf(crawl),
    indexSite: stepOf(indexSite),
  };
}
