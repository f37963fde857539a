/**
 * Work on many items, a few at a time: more of them than one run of a workflow could hold. docs/steps.md shows the use.
 */
import { TemporalFailure } from '@temporalio/common';

export interface EachOptions {
  /** Items at once. Their steps also wait for a place among the steps of the job. */
  readonly parallel: number;
  /** Index of the first item to work on: what an earlier run of the job was continued from. Default: 0. */
  readonly from?: number;
}

/** Where a run ends and the next one begins. */
export interface RunLimit {
  /** Whether the run should take no further item. */
  readonly isFull: () => boolean;
  /** Ends the run, unless it cannot end now: then returns. All items before `next` are done, and no other was begun. */
  readonly continueFrom: (next: number) => Promise<void>;
}

/**
 * Works on the items in order and returns when all are done. Once the run is full it begins no further item, but at
 * least one in each lane, so that each run gets on; when those under way are done, the run ends, or goes on if it
 * cannot end.
 *
 * After a failure no further item is begun. Those under way run to their end, because what they cost is spent; then the
 * first failure is thrown. A bug (an error that is no failure of Temporal's) is thrown at once.
 */
export async function each<T>(
  items: readonly T[],
  { parallel, from = 0 }: EachOptions,
  work: (item: T, index: number) => Promise<void>,
  { isFull, continueFrom }: RunLimit,
): Promise<void> {
  let next = from;
  while (next < items.length) {
    next = await untilFull(items, { parallel, from: next }, work, isFull);
    if (next < items.length) await continueFrom(next);
  }
}

/** Returns the index of the first item that was not begun. */
async function untilFull<T>(
  items: readonly T[],
  { parallel, from }: Required<EachOptions>,
  work: (item: T, index: number) => Promise<void>,
  isFull: () => boolean,
): Promise<number> {
  const queue = items.slice(from).entries();
  const failures: TemporalFailure[] = [];
  let next = from;
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      next++;
      try {
        await work(item, from + index);
      } catch (failure) {
        if (!(failure instanceof TemporalFailure)) throw failure;
        failures.push(failure);
      }
      if (failures.length > 0 || isFull()) return;
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  const [failure] = failures;
  if (failure) throw failure;
  return next;
}
