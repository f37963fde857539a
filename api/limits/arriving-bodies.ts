/** Limits the memory for request bodies in transit: 429 beyond the tenant's limit, 503 beyond the process's limit. */
import type { IncomingMessage } from 'node:http';
import type { BodyLimits } from '../../platform/config/body-limits.ts';
import { ServiceError } from '../../errors/index.ts';

const MIB = 1024 * 1024;

/** Memory of any request with a body: connection, parsers and buffers. */
const LEAST_BYTES = 64 * 1024;

/** A body that stalls is ended within about two windows of `BODY_WINDOW_MS`; most are gone much sooner. */
const RETRY_AFTER_SECONDS = 5;

/** The limits apply per process. */
export class ArrivingBodies {
  readonly #limits: Pick<BodyLimits, 'tenantBytes' | 'processBytes'>;
  readonly #tenants = new Map<string, number>();
  readonly #figure: { set(bytes: number): void };
  #bytes = 0;

  /** `figure` is set to the memory that all bodies in transit may need, whenever it changes. */
  constructor(limits: Pick<BodyLimits, 'tenantBytes' | 'processBytes'>, figure: { set(bytes: number): void }) {
    this.#limits = limits;
    this.#figure = figure;
  }

  /**
   * Reads a body that needs up to `bytes` of memory. Throws `too_much_at_once` or `overloaded`, and reads nothing, when
   * there is no room for it. The first body of a tenant, or of all, has room whatever its size.
   */
  async during<T>(tenantId: string, bytes: number, read: () => Promise<T>): Promise<T> {
    const { tenantBytes, processBytes } = this.#limits;
    const ofTenant = this.#tenants.get(tenantId) ?? 0;
    if (ofTenant > 0 && ofTenant + bytes > tenantBytes) {
      const message = `This tenant's uploads in progress would exceed its limit of ${sizeOf(tenantBytes)} (MAX_ARRIVING_BYTES_PER_TENANT).`;
      throw refusal('too_much_at_once', message, tenantBytes);
    }
    if (this.#bytes > 0 && this.#bytes + bytes > processBytes) {
      const message = `The server has no memory left for this body: uploads in progress use its ${sizeOf(processBytes)} (MAX_ARRIVING_BYTES).`;
      throw refusal('overloaded', message, processBytes);
    }
    this.#take(tenantId, bytes);
    try {
      return await read();
    } finally {
      this.#take(tenantId, -bytes);
    }
  }

  #take(tenantId: string, bytes: number): void {
    this.#bytes += bytes;
    this.#figure.set(this.#bytes);
    const ofTenant = (this.#tenants.get(tenantId) ?? 0) + bytes;
    if (ofTenant > 0) this.#tenants.set(tenantId, ofTenant);
    else this.#tenants.delete(tenantId);
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

function refusal(code: 'too_much_at_once' | 'overloaded', message: string, limit_bytes: number): ServiceError {
  return new ServiceError(code, message, { limit_bytes, retry_after_seconds: RETRY_AFTER_SECONDS });
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
