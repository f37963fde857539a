/** The figures of the attacks: as verdicts, and as a short table for people. */
import { quantiles } from '../../support/measure.ts';
import { atMost, withoutGoal } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import type { Spoils } from './order.ts';
import { PROBES } from './probes.ts';
import type { ProbeName, ProbeTimes } from './probes.ts';
import type { ResidentWatch } from './resident.ts';

export interface Endured {
  /** The attack, with its lanes. */
  readonly what: string;
  readonly probes: ProbeTimes;
  readonly spoils: Spoils;
  readonly memory: ResidentWatch;
}

const LIVE_MS = 50;
const GOAL_MB = 512;

/** What a quiet service may take twice, and a bit. The process itself answers at once, whatever others ask for. */
const goalOf = (name: ProbeName, quietMs: number): number => (name === 'live' ? LIVE_MS : 2 * quietMs + 50);

const p95 = (probes: ProbeTimes, name: ProbeName): number => quantiles(probes[name].times).p95;

export function verdictsOf(quiet: ProbeTimes, { what, probes, spoils, memory }: Endured): Verdict[] {
  const faults = PROBES.flatMap((name) => probes[name].faults.map((fault) => `${name}: ${fault}`));
  const failed = sum(spoils.failed);
  return [
    ...PROBES.map((name) => {
      const baseline = p95(quiet, name);
      const row = {
        what: `${name} of another tenant during ${what}, p95`,
        unit: 'ms',
        baselineName: 'quiet',
        baseline,
      };
      return atMost({ ...row, measured: p95(probes, name) }, goalOf(name, baseline));
    }),
    atMost(
      {
        what: `${what}: failed requests of another tenant${inBrackets(faults[0]?.slice(0, 200))}`,
        unit: 'requests',
        baselineName: 'sent',
        measured: faults.length,
        baseline: PROBES.reduce((all, name) => all + probes[name].times.length, 0),
      },
      0,
    ),
    atMost(
      {
        what: `${what}: neither answered nor refused by a named code${inBrackets(listed(spoils.failed))}`,
        unit: 'requests',
        baselineName: 'ended',
        measured: failed,
        baseline: spoils.answered + sum(spoils.refused) + failed,
      },
      0,
    ),
    atMost(
      {
        what: `${what}: memory of the API's own process, peak`,
        unit: 'MB',
        baselineName: 'before',
        baseline: memory.idleMb,
        measured: memory.peakMb(),
      },
      GOAL_MB,
    ),
    withoutGoal({
      what: `${what}: memory of the API with the processes that it started, peak`,
      unit: 'MB',
      baselineName: 'its own process',
      baseline: memory.peakMb(),
      measured: memory.familyPeakMb(),
    }),
    atMost(
      {
        what: `${what}: deaths of the API`,
        unit: 'times',
        baselineName: 'processes',
        baseline: 1,
        measured: memory.deaths(),
      },
      0,
    ),
    atMost(
      {
        what: `${what}: deaths of processes that the API started`,
        unit: 'times',
        baselineName: 'processes',
        baseline: 2,
        measured: memory.childDeaths(),
      },
      0,
    ),
  ];
}

/** One line an attack: p95 of the probes in milliseconds, and what became of the attackers. */
export function printEndured(quiet: ProbeTimes, all: readonly Endured[]): void {
  console.log(`| attack | ${PROBES.join(' | ')} | answered | refused | failed | API MB | with its processes |`);
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  console.log(`| quiet | ${cells(quiet)} | | | | | |`);
  for (const endured of all) console.log(lineOf(endured));
  console.log();
}

export function lineOf({ what, probes, spoils, memory }: Endured): string {
  const died = memory.deaths() > 0 ? `, died ${memory.deaths()} ×` : '';
  const ends = `${spoils.answered} | ${listed(spoils.refused) || '0'} | ${listed(spoils.failed) || '0'}`;
  const mb = `${memory.idleMb.toFixed(0)} → ${memory.peakMb().toFixed(0)}${died} | ${memory.familyPeakMb().toFixed(0)}`;
  return `| ${what} | ${cells(probes)} | ${ends} | ${mb} |`;
}

const cells = (probes: ProbeTimes): string =>
  PROBES.map((name) => {
    const { length } = probes[name].faults;
    return `${p95(probes, name).toFixed(0)}${length > 0 ? ` (${length} failed)` : ''}`;
  }).join(' | ');

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const inBrackets = (text = ''): string => (text === '' ? '' : ` (${text.replaceAll('|', '/')})`);

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);
