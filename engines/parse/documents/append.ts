/** Appends any number of items to a list. As arguments of `push`, more than about 100,000 exhaust the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
