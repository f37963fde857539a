/** So many items are begun before the one that is waited for has ended: one is prepared while the models work on the other. */
const AHEAD = 1;

/** The results of `read` in the order of the items. When it ends early, what was begun has ended before it does. */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = read(item);
      // It may fail before it is waited for, which is where it counts.
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
