/** Which requests send their bodies too slowly. */
import type { IncomingMessage } from 'node:http';
import type { BodyLimits } from '../../platform/config/body-limits.ts';
import { hasBody } from './arriving-bodies.ts';

/** A window of one request. */
interface Window {
  began: number;
  /** Bytes received by its connection when the window started. */
  bytes: number;
  readonly onSlow: () => void;
}

/**
 * Enforces the minimum rate of bodies, averaged over a window. A body that is waiting to be read is not slow, because
 * its client cannot send more.
 */
export class BodyPace {
  readonly #windowMs: number;
  readonly #leastBytes: number;
  readonly #now: () => number;
  readonly #arriving = new Map<IncomingMessage, Window>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(
    { windowMs, minBytesPerSecond }: Pick<BodyLimits, 'windowMs' | 'minBytesPerSecond'>,
    now: () => number = () => performance.now(),
  ) {
    this.#windowMs = windowMs;
    this.#leastBytes = (windowMs / 1000) * minBytesPerSecond;
    this.#now = now;
  }

  /** `onSlow` is called once at most, by {@link look}. */
  watch(request: IncomingMessage, onSlow: () => void): void {
    if (!hasBody(request)) return;
    this.#arriving.set(request, { began: this.#now(), bytes: request.socket.bytesRead, onSlow });
    request.once('close', () => this.#arriving.delete(request));
  }

  /** To be called several times a window. */
  look(): void {
    const now = this.#now();
    for (const [request, window] of this.#arriving) {
      if (request.complete) {
        this.#arriving.delete(request);
        continue;
      }
      if (now - window.began < this.#windowMs) continue;
      const bytes = request.socket.bytesRead;
      if (bytes - window.bytes < this.#leastBytes && request.readableLength === 0) {
        this.#arriving.delete(request);
        window.onSlow();
      } else {
        window.began = now;
        window.bytes = bytes;
      }
    }
  }
}
