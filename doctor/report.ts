/** The report of `npm run doctor`. */

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  /** The finding, with its measured value. */
  readonly text: string;
  /** What to do; absent when the check passed. */
  readonly fix?: string;
}

export function ok(text: string): Finding {
  return { level: 'ok', text };
}

/** The check passed, but only partly, or may soon fail. */
export function warn(text: string, fix: string): Finding {
  return { level: 'warn', text, fix };
}

export function fail(text: string, fix: string): Finding {
  return { level: 'fail', text, fix };
}

const CHECK_TIMEOUT_MS = 3000;
const NAME_WIDTH = 32;

/** Runs checks one at a time and prints a line for each, with a second line for the fix if needed. */
export class Report {
  readonly #say: (line: string) => void;
  #failures = 0;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Number of failed checks. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Runs a check and returns false if it failed. A check that throws or takes longer than `timeoutMs` (default 3 s)
   * fails with `fix`.
   */
  async check(
    name: string,
    fix: string,
    run: (signal: AbortSignal) => Promise<Finding> | Finding,
    timeoutMs = CHECK_TIMEOUT_MS,
  ): Promise<boolean> {
    const finding = await bounded(run, timeoutMs).catch((error: unknown) => fail(reasonOf(error), fix));
    this.#say(`${finding.level.padEnd(5)} ${name.padEnd(NAME_WIDTH)} ${finding.text}`);
    if (finding.fix !== undefined) this.#say(`      Fix: ${finding.fix}`);
    if (finding.level === 'fail') this.#failures += 1;
    return finding.level !== 'fail';
  }
}

async function bounded(run: (signal: AbortSignal) => Promise<Finding> | Finding, timeoutMs: number): Promise<Finding> {
  const timer = new AbortController();
  const late = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    late.reject(new Error(`No response within ${timeoutMs / 1000} s.`));
    timer.abort();
  }, timeoutMs);
  try {
    return await Promise.race([run(timer.signal), late.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

/** The last line of the innermost cause, which is the most specific. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const line = error.message.trim().split('\n').at(-1);
  return line || error.name;
}
