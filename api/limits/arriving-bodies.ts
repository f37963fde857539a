/** How much memory the bodies of requests may need while they arrive: 429 beyond what a tenant may take, 503 beyond what there is. */
import type { IncomingMessage } from 'node:http';
import type { BodyLimits } from '../../platform/config/body-limits.ts';
import { ServiceError } from '../../platform/errors.ts';

/** What any request with a body needs: its connection, its parsers, their buffers. */
const LEAST_BYTES = 64 * 1024;

/** A body that stalls is ended within about two windows of `BODY_WINDOW_MS`; most are gone much sooner. */
const RETRY_AFTER_SECONDS = 5;

/** The figures are those of this process: several processes take so much each. */
export class ArrivingBodies {
  readonly #limits: Pick<BodyLimits, 'tenantBytes' | 'processBytes'>;
  readonly #tenants = new Map<string, number>();
  readonly #figure: { set(bytes: number): void };
  #bytes = 0;

  /** `figure` is told what all bodies that arrive may need, whenever that changes. */
  constructor(limits: Pick<BodyLimits, 'tenantBytes' | 'processBytes'>, figure: { set(bytes: number): void }) {
    this.#limits = limits;
    this.#figure = figure;
  }

  /**
   * Reads a body that needs up to so many bytes of memory until it is read. Throws `too_much_at_once` or `overloaded`, and reads
   * nothing, when there is no room for it. The first body of a tenant, or of all, has room whatever its size.
   */
  async during<T>(tenantId: string, bytes: number, read: () => Promise<T>): Promise<T> {
    const { tenantBytes, processBytes } = this.#limits;
    const ofTenant = this.#tenants.get(tenantId) ?? 0;
    if (ofTenant > 0 && ofTenant + bytes > tenantBytes) {
      const message = `A tenant may send bodies that need ${tenantBytes} bytes of memory at once.`;
      throw refusal('too_much_at_once', message, tenantBytes);
    }
    if (this.#bytes > 0 && this.#bytes + bytes > processBytes) {
      throw refusal('overloaded', `All that is sent now needs ${processBytes} bytes of memory already.`, processBytes);
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

/** The memory that the body of a request may need, where no body needs more than `most`: what is packed, or does not tell its size, that. */
export function memoryOf({ headers }: IncomingMessage, most: number): number {
  const declared = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? most) : most;
  return Math.max(Math.min(declared, most), LEAST_BYTES);
}

function refusal(code: 'too_much_at_once' | 'overloaded', message: string, limit_bytes: number): ServiceError {
  return new ServiceError(code, message, { limit_bytes, retry_after_seconds: RETRY_AFTER_SECONDS });
}
