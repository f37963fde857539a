/**
 * Usage: what a job consumed, as a list of measures. Everything is counted exactly once, whatever fails, by these
 * rules:
 *
 * - **A step reports totals.** `step.spend` adds to the total of the step over all its attempts. Every heartbeat
 *   carries that total, and the next attempt starts from it. The signals that the step sends to its job, its result,
 *   and the failure or cancellation that ends it carry it too. No message carries a difference, so a report that
 *   arrives twice changes nothing.
 * - **The job keeps the largest total of each step** ({@link UsageLedger}). A total only grows, so a late report
 *   cannot lower it.
 * - **A cancelled step** sends no further reports, because its job does not wait for it. When the record is written,
 *   the difference between its last heartbeat and its last report is read and stored in the memo as `unreported`.
 * - **A killed worker** loses the usage since the last heartbeat that reached Temporal, about a second, and what the
 *   work had not yet passed to `spend`. This usage cannot be recovered.
 * - **A reset** repeats steps whose earlier usage still counts. The new run knows only the steps that it kept. The
 *   usage of discarded steps is read from the history of the previous run (spent-usage.ts) and added. A signal counts
 *   only in the run of its step, because Temporal may deliver it to the next run as well.
 * - **A child job** that has ended adds its total over all its runs, its own children included, to its parent. The
 *   parent keeps the largest total of each child, so that a run that finds the children of an earlier one counts them
 *   once. What children spent that a reset undid, and that the new run has not found yet, is read from the history as
 *   well.
 * - **Totals of the installation** grow by the difference between a job's record and the one it replaces, so a record
 *   that is written twice, or once per run, counts the job's usage once (records.ts). They count the own usage of each
 *   job: children have records of their own.
 *
 * A job that is terminated in Temporal writes no record: its status shows its usage, but the totals do not include it.
 * @deterministic
 */

/**
 * Units of measure. `pages` and `bytes` count documents that an engine has finished; `bytes` is the size of the source.
 */
export const USAGE_UNITS = [
  'engine_seconds',
  'pages',
  'bytes',
  'items',
  'chunks',
  'calls',
  'input_tokens',
  'output_tokens',
  'usd',
] as const;
export type UsageUnit = (typeof USAGE_UNITS)[number];

export interface Measure {
  /** Identifier of an engine or of a model. */
  readonly source: string;
  readonly unit: UsageUnit;
  /** Finite and not negative. */
  readonly amount: number;
}

/** At most one measure per source and unit, ordered by source, then as in {@link USAGE_UNITS}; no zero amounts. */
export type Usage = readonly Measure[];

/** What a job has spent. */
export interface JobUsage {
  /** In its own steps. */
  readonly own: Usage;
  /** In its child jobs, as far as they have ended. */
  readonly children: Usage;
}

/** Usage of a step so far, as reported to its job. */
export interface SpentSoFar {
  /** The workflow run that the step belongs to. */
  readonly run_id: string;
  readonly usage: Usage;
}

/** Adds lists of measures. Fractional amounts are rounded to nine decimals, so that money adds up. */
export function addUsage(...lists: readonly (readonly Measure[])[]): Usage {
  return combine(lists, (a, b) => {
    const sum = a + b;
    return Number.isInteger(sum) ? sum : Number(sum.toFixed(9));
  });
}

/** The largest amount of each source and unit in any of the lists. */
export function largestUsage(...lists: readonly (readonly Measure[])[]): Usage {
  return combine(lists, Math.max);
}

/** The increase from `before` to `after`; a measure that decreased counts as unchanged. */
export function usageSince(before: Usage, after: Usage): Usage {
  const known = new Map(before.map((measure) => [keyOf(measure), measure.amount]));
  return addUsage(
    after.map((measure) => ({ ...measure, amount: Math.max(0, measure.amount - (known.get(keyOf(measure)) ?? 0)) })),
  );
}

/** Reads a list of measures written by another process; `null` for anything else. */
export function readUsage(value: unknown): Usage | null {
  return Array.isArray(value) && value.every(isMeasure) ? value : null;
}

export function isMeasure(value: unknown): value is Measure {
  if (typeof value !== 'object' || value === null) return false;
  const { source, unit, amount }: { source?: unknown; unit?: unknown; amount?: unknown } = value;
  const isAmount = typeof amount === 'number' && Number.isFinite(amount) && amount >= 0;
  return typeof source === 'string' && USAGE_UNITS.some((known) => known === unit) && isAmount;
}

/** The usage of a job while it runs, out of the totals that its parts report: its steps, or its child jobs. */
export class UsageLedger {
  #ended: Usage;
  readonly #open = new Map<string, Usage>();

  /** `before` is the usage of earlier runs of the same job. */
  constructor(before: Usage = []) {
    this.#ended = before;
  }

  /** Records the current total of a part. */
  report(part: string, total: Usage): void {
    this.#open.set(part, largestUsage(this.#open.get(part) ?? [], total));
  }

  /** Totals of the parts that have not ended. */
  get open(): Readonly<Record<string, Usage>> {
    return Object.fromEntries(this.#open);
  }

  /** Adds a part. */
  begin(part: string): void {
    this.report(part, []);
  }

  /** Records the final total of a part. */
  end(part: string, total: Usage): void {
    this.report(part, total);
    this.#ended = addUsage(this.#ended, this.#open.get(part) ?? []);
    this.#open.delete(part);
  }

  get total(): Usage {
    return addUsage(this.#ended, ...this.#open.values());
  }
}

function combine(lists: readonly (readonly Measure[])[], of: (a: number, b: number) => number): Usage {
  const measures = new Map<string, Measure>();
  for (const measure of lists.flat()) {
    const { source, unit, amount } = measure;
    const key = keyOf(measure);
    measures.set(key, { source, unit, amount: of(measures.get(key)?.amount ?? 0, amount) });
  }
  return [...measures.values()].filter(({ amount }) => amount > 0).sort(inOrder);
}

/** Units have no spaces. */
function keyOf({ source, unit }: Measure): string {
  return `${unit} ${source}`;
}

function inOrder(a: Measure, b: Measure): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return USAGE_UNITS.indexOf(a.unit) - USAGE_UNITS.indexOf(b.unit);
}
