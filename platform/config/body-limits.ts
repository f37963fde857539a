/** Limits on request bodies: minimum transfer rate and maximum memory. */
import type { SettingsReader } from './reader.ts';

const MIB = 1024 * 1024;

export interface BodyLimits {
  /** Length of the window over which a body must reach `minBytesPerSecond`. */
  readonly windowMs: number;
  readonly minBytesPerSecond: number;
  /** Memory for the arriving bodies of one tenant, in bytes. */
  readonly tenantBytes: number;
  /** The same for all tenants of this process. */
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
