/** The parts that every job has, and what its record and its next run take of them. */
import { CancellationScope, defineSignal, makeContinueAsNewFunc, setHandler, workflowInfo } from '@temporalio/workflow';
import type { JobOutcome } from '../../activities/jobs/index.ts';
import { STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobContinuation, JobInput, JobProgress } from '../../domain/jobs/model.ts';
import type { UsageLedger } from '../../domain/jobs/usage.ts';
import { Children } from './children.ts';
import { Lifecycle } from './lifecycle.ts';
import { Pause } from './pause.ts';
import { Progress } from './progress.ts';
import { JobReport, now } from './report.ts';
import { slotFor } from './job-slot.ts';
import { StepRunner } from './step-runner.ts';
import { readStepSignal } from './step-signal.ts';
import { Undos } from './undos.ts';

const stepSignal = defineSignal<[unknown]>(STEP_SIGNAL);

export class JobFrame {
  readonly report: JobReport;
  readonly progress: Progress;
  readonly steps: StepRunner;
  readonly children: Children;
  readonly undos = new Undos();
  readonly #input: JobInput;
  readonly #pause: Pause;

  /** Handles the signals of the job from now on. */
  constructor(input: JobInput, parallelSteps: number | undefined) {
    const { envelope, continued } = input;
    const report = new JobReport(input);
    const { usage, emit, show, markStarted } = report;
    const progress = new Progress({ emit, show }, continued);
    const sink = { emit, show, markStarted, showProgress: (latest: JobProgress) => progress.ofStep(latest) };
    const lifecycle = new Lifecycle(sink, report.startedAt !== null);
    handleStepSignals(lifecycle, usage);
    const pause = new Pause({ emit, showPaused: report.showPaused }, continued?.is_paused ?? false);
    const takeSlot = slotFor(envelope, show);
    const mayBegin = async (): Promise<void> => {
      if (this.undos.areRunning) return;
      await pause.over();
      await takeSlot();
      await pause.over();
    };
    this.#input = input;
    this.report = report;
    this.progress = progress;
    this.#pause = pause;
    this.steps = new StepRunner({ lifecycle, usage, mayBegin, parallelSteps });
    const begun = (): void => lifecycle.begin('child', now());
    this.children = new Children(envelope, { turn: mayBegin, show, begun }, continued);
    void CancellationScope.current().cancelRequested.catch(() => report.markCancelling());
  }

  /** What the record says of the job however it ends. */
  outcome(): Omit<JobOutcome, 'state' | 'result' | 'error'> {
    return {
      envelope: this.#input.envelope,
      emitted: this.report.emitted,
      usage: this.report.usage.total,
      cancelled_steps: this.report.usage.open,
      progress: this.progress.latest,
      started_at: this.report.startedAt,
      finished_at: now(),
      children: this.children.counts,
      children_usage: this.children.usage,
      ended_children: this.children.ended,
    };
  }

  /** Resolves when no step and no child of the job is running. */
  settled(): Promise<unknown> {
    return Promise.all([this.steps.idle(), this.children.settle()]);
  }

  /** See `Job.continueAsNewIfSuggested`. */
  async continueAsNewIfSuggested(next: JobInput): Promise<void> {
    if (!workflowInfo().continueAsNewSuggested) return;
    const continued = this.#carried();
    if ((continued.children?.open ?? 0) > 0) return;
    const scope = CancellationScope.current();
    // A request of cancellation ends with its run.
    if (scope.consideredCancelled) await scope.cancelRequested;
    await continueJob({ ...next, continued });
  }

  /** What the next run has to know of this one. */
  #carried(): JobContinuation {
    return {
      started_at: this.report.startedAt,
      is_paused: this.#pause.isPaused,
      usage: this.report.usage.total,
      children: this.children.counts,
      children_usage: this.children.usage,
      progress: this.progress.latest,
      counts_progress: this.progress.isOwnCount,
    };
  }
}

function handleStepSignals(lifecycle: Lifecycle, usage: UsageLedger): void {
  setHandler(stepSignal, (sent) => {
    const signal = readStepSignal(sent);
    if (!signal) return;
    const { activity_id, spent } = signal;
    if (lifecycle.isPending(activity_id) && spent?.run_id === workflowInfo().runId) {
      usage.report(activity_id, spent.usage);
    }
    lifecycle.handle(signal);
  });
}

/**
 * The next run takes its memo and search attributes from here: by itself it would have those that the job was started
 * with.
 */
function continueJob(input: JobInput): Promise<never> {
  const { memo = {}, typedSearchAttributes } = workflowInfo();
  const { event: _told, ...carried } = memo;
  return makeContinueAsNewFunc<(next: JobInput) => Promise<object>>({ memo: carried, typedSearchAttributes })(input);
}
