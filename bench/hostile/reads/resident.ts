/**
 * Memory of a process and of all that it has started, sampled until it is stopped. The process may be replaced
 * meanwhile.
 */
import { familyOf } from '../../support/processor-time.ts';

const EVERY_MS = 200;

export interface ResidentWatch {
  /** Of the process itself, at the beginning. */
  readonly idleMb: number;
  /** Of the process itself. */
  peakMb(): number;
  /** Of the process with its descendants. */
  familyPeakMb(): number;
  /** How often it ended. Another process may have taken its place. */
  deaths(): number;
  /** How many of the processes that it has started ended. */
  childDeaths(): number;
  stop(): void;
}

export function watchResident(pidOf: () => number | undefined): ResidentWatch {
  const seen = new Set<number>();
  const children = new Set<number>();
  let alive: ReadonlySet<number> = new Set();
  const peaks = { own: 0, family: 0 };
  let isGone = false;
  const look = (): number => {
    const pid = pidOf();
    if (pid !== undefined) seen.add(pid);
    const family = familyOf(pid);
    isGone = family.length === 0;
    const [, ...started] = family;
    alive = new Set(started.map((child) => child.pid));
    for (const child of alive) children.add(child);
    const own = family[0]?.residentMb ?? 0;
    peaks.own = Math.max(peaks.own, own);
    peaks.family = Math.max(
      peaks.family,
      family.reduce((sum, { residentMb }) => sum + residentMb, 0),
    );
    return own;
  };
  const idleMb = look();
  const timer = setInterval(look, EVERY_MS);
  return {
    idleMb,
    peakMb: () => peaks.own,
    familyPeakMb: () => peaks.family,
    deaths: () => seen.size - 1 + Number(isGone),
    childDeaths: () => [...children].filter((pid) => !alive.has(pid)).length,
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}
