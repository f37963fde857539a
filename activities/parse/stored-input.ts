import type { ObjectStore } from '../../platform/objects/index.ts';
import type { PoolInput } from '../../platform/process-pool/pooled-process.ts';

/** An object as an input of a converter. */
export function storedInput(objects: Pick<ObjectStore, 'getStream'>, key: string, bytes: number): PoolInput {
  return { bytes, open: (signal) => objects.getStream(key, signal) };
}
