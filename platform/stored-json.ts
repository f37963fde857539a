/** Stored JSON as its type: what a column or an object holds is checked where it is read, once, by one schema. */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * Takes stored JSON for what the schema says, members beyond the schema included. The function throws when it is
 * something else, naming the `place`: nobody but the service writes there.
 */
export function decoder<const S extends TSchema>(place: string, schema: S): (stored: unknown) => Static<S> {
  let validator: ReturnType<typeof Compile<S>> | null = null;
  return (stored) => {
    // Compiling takes longer than a process that never reads the place should wait.
    validator ??= Compile(schema);
    if (validator.Check(stored)) return stored;
    const [error] = validator.Errors(stored);
    throw new Error(`${place} holds something else than is written there: ${error?.instancePath} ${error?.message}`);
  };
}

/** The type of what is stored, for those who write it. */
export type Stored<S extends TSchema> = Immutable<Static<S>>;

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

/** The schema, or `null`. */
export function OrNull<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}
