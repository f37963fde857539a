/**
 * Uses the items, at most `concurrency` at once; the results are in their order. The first failure aborts the signal of
 * the others and is thrown once they have ended.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  signal: AbortSignal,
  use: (item: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      either.throwIfAborted();
      results[index] = await use(item, index, either);
    }
  };
  const lanes = Array.from({ length: concurrency }, work);
  try {
    await Promise.all(lanes);
  } catch (error) {
    failed.abort(error);
    // What they have spent is counted before the step ends.
    await Promise.allSettled(lanes);
    throw error;
  }
  return results;
}
