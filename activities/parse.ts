/** The steps of a parse job. */
import { awaitCredential } from './parse/await-credential.ts';
import type { AwaitCredentialDependencies } from './parse/await-credential.ts';
import { crawl } from './parse/crawl/crawl.ts';
import { indexSite } from './parse/crawl/index-site.ts';
import type { CrawlInput } from './parse/crawl/types.ts';
import { convert } from './parse/convert.ts';
import type { ConvertDependencies } from './parse/convert.ts';
import { fetchSource } from './parse/fetch-source.ts';
import type { FetchSourceDependencies } from './parse/fetch-source.ts';
import { inspectSource } from './parse/inspect-source.ts';
import type { InspectSourceDependencies } from './parse/inspect-source.ts';
import type { ConvertInput, SourceInput } from './parse/types.ts';
import { runMoment, runStep } from './step.ts';

export type ParseDependencies = FetchSourceDependencies & ConvertDependencies & AwaitCredentialDependencies;

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
  return {
    awaitCredential: (input: { readonly secret: string }) => awaitCredential(dependencies, input),
    fetchSource: (input: SourceInput) => runStep(input.envelope, (step) => fetchSource(dependencies, input, step)),
    convert: (input: ConvertInput) => runStep(input.envelope, (step) => convert(dependencies, input, step)),
    crawl: (input: CrawlInput) => runStep(input.envelope, (step) => crawl(dependencies, input, step)),
    indexSite: (input: CrawlInput) => runStep(input.envelope, (step) => indexSite(dependencies, input, step)),
  };
}
