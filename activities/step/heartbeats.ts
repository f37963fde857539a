/** The heartbeats of an attempt: what the API shows of a running step, and what the next attempt knows of this one. */
import type { Context } from '@temporalio/activity';
import type { AttemptNumbers } from '../../domain/jobs/attempts.ts';
import type { JobProgress, StepHeartbeat } from '../../domain/jobs/model.ts';
import { addUsage, readUsage } from '../../domain/jobs/usage.ts';
import type { Measure, Usage } from '../../domain/jobs/usage.ts';

/**
 * Delay of a heartbeat that carries a change, together with all changes until then. A step that ends sooner sends none:
 * its result carries the same, and a heartbeat costs Temporal a write.
 */
const HEARTBEAT_DELAY_MS = 250;

interface HeartbeatOptions {
  /** The last heartbeat of the earlier attempts. */
  readonly before: StepHeartbeat | undefined;
  readonly attempts: AttemptNumbers;
  /** What the attempt has begun, and waits for, now. */
  readonly now: () => Required<Pick<StepHeartbeat, 'began_at' | 'waiting'>>;
}

export class Heartbeats {
  readonly #context: Context;
  readonly #now: HeartbeatOptions['now'];
  readonly #pulse: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #progress: JobProgress | null = null;
  #checkpoint: unknown;
  #uncounted: number;
  #waited: number;
  #refused: number;
  #usage: Usage;

  /** Sends one three times per heartbeat timeout until {@link end}. */
  constructor(context: Context, { before, attempts, now }: HeartbeatOptions) {
    this.#context = context;
    this.#now = now;
    this.#checkpoint = before?.checkpoint ?? null;
    this.#uncounted = attempts.raw - attempts.counted;
    this.#waited = attempts.raw - attempts.shown;
    this.#refused = before?.refused ?? 0;
    this.#usage = readUsage(before?.usage) ?? [];
    this.#pulse = setInterval(() => this.beat(), heartbeatIntervalMs(context.info));
  }

  get progress(): JobProgress | null {
    return this.#progress;
  }

  get checkpoint(): unknown {
    return this.#checkpoint;
  }

  /** The attempts in a row that only waited, this one included. */
  get waited(): number {
    return this.#waited;
  }

  /** The attempts in a row that a provider refused, this one included. */
  get refused(): number {
    return this.#refused;
  }

  /** Over all attempts of the step so far. */
  get usage(): Usage {
    return this.#usage;
  }

  show(progress: JobProgress): void {
    this.#progress = progress;
    this.beatSoon();
  }

  spend(measure: Measure): void {
    this.#usage = addUsage(this.#usage, [measure]);
    this.beatSoon();
  }

  keep(checkpoint: unknown): void {
    this.#checkpoint = checkpoint;
    // At once: it may be the identifier of a paid remote job.
    this.beat();
  }

  /** Notes that the attempt ends without a fault of its own, and whether its job has heard nothing of it. */
  endUncounted({ isSilent }: { readonly isSilent: boolean }): void {
    this.#uncounted++;
    if (isSilent) this.#waited++;
    this.beat();
  }

  /**
   * Notes that a provider refuses the attempt. The job hears of the first refusal in a row: a day of them would fill
   * its history.
   */
  endRefused(): void {
    this.#refused++;
    this.#uncounted++;
    if (this.#refused > 1) this.#waited++;
    this.beat(null);
  }

  endFailed(): void {
    this.#refused = 0;
    this.beat(null);
  }

  beat(waiting = this.#now().waiting): void {
    this.#context.heartbeat({
      progress: this.#progress,
      checkpoint: this.#checkpoint,
      uncounted: this.#uncounted,
      waited: this.#waited,
      refused: this.#refused,
      usage: this.#usage,
      waiting,
      began_at: this.#now().began_at,
    } satisfies StepHeartbeat);
  }

  beatSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.beat();
    }, HEARTBEAT_DELAY_MS);
  }

  end(): void {
    clearInterval(this.#pulse);
    clearTimeout(this.#soon);
  }
}

/** A third of the heartbeat timeout, so that one lost heartbeat does not time the attempt out. */
export function heartbeatIntervalMs({ heartbeatTimeoutMs }: Context['info']): number {
  return (heartbeatTimeoutMs ?? 30_000) / 3;
}
