/** How fast the bodies of requests must come, and how much of them may be in memory at once. */
import type { SettingsReader } from './reader.ts';

const MIB = 1024 * 1024;

export interface BodyLimits {
  /** Over each window of so many milliseconds a body must bring `minBytesPerSecond`. */
  readonly windowMs: number;
  readonly minBytesPerSecond: number;
  /** Memory that the arriving bodies of one tenant may need at once, in bytes. */
  readonly tenantBytes: number;
  /** The same of all tenants, in this process. */
  readonly processBytes: number;
}

export function readBodyLimits({ integer }: SettingsReader): BodyLimits {
  return {
    windowMs: integer('BODY_WINDOW_MS', 15_000, 1),
    minBytesPerSecond: integer('MIN_BODY_BYTES_PER_SECOND', 1024, 1),
    tenantBytes: integer('MAX_ARRIVING_BYTES_PER_TENANT', 128 * MIB, 1),
    processBytes: integer('MAX_ARRIVING_BYTES', 256 * MIB, 1),
  };
}
