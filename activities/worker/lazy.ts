/** A value that is created on first use. */
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

  /** The value, if it was created. */
  get opened(): T | undefined {
    return this.#made?.value;
  }
}
