import type { Probes } from '../engines/availability.ts';
import type { Config } from '../domain/settings.ts';
import type { Database } from '../platform/database/client.ts';
import type { FairReads } from '../platform/database/fair-reads.ts';
import type { AddressPolicy } from '../platform/network-guard/addresses.ts';
import type { ObjectStore } from '../platform/objects/index.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { Temporal } from '../platform/temporal/client.ts';
import type { HasPoller } from '../platform/temporal/workers.ts';
import type { ReadInstallation } from './installation/installation.ts';
import type { RecordFigure } from './figures.ts';
import type { Metrics } from './metrics.ts';
import type { CandidateLists } from '../domain/knowledge/graph/index.ts';
import type { PromptProfiles } from '../domain/knowledge/cognify/prompt-profiles.ts';
import type { Scales } from '../domain/models/scales.ts';
import type { Models } from '../domain/models/index.ts';
import type { JobEvent } from '../domain/jobs/model.ts';
import type { OpenJobs } from './limits/open-jobs.ts';

/** What handlers work with; made once in each process, by open-services.ts. */
export interface Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly temporal: Temporal;
  readonly hasPoller: HasPoller;
  readonly probes: Probes;
  readonly database: Database;
  /** The database for searches, and lists that are filtered. */
  readonly fairReads: FairReads;
  readonly objects: ObjectStore;
  readonly models: Models;
  /** How to read the cosines of embedding models. */
  readonly scales: Scales;
  readonly promptProfiles: PromptProfiles;
  readonly candidateLists: CandidateLists;
  readonly secrets: Secrets;
  /** Where outbound requests may lead. */
  readonly addressPolicy: AddressPolicy;
  /** What a scraper is shown. Handlers {@link record} what they measure, whichever process serves them. */
  readonly metrics: Pick<Metrics, 'render' | 'registry'>;
  readonly record: RecordFigure;
  readonly readInstallation: ReadInstallation;
  readonly openJobs: OpenJobs;
  readonly eventFeeds: {
    /** The job's events with a higher sequence as they happen, to the last one or until the signal aborts. */
    follow(jobId: string, afterSequence: number, signal: AbortSignal): AsyncGenerator<JobEvent>;
  };
  /** Aborted on shutdown: handlers that wait for anything but their client respond then. */
  readonly stopping: AbortSignal;
}
