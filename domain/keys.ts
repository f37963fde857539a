import { OBJECTS } from './manifests/index.ts';
import type { KeyPrefix } from './manifests/index.ts';

/** What the keys of all domains begin with. */
export const KEY_PREFIXES: readonly string[] = Object.keys(OBJECTS);

/** A key in the object store, or what several begin with. */
export function objectKey(prefix: KeyPrefix, ...parts: readonly string[]): string {
  return prefix + parts.join('/');
}
