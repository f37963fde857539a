/** When the work of a step began, and whether its job hears of it before the result. */

/**
 * A step that ends sooner does not report its start: the signal, and the workflow task that it causes, cost Temporal about as much as
 * the step itself, and its result says the same a moment later. Nobody who reads a status notices the difference.
 */
export const START_REPORT_DELAY_MS = 250;

interface StepStartOptions {
  /** When an earlier attempt began; `null` when none did. */
  readonly beganBefore: string | null;
  /** Whether the job hears of this attempt at once: what follows on a failed attempt may be news. */
  readonly isNews: boolean;
  /** Reports the start to the job. */
  readonly report: () => void;
}

/** Of one attempt of a step. */
export class StepStart {
  readonly #options: StepStartOptions;
  #timer: NodeJS.Timeout | undefined;
  /** RFC 3339; `null` while no attempt has begun. */
  beganAt: string | null;

  constructor(options: StepStartOptions) {
    this.#options = options;
    this.beganAt = options.beganBefore;
  }

  /** To be called once, when the work begins. */
  begin(): void {
    this.beganAt ??= new Date().toISOString();
    if (this.#options.isNews) this.#options.report();
    else this.#timer = setTimeout(() => this.reportNow(), START_REPORT_DELAY_MS);
  }

  /** Reports a start that is held back: no result will carry it. */
  reportNow(): void {
    if (this.#timer === undefined) return;
    this.end();
    this.#options.report();
  }

  /** Drops a report that is held back: something else carries the start. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
