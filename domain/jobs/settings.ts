/** Settings of jobs of all kinds: how long they are kept, and how long their steps may take. */
import type { SettingsReader } from '../../platform/config/reader.ts';

export interface JobSettings {
  /** How long a finished job, its result and its idempotency key are kept. */
  readonly retentionDays: number;
  /** How long a synchronous endpoint waits for its jobs. */
  readonly syncDeadlineMs: number;
  /** A running step without a heartbeat for this long is considered dead and is retried elsewhere. */
  readonly heartbeatTimeoutMs: number;
  /** Time limit for one attempt of a step that reads or converts a source. */
  readonly stepTimeoutMs: number;
  /** How long a job waits for a missing credential of its engine. */
  readonly credentialWaitMs: number;
}

export function readJobs({ integer }: SettingsReader): JobSettings {
  return {
    retentionDays: integer('JOB_RETENTION_DAYS', 30, 1),
    syncDeadlineMs: integer('SYNC_DEADLINE_MS', 60_000, 1),
    heartbeatTimeoutMs: integer('HEARTBEAT_TIMEOUT_MS', 20_000, 500),
    stepTimeoutMs: integer('STEP_TIMEOUT_MS', 15 * 60_000, 1000),
    credentialWaitMs: integer('CREDENTIAL_WAIT_MS', 15 * 60_000, 0),
  };
}
