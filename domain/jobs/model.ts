/**
 * The words of the job model that the API, the workflows and the activities share: names and types, no behaviour. Every
 * layer may import this file.
 */
import type { ErrorCode } from '../../errors/index.ts';
import type { KindOfJob } from '../manifests/manifest.ts';
import { MANIFESTS, ofAllDomains } from '../manifests/index.ts';
import type { EventType } from '../manifests/index.ts';
import type { Webhook } from '../webhook/model.ts';
import type { SpentSoFar, Usage } from './usage.ts';

export const KINDS_OF_JOBS = ofAllDomains('kinds') satisfies Readonly<Record<string, KindOfJob>>;
export type JobKind = keyof typeof KINDS_OF_JOBS;
/** Workflows that run jobs of a kind. */
export type WorkflowOfKind<Kind extends JobKind> = (typeof KINDS_OF_JOBS)[Kind]['workflows'][number];
export const JOB_KINDS: readonly JobKind[] = Object.keys(KINDS_OF_JOBS).filter(isJobKind);

function isJobKind(text: string): text is JobKind {
  return Object.hasOwn(KINDS_OF_JOBS, text);
}

export const JOB_STATES = ['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** States that no longer change, but by a retry. */
export type FinalJobState = Extract<JobState, 'succeeded' | 'failed' | 'cancelled'>;

/** Custom search attributes of jobs (Keyword), registered by temporal-config. Child jobs alone have a parent. */
export const SEARCH_ATTRIBUTES = {
  kind: 'JobKind',
  state: 'JobState',
  tenant: 'TenantId',
  parent: 'JobParent',
} as const;

/**
 * What is known of a job when it is accepted: the first argument of its workflow, and in its memo, where it can be read
 * without a worker. Never holds a secret or document text.
 */
export interface JobEnvelope {
  readonly kind: JobKind;
  readonly tenant_id: string;
  /** The job that started it; absent when a request did. */
  readonly parent_job_id?: string;
  /** Who submitted it (token subject). */
  readonly subject: string;
  /** Roles and stated purpose of the request: the job reads its sources as its submitter. */
  readonly roles: readonly string[];
  readonly purpose: string | null;
  /** 0..9, higher is sooner. */
  readonly priority: number;
  /** SHA-256 of the canonical request when an `Idempotency-Key` came with it. */
  readonly fingerprint: string | null;
  /** What it works on, for people: a locator without query and credentials. */
  readonly source: string;
  /** W3C trace context of the request. */
  readonly traceparent: string;
  /** RFC 3339, the API's clock. */
  readonly created_at: string;
  readonly limits: JobLimits;
}

/** Durations are inputs of a job, so that it replays the same after a change of configuration. */
export interface JobLimits {
  readonly step_timeout_ms: number;
  readonly heartbeat_timeout_ms: number;
  readonly retention_days: number;
  /** Jobs of its tenant that may be at work at once; absent where there is no limit, so that it does not ask for a place. */
  readonly max_running_jobs?: number;
}

/** The first argument of every job's workflow, beside what its domain adds. */
export interface JobInput {
  readonly envelope: JobEnvelope;
  /** Who is told how the job gets on; `null` for nobody. */
  readonly webhook: Webhook | null;
  /** Set in every run but the first of a job whose history became too long for one. */
  readonly continued?: JobContinuation;
}

/** What the frame carries from one run of a job into the next. Events stay in the history of their run. */
export interface JobContinuation {
  readonly started_at: string | null;
  readonly progress: JobProgress | null;
  /** Of its own steps. */
  readonly usage: Usage;
  /** Of its child jobs. */
  readonly children_usage: Usage;
  /** `null` when it has started no child job; none of them is open. */
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

/** How a job ended that another job started. */
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

/** What a job knows of its child jobs: those that have not ended, and the others by how they ended. */
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
  /** From 1, rising by one without gaps. */
  readonly sequence: number;
  readonly type: JobEventType;
  readonly occurred_at: string;
  readonly message: string;
  /** Temporal run that it happened in; a retried job has several. */
  readonly run_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a workflow tells of itself. */
export interface EmittedEvent {
  readonly type: JobEventType;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as the workflow writes it into its history (as the memo field `event`); the history gives the rest. */
export interface NotedEvent extends EmittedEvent {
  /** By the workflow's clock, which the job's record can know too; the history's own time comes a moment later. */
  readonly occurred_at: string;
}

/** The memo of a job's workflow. Each `event` replaces the one before; the history keeps them all. */
export interface JobMemo {
  readonly job: JobEnvelope;
  readonly event?: NotedEvent;
  readonly started_at?: string;
  /** When the work ended; the workflow closes once the record is written. */
  readonly finished_at?: string;
  readonly progress?: JobProgress;
  /** What its own steps had spent when the memo was last changed. */
  readonly usage?: Usage;
  /** What its child jobs have spent; absent until the first has ended. */
  readonly children_usage?: Usage;
  /** What steps that were cancelled had spent beyond `usage`; set when the job ends. */
  readonly unreported?: Usage;
  /** Whether `progress` is the workflow's own count, which the progress of a single step does not replace. */
  readonly counts_progress?: boolean;
  /** Whether it begins no further step. */
  readonly paused?: boolean;
  /** Whether it waits for another job of its tenant to end. */
  readonly awaits_capacity?: boolean;
  /** Absent until it has started a child job. */
  readonly children?: ChildCounts;
  /** The child job that ended last; the history keeps them all. */
  readonly ended_child?: EndedChild;
}

/** Signal of a completion to the workflow that verifies the upload. */
export const VERIFY_SIGNAL = 'verify';

/** Signals that hold a job before its next step, and let it go on. */
export const PAUSE_SIGNAL = 'pause';
export const RESUME_SIGNAL = 'resume';

/** Signal that a job which waited for a place may begin. */
export const CAPACITY_SIGNAL = 'capacity';
/** Signal to the workflow that watches over the waiting jobs of a tenant: some wait. */
export const WATCH_SIGNAL = 'watch';

/** What the activity of a step returns: its value, and what the job must know of the work behind it. */
export interface StepResult<T> {
  /** When a worker began the work; RFC 3339, by that worker's clock. The signal `started` may come later, or not at all. */
  readonly began_at: string;
  /** Of all its attempts. */
  readonly usage: Usage;
  readonly value: T;
}

/** What a step's activity is given besides its input. */
export interface StepContext {
  /** Whether an earlier run of the job may have finished the step already. */
  readonly is_later_run: boolean;
}

/** Signal by which a step reports to its workflow what only the step can know. */
export const STEP_SIGNAL = 'step';
/**
 * `started`: a worker has begun the work of an attempt, and a first attempt has not ended at once; `retrying`: the attempt failed and
 * another follows; `handed_back`: its worker stops, and another one goes on; `progress`: sent now and then, while heartbeats carry
 * every step of it.
 */
export const STEP_PHASES = ['started', 'retrying', 'handed_back', 'progress'] as const;
export interface StepSignal {
  readonly phase: (typeof STEP_PHASES)[number];
  /** Which of the running steps it is. */
  readonly activity_id: string;
  /** Name of the activity. */
  readonly step: string;
  /** From 1; attempts that only waited do not count. */
  readonly attempt: number;
  /** As in {@link StepResult}; `null` while the work has not begun. */
  readonly began_at: string | null;
  readonly error: JobError | null;
  readonly progress: JobProgress | null;
  readonly spent?: SpentSoFar;
}

/** What a running step heartbeats: how far it is, for its job's status, and what its next attempt goes on from. */
export interface StepHeartbeat {
  readonly progress: JobProgress | null;
  readonly checkpoint: unknown;
  /** As in {@link StepResult}; `null` while no attempt has begun the work. */
  readonly began_at?: string | null;
  /** Attempts so far that were no fault of the step's: its worker stopped (`handed_back`), a provider refused it, or it only waited. */
  readonly uncounted?: number;
  /** Those among them in which it did nothing but wait, or was refused again: its job has heard nothing of them. */
  readonly waited?: number;
  /** The latest attempts in a row that a provider refused because of its rate limit. */
  readonly refused?: number;
  /** Set while it only waits; then it may have left its worker until its next attempt. */
  readonly waiting?: StepWaiting | null;
  /** What the step has spent in all its attempts so far. */
  readonly usage?: Usage;
}

/** What a step waits for before, or between, its work. */
export interface StepWaiting {
  readonly for: 'converter' | 'fetch';
  /** How many pieces of work wait for the same in its worker, this one included. */
  readonly queued: number;
}
