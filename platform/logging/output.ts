/** Writes log lines without ever blocking or failing the process. */
import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;

/** How long a line waits for a slow reader. While the reader stays behind, further lines do not wait. */
const PATIENCE_MS = 100;
const PAUSE_MS = 10;

/**
 * Writes each log line with one system call. A line that cannot be written, because the disk is full or the reader is
 * gone, is dropped: logging never ends or blocks the process.
 */
export class LogOutput {
  readonly #onDrop: () => void;
  readonly #fd: number;
  #isBehind = false;
  /** Whether the last write stopped in the middle of a line. */
  #isTorn = false;

  /** `onDrop` is called for every dropped line. */
  constructor(onDrop: () => void = () => undefined, fd: number = STANDARD_OUTPUT) {
    this.#onDrop = onDrop;
    this.#fd = fd;
  }

  /** Never throws. */
  write(line: string): void {
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
    let written = 0;
    try {
      while (written < bytes.length) written += this.#writeSome(bytes.subarray(written));
      this.#isTorn = false;
    } catch {
      this.#isTorn ||= written > 0;
      this.#onDrop();
    }
  }

  #writeSome(bytes: Buffer): number {
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        const written = writeSync(this.#fd, bytes);
        this.#isBehind = false;
        return written;
      } catch (error) {
        const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
        if (!isBusy || this.#isBehind || waited >= PATIENCE_MS) {
          this.#isBehind = isBusy;
          throw error;
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }
}
