/** Limits the memory for request bodies in transit: 429 beyond the tenant's limit, 503 beyond the process's limit. */
import type { IncomingMessage } from 'node:http';
import type { BodyLimits } from '../../platform/config/body-limits.ts';
import { TenantShares } from './tenant-shares.ts';

const MIB = 1024 * 1024;

/** Memory of any request with a body: connection, parsers and buffers. */
const LEAST_BYTES = 64 * 1024;

/** A body that stalls is ended within about two windows of `BODY_WINDOW_MS`; most are gone much sooner. */
const RETRY_AFTER_SECONDS = 5;

/** The limits apply per process. */
export class ArrivingBodies {
  readonly #shares: TenantShares;
  readonly #figure: { set(bytes: number): void };

  /** `figure` is set to the memory that all bodies in transit may need, whenever it changes. */
  constructor(
    { tenantBytes, processBytes }: Pick<BodyLimits, 'tenantBytes' | 'processBytes'>,
    figure: { set(bytes: number): void },
  ) {
    this.#figure = figure;
    this.#shares = new TenantShares(
      { tenant: tenantBytes, process: processBytes },
      {
        tooMuchAtOnce:
          `This tenant's uploads in progress would exceed its limit of ${sizeOf(tenantBytes)} ` +
          '(MAX_ARRIVING_BYTES_PER_TENANT).',
        overloaded:
          `The server has no memory left for this body: uploads in progress use its ${sizeOf(processBytes)} ` +
          '(MAX_ARRIVING_BYTES).',
        details: (limit_bytes) => ({ limit_bytes, retry_after_seconds: RETRY_AFTER_SECONDS }),
      },
    );
  }

  /**
   * Reads a body that needs up to `bytes` of memory. Throws `too_much_at_once` or `overloaded`, and reads nothing, when
   * there is no room for it.
   */
  async during<T>(tenantId: string, bytes: number, read: () => Promise<T>): Promise<T> {
    const { leave } = this.#shares.enter(tenantId, bytes);
    this.#figure.set(this.#shares.taken);
    try {
      return await read();
    } finally {
      leave();
      this.#figure.set(this.#shares.taken);
    }
  }
}

/**
 * The memory that the body of a request may need: its `Content-Length`, or `most` if it is compressed or has no length.
 */
export function memoryOf({ headers }: IncomingMessage, most: number): number {
  const declared = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? most) : most;
  return Math.max(Math.min(declared, most), LEAST_BYTES);
}

/** Formats a limit as in the settings: in MiB if it is a whole number of MiB. */
function sizeOf(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes.toLocaleString('en')} bytes`;
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
