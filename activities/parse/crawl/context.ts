/** What all visits of one stretch of a crawl share. */
import { ServiceError } from '../../../errors/index.ts';
import type { SkipReason } from '../../../engines/parse/options.ts';
import type { Scope } from '../../../engines/parse/web_crawler/scope.ts';
import type { Traps } from '../../../engines/parse/web_crawler/traps.ts';
import type { Step } from '../../step/step.ts';
import type { ConvertDependencies } from '../convert.ts';
import type { FetchSourceDependencies } from '../fetch-source.ts';
import type { Frontier } from '../../../domain/parse/crawl/frontier.ts';
import type { Hosts } from './hosts.ts';
import type { CrawlInput } from './types.ts';

export type CrawlDependencies = ConvertDependencies & FetchSourceDependencies;

export interface Crawl {
  readonly dependencies: CrawlDependencies;
  readonly input: CrawlInput;
  readonly jobId: string;
  readonly frontier: Frontier;
  readonly hosts: Hosts;
  readonly traps: Traps;
  /** `null` until the start page has been visited: it may lead to another host. */
  scope: Scope | null;
  readonly signal: AbortSignal;
  readonly spend: Step['spend'];
  /** Runs one at a time what looks for a page's double and then settles it. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A batch ends well before its step's time is up. */
export function limitOf({ input }: Crawl): number {
  return input.envelope.limits.step_timeout_ms / 4;
}

/** Ends a visit whose page is not wanted after all. */
export function unwanted(reason: SkipReason, detail: string): ServiceError {
  return new ServiceError('fetch_failed', detail, { reason, unwanted: true }, undefined, false);
}
