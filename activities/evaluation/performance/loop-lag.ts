/** How late the event loop of this process is: what delays every time that it takes. */
import { performance } from 'node:perf_hooks';

/** A timer that is due this often. */
const TICK_MS = 5;

/**
 * Reports how late the event loop is at evenly spaced moments, in milliseconds. A stall hides the ticks that it
 * prevents, so they are reported after it with the lag that each would have had (Tene's correction for coordinated
 * omission). The returned function ends the watch and returns the time, in milliseconds, in which the loop was busy.
 */
export function watchLoop(onLag: (milliseconds: number) => void): { readonly busyMs: () => number; stop(): void } {
  const before = performance.eventLoopUtilization();
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    let lag = Math.max(0, now - last - TICK_MS);
    last = now;
    onLag(lag);
    while ((lag -= TICK_MS) > 0) onLag(lag);
  }, TICK_MS);
  return {
    busyMs: () => performance.eventLoopUtilization(before).active,
    stop: () => clearInterval(timer),
  };
}
