import { OBJECTS } from './manifests/index.ts';
import type { KeyPrefix } from './manifests/index.ts';

/** Key prefixes of all domains. */
export const KEY_PREFIXES: readonly string[] = Object.keys(OBJECTS);

/** A key in the object store, or a common prefix of several. */
export function objectKey(prefix: KeyPrefix, ...parts: readonly string[]): string {
  return prefix + parts.join('/');
}
