/** When the work of a step started, and whether the job receives that before the result. */

/**
 * A shorter step does not report its start. The signal and its workflow task cost Temporal about as much as the step
 * itself, and the result carries the same time a moment later. Readers of the status do not notice the difference.
 */
export const START_REPORT_DELAY_MS = 250;

interface StepStartOptions {
  /** When an earlier attempt started; `null` when none did. */
  readonly beganBefore: string | null;
  /** Whether the start is reported at once, because it may follow a failure that the job does not know of. */
  readonly isNews: boolean;
  /** Reports the start to the job. */
  readonly report: () => void;
}

/** The start of one attempt of a step. */
export class StepStart {
  readonly #options: StepStartOptions;
  #timer: NodeJS.Timeout | undefined;
  /** RFC 3339; `null` while no attempt has started. */
  beganAt: string | null;

  constructor(options: StepStartOptions) {
    this.#options = options;
    this.beganAt = options.beganBefore;
  }

  /** Must be called once, when the work starts. */
  begin(): void {
    this.beganAt ??= new Date().toISOString();
    if (this.#options.isNews) this.#options.report();
    else this.#timer = setTimeout(() => this.reportNow(), START_REPORT_DELAY_MS);
  }

  /** Sends a delayed report now, because no result will carry it. */
  reportNow(): void {
    if (this.#timer === undefined) return;
    this.end();
    this.#options.report();
  }

  /** Drops a delayed report, because something else carries the start. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
