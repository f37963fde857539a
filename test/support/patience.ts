/**
 * How long tests wait for what happens unless there is a fault: longer on a machine that is slow, or has other work.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/** Carries what was measured at the start of a run to all its processes. */
export const SLOWNESS_VARIABLE = 'TIDEMILL_TEST_SLOWNESS';

/** What the start of a Node process takes on a machine that does nothing else. */
const USUAL_START_MS = 40;
const STARTS = 5;
/** A hang is to be noticed on every machine. */
const MOST = 4;

/** How many times longer than usual everything took when the run began. */
export const SLOWNESS = Number(process.env[SLOWNESS_VARIABLE] ?? 1);

/** The one limit of waiting. Less than half of what a test may take, so that a failure says what was waited for. */
export const PATIENCE_MS = SLOWNESS * 4 * 60_000;

/** How many times longer than usual everything takes now: a whole number, since limits of time are. */
export function measureSlowness(): number {
  const begun = performance.now();
  for (let start = 0; start < STARTS; start++) spawnSync(process.execPath, ['--eval', '']);
  const starts = (performance.now() - begun) / STARTS / USUAL_START_MS;
  const [load = 0] = loadavg();
  return Math.min(Math.round(Math.max(1, starts, load / availableParallelism())), MOST);
}
