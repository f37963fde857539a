/** A value that is made when it is first asked for. */
export class Lazy<T> {
  readonly #make: () => T;
  #made: { readonly value: T } | null = null;

  constructor(make: () => T) {
    this.#make = make;
  }

  get value(): T {
    this.#made ??= { value: this.#make() };
    return this.#made.value;
  }

  /** The value if it was made. */
  get opened(): T | undefined {
    return this.#made?.value;
  }
}
