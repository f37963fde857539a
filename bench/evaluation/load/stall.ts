/** An endpoint with short answers that stalls for a second: what each loop shows of it. */
import type { DurationSummary } from '../../../engines/evaluation/performance/durations.ts';
import type { Load } from '../../../engines/evaluation/performance/load.ts';
import type { LoadScript } from '../../../test/support/evaluation/load-script.ts';
import { closed, open, runLevel } from './measure.ts';
import type { Rig } from './measure.ts';

const SHORT: Partial<LoadScript> = { ttftMs: [6, 8], gapMs: 1, tokens: 3 };
const STALL: Partial<LoadScript> = { ...SHORT, stall: { atMs: 4000, forMs: 1000 } };

/** The stalled requests must be fewer than 1 % of those of the closed loop. */
const LOADS: readonly [string, Load][] = [
  ['closed, 1 user', closed(1, 900)],
  ['open, 80/s, 1 connection', open(80, 800, 1)],
  ['open, 80/s, free connections', open(80, 800, null)],
];

/**
 * Whether the stall shows from the intended start of the open loop (p99 of .9 s), and neither from its sends nor in the
 * closed loop (p99 under twice that of the steady endpoint).
 */
export async function printStall(rig: Rig): Promise<boolean> {
  console.log('### A stall of one second, answers of 10 ms\n');
  console.log(
    '| load | endpoint | valid | latency from the send p50 / p99 / max | from the intended start p50 / p99 / max |',
  );
  console.log('|---|---|---|---|---|');
  const p99: { send: number; intended: number }[] = [];
  for (const [name, load] of LOADS) {
    for (const [endpoint, script] of [['steady', SHORT] as const, ['stalls', STALL] as const]) {
      const { report } = await runLevel(rig, load, script);
      const { latency, latency_from_intended } = report.timings;
      p99.push({ send: latency?.p99 ?? Number.NaN, intended: latency_from_intended?.p99 ?? Number.NaN });
      const valid = report.invalid.length === 0 ? 'yes' : report.invalid.map(({ code }) => code).join(' ');
      console.log(`| ${name} | ${endpoint} | ${valid} | ${shown(latency)} | ${shown(latency_from_intended)} |`);
    }
  }
  console.log();
  const [steadyUser, stalledUser, steady, stalled] = p99;
  if (!steadyUser || !stalledUser || !steady || !stalled) return false;
  const isHidden = stalledUser.send < 2 * steadyUser.send && stalled.send < 2 * steady.send;
  return isHidden && stalled.intended >= 900;
}

const shown = (summary: DurationSummary | null): string =>
  summary === null ? '–' : [summary.p50, summary.p99, summary.max].map((value) => value.toFixed(1)).join(' / ');
