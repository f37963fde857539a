/**
 * The job model shared by the API, the workflows and the activities: names and types, no behavior.
 * @deterministic
 */
import type { ErrorCode } from '../../errors/index.ts';
import type { KindOfJob } from '../manifests/manifest.ts';
import { MANIFESTS, ofAllDomains } from '../manifests/index.ts';
import type { EventType, Resource } from '../manifests/index.ts';
import type { Webhook } from '../webhook/model.ts';
import type { SpentSoFar, Usage } from './usage.ts';

export const KINDS_OF_JOBS = ofAllDomains('kinds') satisfies Readonly<Record<string, KindOfJob>>;
export type JobKind = keyof typeof KINDS_OF_JOBS;
/** Workflows that run jobs of a kind. */
export type WorkflowOfKind<Kind extends JobKind> = (typeof KINDS_OF_JOBS)[Kind]['workflows'][number];
export const JOB_KINDS: readonly JobKind[] = Object.keys(KINDS_OF_JOBS).filter(isJobKind);

export function isJobKind(text: string): text is JobKind {
  return Object.hasOwn(KINDS_OF_JOBS, text);
}

export const JOB_STATES = ['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** States that only a retry can change. */
export type FinalJobState = Extract<JobState, 'succeeded' | 'failed' | 'cancelled'>;

/**
 * Custom search attributes of jobs (Keyword), registered by temporal-config. Only child jobs have a parent, only jobs
 * of a batch that batch.
 */
export const SEARCH_ATTRIBUTES = {
  kind: 'JobKind',
  state: 'JobState',
  tenant: 'TenantId',
  parent: 'JobParent',
  batch: 'JobBatch',
} as const;

/**
 * What is known about a job when it is accepted: the first argument of its workflow, also kept in the memo, where it
 * can be read without a worker. Never contains secrets or document text.
 */
export interface JobEnvelope<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly tenant_id: string;
  /** The job that started it; absent when a request started it. */
  readonly parent_job_id?: string;
  /** The batch of its request; absent when it has none. */
  readonly batch_id?: string;
  /** Who submitted it (token subject). */
  readonly subject: string;
  /** Roles and stated purpose of the request: the job reads its sources with the submitter's permissions. */
  readonly roles: readonly string[];
  readonly purpose: string | null;
  /** 0 to 9; higher runs first. */
  readonly priority: number;
  /** SHA-256 of the canonical request; `null` without an `Idempotency-Key`. */
  readonly fingerprint: string | null;
  /** Whether it only estimates what a job of its kind would do; absent when it does not. */
  readonly dry_run?: boolean;
  /** What it works on, for display: a locator without query and credentials. */
  readonly source: string;
  /** W3C trace context of the request. */
  readonly traceparent: string;
  /** RFC 3339, by the API's clock. */
  readonly created_at: string;
  readonly limits: JobLimits;
}

/** Limits are inputs of a job, so that replay is deterministic after a configuration change. */
export interface JobLimits {
  readonly step_timeout_ms: number;
  readonly heartbeat_timeout_ms: number;
  readonly retention_days: number;
  /** Maximum number of running jobs of its tenant; absent when there is no limit, so the job requests no slot. */
  readonly max_running_jobs?: number;
}

/**
 * The common part of the first argument of every job's workflow; the domain adds its own members. A workflow takes jobs
 * of the kind that its manifest says (workflows/versioned.ts).
 */
export interface JobInput<Kind extends JobKind = JobKind> {
  readonly envelope: JobEnvelope<Kind>;
  /** The receiver of the job's events; `null` when there is none. */
  readonly webhook: Webhook | null;
  /** Set in every run that continued as new from an earlier one. */
  readonly continued?: JobContinuation;
}

/** State that `runJob` carries from one run of a job to the next. Events stay in the history of their run. */
export interface JobContinuation {
  readonly started_at: string | null;
  readonly progress: JobProgress | null;
  /** Of its own steps. */
  readonly usage: Usage;
  /** Of its child jobs. */
  readonly children_usage: Usage;
  /** `null` when it has started no child jobs. None of them is open. */
  readonly children: ChildCounts | null;
  readonly is_paused: boolean;
  readonly counts_progress: boolean;
}

export interface JobProgress {
  readonly completed: number;
  readonly total: number | null;
  readonly unit: string;
  readonly message: string | null;
}

/** How a child job ended. */
export type ChildEnd<R> =
  | { readonly job_id: string; readonly state: 'succeeded'; readonly result: R; readonly error: null }
  | {
      readonly job_id: string;
      readonly state: Exclude<FinalJobState, 'succeeded'>;
      readonly result: null;
      readonly error: JobError;
    };

/** How a child job ended, and what it and its own children have spent in all their runs. */
export type ChildOutcome<R> = ChildEnd<R> & { readonly usage: Usage };

/** A child job that has ended, as its parent notes it. */
export type EndedChild = Pick<ChildOutcome<unknown>, 'job_id' | 'state' | 'usage'>;

/** Child jobs as counted by their parent: open ones, and ended ones by final state. */
export type ChildCounts = Readonly<Record<FinalJobState | 'open', number>>;

export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

export type JobEventType = EventType;
export const JOB_EVENT_TYPES = Object.values(MANIFESTS).flatMap(({ events }): readonly JobEventType[] => events);

export interface JobEvent {
  readonly event_id: string;
  readonly job_id: string;
  /** Starts at 1 and increases by one without gaps. */
  readonly sequence: number;
  readonly type: JobEventType;
  readonly occurred_at: string;
  readonly message: string;
  /** The Temporal run in which it happened; a retried job has several. */
  readonly run_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event emitted by a workflow. */
export interface EmittedEvent {
  readonly type: JobEventType;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as the workflow writes it to its history (as the memo field `event`). The history provides the rest. */
export interface NotedEvent extends EmittedEvent {
  /** By the workflow's clock, so that the job's record has the same time; the history's own time is slightly later. */
  readonly occurred_at: string;
}

/** The memo of a job's workflow. Each `event` replaces the previous one; the history keeps all of them. */
export interface JobMemo {
  readonly job: JobEnvelope;
  readonly event?: NotedEvent;
  readonly started_at?: string;
  /** When the work ended. The workflow closes once the record is written. */
  readonly finished_at?: string;
  readonly progress?: JobProgress;
  /** What its own steps had spent when the memo was last changed. */
  readonly usage?: Usage;
  /** What its child jobs have spent; absent until the first has ended. */
  readonly children_usage?: Usage;
  /** Usage of cancelled steps that `usage` does not include; set when the job ends. */
  readonly unreported?: Usage;
  /** Whether `progress` is counted by the workflow itself. The progress of a step then does not replace it. */
  readonly counts_progress?: boolean;
  /** Whether the job is paused: it starts no further steps. */
  readonly paused?: boolean;
  /** Whether it waits for a slot, that is, for another job of its tenant to end. */
  readonly awaits_capacity?: boolean;
  /** Absent until it starts a child job. */
  readonly children?: ChildCounts;
  /** The child job that ended last; the history keeps them all. */
  readonly ended_child?: EndedChild;
}

/** Signals that pause a job before its next step, and resume it. */
export const PAUSE_SIGNAL = 'pause';
export const RESUME_SIGNAL = 'resume';

/** Signal that a job waiting for a slot may start. */
export const CAPACITY_SIGNAL = 'capacity';
/** Signal to the workflow that watches a tenant's waiting jobs: some jobs are waiting. */
export const WATCH_SIGNAL = 'watch';
/**
 * That workflow. Its type is here because an activity starts it: workflows import types of activities, and no circle
 * may close.
 */
export type WatchCapacity = (tenantId: string) => Promise<void>;

/** What the activity of a step returns: its value, and what the job must know about the work. */
export interface StepResult<T> {
  /**
   * When a worker started the work; RFC 3339, by that worker's clock. The signal `started` may arrive later or not at
   * all.
   */
  readonly began_at: string;
  /** Over all attempts. */
  readonly usage: Usage;
  readonly value: T;
}

/** What a step's activity receives besides its input. */
export interface StepContext {
  /** Whether an earlier run of the job may already have finished the step. */
  readonly is_later_run: boolean;
}

/** Signal with which a step reports to its workflow. */
export const STEP_SIGNAL = 'step';
/**
 * `started`: a worker started the work of an attempt (not sent for a first attempt that ends quickly); `retrying`: the
 * attempt failed and will be retried; `handed_back`: its worker is shutting down and another worker continues;
 * `progress`: sent occasionally, while heartbeats carry every change.
 */
export const STEP_PHASES = ['started', 'retrying', 'handed_back', 'progress'] as const;
export interface StepSignal {
  readonly phase: (typeof STEP_PHASES)[number];
  /** Identifies the step among the running ones. */
  readonly activity_id: string;
  /** Name of the activity. */
  readonly step: string;
  /** Starts at 1; attempts that only waited do not count. */
  readonly attempt: number;
  /** As in {@link StepResult}; `null` while the work has not started. */
  readonly began_at: string | null;
  readonly error: JobError | null;
  readonly progress: JobProgress | null;
  readonly spent?: SpentSoFar;
}

/**
 * The heartbeat of a running step: its progress, for the job's status, and the state that its next attempt continues
 * from.
 */
export interface StepHeartbeat {
  readonly progress: JobProgress | null;
  readonly checkpoint: unknown;
  /** As in {@link StepResult}; `null` while no attempt has started the work. */
  readonly began_at?: string | null;
  /**
   * Attempts so far that were no fault of the step's: its worker stopped (`handed_back`), a provider refused it, or it
   * only waited.
   */
  readonly uncounted?: number;
  /** Those among them in which it did nothing but wait, or was refused again: its job has heard nothing of them. */
  readonly waited?: number;
  /** The latest attempts in a row that a provider refused because of its rate limit. */
  readonly refused?: number;
  /** Set while it only waits; then it may have left its worker until its next attempt. */
  readonly waiting?: StepWaiting | null;
  /** Usage of the step over all attempts so far. */
  readonly usage?: Usage;
}

/** What a step waits for before or during its work. */
export interface StepWaiting {
  readonly for: Resource;
  /** Number of steps in its worker that wait for the same resource, including this one. */
  readonly queued: number;
  /** The job that has the resource, where jobs take turns. */
  readonly job_id?: string;
}
