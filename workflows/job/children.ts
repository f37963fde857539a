/**
 * Child jobs: jobs that a job starts, awaits and, when it ends before them, cancels. docs/child-jobs.md has the rules.
 */
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  ParentClosePolicy,
  WorkflowIdReusePolicy,
  getExternalWorkflowHandle,
  isCancellation,
  proxyLocalActivities,
  sleep,
  startChild,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import type { ChildWorkflowHandle } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError, defineSearchAttributeKey } from '@temporalio/common';
import type { ChildActivities } from '../../activities/jobs/children.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { UsageLedger } from '../../domain/jobs/usage.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import type {
  ChildCounts,
  ChildEnd,
  ChildOutcome,
  EndedChild,
  JobContinuation,
  JobEnvelope,
  JobInput,
  JobKind,
  JobMemo,
} from '../../domain/jobs/model.ts';
import { LOCAL_ACTIVITY } from './local-activity.ts';
import { Semaphore } from './semaphore.ts';

type Run<Kind extends JobKind, D, R> = (input: D & JobInput<Kind>) => Promise<R>;

/** A child job to start. `D` is what its workflow takes beside a job's own input. */
export interface ChildOrder<Kind extends JobKind, D extends object, R> {
  /** Names the child among those of its parent: the same key is the same job, also after a retry of the parent. */
  readonly key: string;
  readonly kind: Kind;
  /** Takes jobs of this kind, and calls `runJob` with its input. */
  readonly workflow: Run<Kind, D, R>;
  /** What it works on, for people. */
  readonly source: string;
  /** One line for Temporal's Web UI. */
  readonly summary: string;
  readonly input: D;
}

const { childJobId, continueChild, readChild, childUsage } = proxyLocalActivities<ChildActivities>(LOCAL_ACTIVITY);

/**
 * Pauses between looks at a child whose end Temporal does not report to this run: each twice as long as the one before.
 */
const FIRST_LOOK_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

const attributes = {
  kind: defineSearchAttributeKey(SEARCH_ATTRIBUTES.kind, 'KEYWORD'),
  state: defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD'),
  tenant: defineSearchAttributeKey(SEARCH_ATTRIBUTES.tenant, 'KEYWORD'),
  parent: defineSearchAttributeKey(SEARCH_ATTRIBUTES.parent, 'KEYWORD'),
};

export interface ChildrenSink {
  /** Resolves when the job may begin something: it has its slot and is not paused. */
  turn(): Promise<void>;
  /** Called when a child has been started, or found. */
  begun(): void;
  /** Shows people what the job waits for. */
  show(text: string): void;
}

export class Children {
  readonly #envelope: JobEnvelope;
  readonly #sink: ChildrenSink;
  readonly #running = new Map<CancellationScope, Promise<unknown>>();
  /** Local activities run one at a time: local-activity.ts. */
  readonly #asking = new Semaphore(1);
  /** A child may be run on, so that it never ends for good: its last report counts. */
  readonly #usage: UsageLedger;
  #counts: ChildCounts | null;

  /** `before` is what earlier runs know that this one continues. */
  constructor(envelope: JobEnvelope, sink: ChildrenSink, before?: JobContinuation) {
    this.#envelope = envelope;
    this.#sink = sink;
    this.#counts = before?.children ?? null;
    this.#usage = new UsageLedger(before?.children_usage);
  }

  /** `null` until the first child was started. */
  get counts(): ChildCounts | null {
    return this.#counts;
  }

  /** Identifiers of those that have ended in this run. */
  get ended(): readonly string[] {
    return Object.keys(this.#usage.open);
  }

  /** What those have spent that have ended, earlier runs included. */
  get usage(): Usage {
    return this.#usage.total;
  }

  /**
   * Runs a child job to its end. However it ends is an outcome; rejects only when the parent, or the scope of the call,
   * was cancelled, and then once the child has ended.
   */
  run<Kind extends JobKind, D extends object, R>(order: ChildOrder<Kind, D, R>): Promise<ChildOutcome<R>> {
    const scope = new CancellationScope();
    const running = scope.run(() => this.#run(order)).finally(() => this.#running.delete(scope));
    this.#running.set(scope, running);
    // A child that nobody awaits is cancelled at the end: that is no fault of the workflow.
    void running.catch(() => undefined);
    return running;
  }

  /** Cancels the children that have not ended, and waits until they have: none outlives its parent. */
  async settle(): Promise<void> {
    for (const scope of this.#running.keys()) scope.cancel();
    await Promise.allSettled(this.#running.values());
  }

  async #run<Kind extends JobKind, D extends object, R>(order: ChildOrder<Kind, D, R>): Promise<ChildOutcome<R>> {
    await this.#sink.turn();
    const job_id = await this.#asking.run(() => childJobId(order.key));
    const child = await start(this.#envelope, order, job_id);
    this.#sink.begun();
    this.#noteStart();
    const end = await (child ? endOf(job_id, child) : this.#adopt<R>(job_id));
    const usage = await CancellationScope.nonCancellable(() => this.#asking.run(() => childUsage(job_id)));
    this.#noteEnd({ job_id, state: end.state, usage });
    const scope = CancellationScope.current();
    return scope.consideredCancelled ? scope.cancelRequested : { ...end, usage };
  }

  /**
   * Resumes a child started by an earlier run of its parent, unless it has succeeded. Temporal reports its end to that
   * run, not to this one: it is looked for.
   */
  async #adopt<R>(jobId: string): Promise<ChildEnd<R>> {
    try {
      await this.#asking.run(() => continueChild(jobId));
      return await this.#follow(jobId);
    } catch (failure) {
      if (!isCancellation(failure)) throw failure;
      return CancellationScope.nonCancellable(async () => {
        await getExternalWorkflowHandle(jobId)
          .cancel()
          .catch(() => undefined); // It has ended.
        return this.#follow(jobId);
      });
    }
  }

  async #follow<R>(jobId: string): Promise<ChildEnd<R>> {
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const end = await this.#asking.run(() => readChild<R>(jobId));
      if (end) return end;
      await sleep(pause);
    }
  }

  #noteStart(): void {
    const { open } = this.#known;
    this.#note({ ...this.#known, open: open + 1 }, {});
  }

  #noteEnd(ended_child: EndedChild): void {
    const { job_id, state, usage } = ended_child;
    this.#usage.report(job_id, usage);
    const counts = this.#known;
    const children = { ...counts, open: counts.open - 1, [state]: counts[state] + 1 };
    this.#note(children, { children_usage: this.usage, ended_child });
  }

  get #known(): ChildCounts {
    return this.#counts ?? { open: 0, succeeded: 0, failed: 0, cancelled: 0 };
  }

  #note(children: ChildCounts, also: Pick<JobMemo, 'children_usage' | 'ended_child'>): void {
    this.#counts = children;
    upsertMemo({ children, ...also } satisfies Partial<JobMemo>);
    this.#sink.show(children.open > 0 ? `waits for ${children.open} child jobs` : '');
  }
}

/** Starts the child, or answers `null` when an earlier run of its parent has started it. */
async function start<Kind extends JobKind, D extends object, R>(
  parent: JobEnvelope,
  { kind, workflow, source, summary, input }: ChildOrder<Kind, D, R>,
  jobId: string,
): Promise<ChildWorkflowHandle<Run<Kind, D, R>> | null> {
  const { workflowId, typedSearchAttributes } = workflowInfo();
  // It works in the slot of its parent, which would wait for ever for a child that needed one of its own.
  const { max_running_jobs: _slot, ...limits } = parent.limits;
  // The batch is of requests.
  const { batch_id: _batch, ...inherited } = parent;
  const envelope: JobEnvelope<Kind> = {
    ...inherited,
    kind,
    source,
    limits,
    parent_job_id: workflowId,
    fingerprint: null,
    created_at: new Date().toISOString(),
  };
  try {
    // Priority and fairness key are the parent's as they are now: Temporal passes them on.
    return await startChild<Run<Kind, D, R>>(workflow, {
      workflowId: jobId,
      taskQueue: JOBS_TASK_QUEUE,
      args: [{ ...input, envelope, webhook: null }],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      memo: { job: envelope } satisfies JobMemo,
      typedSearchAttributes: [
        { key: attributes.kind, value: kind },
        { key: attributes.state, value: 'queued' },
        { key: attributes.tenant, value: typedSearchAttributes.get(attributes.tenant) ?? '' },
        { key: attributes.parent, value: workflowId },
      ],
      staticSummary: summary,
    });
  } catch (failure) {
    if (failure instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw failure;
  }
}

async function endOf<Kind extends JobKind, D extends object, R>(
  job_id: string,
  child: ChildWorkflowHandle<Run<Kind, D, R>>,
): Promise<ChildEnd<R>> {
  try {
    return { job_id, state: 'succeeded', result: await child.result(), error: null };
  } catch (failure) {
    if (!(failure instanceof ChildWorkflowFailure)) throw failure;
    const state = isCancellation(failure) ? 'cancelled' : 'failed';
    return { job_id, state, result: null, error: jobErrorOf(failure) };
  }
}
