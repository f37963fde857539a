/** The state shared by all visits of one batch of a crawl. */
import { ServiceError } from '../../../errors/index.ts';
import type { SkipReason } from '../../../engines/parse/web_crawler/options.ts';
import type { Scope, Traps } from '../../../engines/parse/web_crawler/site/index.ts';
import type { Step } from '../../step/step.ts';
import type { ConvertDependencies } from '../convert/convert.ts';
import type { FetchSourceDependencies } from '../fetch/fetch-source.ts';
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
  readonly priorityKey: Step['priorityKey'];
  readonly spend: Step['spend'];
  /** Serialises the work that looks for a page's duplicate and then settles the page. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Time limit of a batch, well within the step's timeout. */
export function limitOf({ input }: Crawl): number {
  return input.envelope.limits.step_timeout_ms / 4;
}

/**
 * Ends a visit whose page turns out to be unwanted. Redirects are refused with it, so the network guard must let it
 * pass.
 */
export class Unwanted extends ServiceError {
  readonly reason: SkipReason;

  constructor(reason: SkipReason, detail: string) {
    super('fetch_failed', detail, { reason }, undefined, false);
    this.reason = reason;
  }
}
