/** Number of items started ahead: one is prepared while the models work on the previous one. */
const AHEAD = 1;

/**
 * Yields the results of `read` in the order of the items. If it ends early, it first waits for the reads in progress.
 */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = read(item);
      // It may reject before it is awaited, where the rejection is handled.
      result.catch(() => {});
      begun.push(result);
      const [oldest] = begun;
      if (begun.length <= AHEAD || oldest === undefined) continue;
      yield await oldest;
      void begun.shift();
    }
    for (const result of begun) yield await result;
  } finally {
    await Promise.allSettled(begun);
  }
}
