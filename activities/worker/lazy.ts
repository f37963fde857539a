/** What each of the functions returns, by their names. */
type Made<Makers> = { readonly [Name in keyof Makers]: Makers[Name] extends () => infer Part ? Part : never };

/**
 * The parts, and a part for each function, which is called when that part is first read. If it throws, the next read
 * calls it again.
 */
export function withLazyParts<Parts extends object, const Makers extends Readonly<Record<string, () => unknown>>>(
  parts: Parts,
  makers: Makers,
): Parts & Made<Makers> {
  const getters = Object.entries(makers).map(([name, make]) => [name, { get: once(make) }] as const);
  return Object.create(parts, Object.fromEntries(getters));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
