/** The steps of a parse job. */
import { completeOptions } from '../../engines/parse/options.ts';
import type { ParseOptions } from '../../engines/parse/options.ts';
import { crawl } from './crawl/crawl.ts';
import { indexSite } from './crawl/index-site.ts';
import type { CrawlInput } from './crawl/types.ts';
import { convert } from './convert/convert.ts';
import type { ConvertDependencies } from './convert/convert.ts';
import { fetchSource } from './fetch/fetch-source.ts';
import type { FetchSourceDependencies } from './fetch/fetch-source.ts';
import { makeFormats } from './formats/make-formats.ts';
import { inspectSource } from './inspect-source.ts';
import type { InspectSourceDependencies } from './inspect-source.ts';
import type { ArchiveInput, ConvertInput, SourceInput } from './types.ts';
import { listArchive, unpackArchive } from './unpack-archive.ts';
import { runMoment } from '../step/plain-activities.ts';
import type { WaitingRooms } from '../step/waiting-room.ts';
import { stepsWith } from '../step/steps-with.ts';

export interface ParseDependencies extends FetchSourceDependencies, ConvertDependencies {
  readonly rooms: WaitingRooms;
}

/** Local activities: short, and run by the worker that runs the workflow. */
export type ParseLocalActivities = ReturnType<typeof createParseLocalActivities>;
export function createParseLocalActivities(dependencies: InspectSourceDependencies) {
  return {
    inspectSource: (input: SourceInput) => runMoment(() => inspectSource(dependencies, withRequest(input))),
  };
}

/** Steps that work on a source, run by the workers of their task queues. */
export type ParseActivities = ReturnType<typeof createParseActivities>;
export function createParseActivities(dependencies: ParseDependencies) {
  const stepOf = stepsWith(dependencies);
  return {
    fetchSource: stepOf((own, input: SourceInput, step) => fetchSource(own, withRequest(input), step)),
    convert: stepOf((own, input: ConvertInput, step) => convert(own, withOptions(input), step)),
    makeFormats: stepOf(makeFormats),
    unpackArchive: stepOf((own, input: ArchiveInput, step) => unpackArchive(own, withOptions(input), step)),
    listArchive: stepOf(listArchive),
    crawl: stepOf((own, input: CrawlInput, step) => crawl(own, withOptions(input), step)),
    indexSite: stepOf(indexSite),
  };
}

function withRequest(input: SourceInput): SourceInput {
  return { ...input, request: withOptions(input.request) };
}

/** Steps read complete options: jobs of earlier releases have stored fewer. */
function withOptions<T extends { readonly options: ParseOptions }>(holder: T): T {
  return { ...holder, options: completeOptions(holder.options) };
}
