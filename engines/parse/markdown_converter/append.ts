/** Adds any number of items to a list; as arguments of `push`, more than some 100,000 exhaust the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
