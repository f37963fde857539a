/** Prints the report of a chaos run. */
import type { Fault } from './faults.ts';

export interface Report {
  readonly seed: number;
  readonly began: number;
  readonly faults: readonly Fault[];
  readonly figures: Readonly<Record<string, string | number>>;
  /** Why the run failed; empty when it passed. */
  readonly reasons: readonly string[];
}

const MOST_REASONS = 60;

export function printReport({ seed, began, faults, figures, reasons }: Report): void {
  console.log('\n| second | process | fault | recovered after |\n|---|---|---|---|');
  for (const { at, process, kind, upAt } of faults) {
    const down = upAt === null ? 'never' : `${((upAt - at) / 1000).toFixed(1)} s`;
    console.log(`| ${((at - began) / 1000).toFixed(1)} | ${process} | ${kind} | ${down} |`);
  }
  console.log('\n| figure | |\n|---|---|');
  for (const [name, value] of Object.entries({ ...figures, ...countFaults(faults) })) {
    console.log(`| ${name} | ${value} |`);
  }
  for (const reason of reasons.slice(0, MOST_REASONS)) console.log(`\n✖ ${reason}`);
  if (reasons.length > MOST_REASONS) console.log(`\n✖ and ${reasons.length - MOST_REASONS} more`);
  console.log(`\n${reasons.length === 0 ? 'PASS' : 'FAIL'} with seed ${seed}`);
}

function countFaults(faults: readonly Fault[]): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(faults, ({ process }) => process)].map(([process, ofProcess]) => {
      const kills = ofProcess.filter(({ kind }) => kind === 'kill').length;
      const downMs = ofProcess.reduce((sum, { at, upAt }) => sum + (upAt ?? at) - at, 0);
      const text = `${kills} kills, ${ofProcess.length - kills} pauses, ${(downMs / 1000).toFixed(0)} s down`;
      return [`faults of ${process}`, text];
    }),
  );
}
