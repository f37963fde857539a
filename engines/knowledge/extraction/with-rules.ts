/** The names of a chunk, as rules and a language model found them. */
import type { ChunkName } from '../names/chunk-names.ts';
import type { GroundedName } from './ground.ts';

/** A name that a chunk mentions, and its kind; `null` when it is not known. */
export interface TypedName extends ChunkName {
  readonly type: string | null;
}

/** Each name once. What both found is as the rules found it, with the model's type. */
export function withExtracted(names: readonly ChunkName[], extracted: readonly GroundedName[]): TypedName[] {
  const types = new Map(extracted.map(({ name, type }) => [name, type]));
  const known = new Set(names.map(({ name }) => name));
  return [
    ...names.map((name) => ({ ...name, type: types.get(name.name) ?? null })),
    ...extracted.filter(({ name }) => !known.has(name)).map((name) => ({ ...name, role: 0 as const })),
  ];
}
