/** A level on a machine whose processors are all taken: it must say that its figures are not the endpoint's. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { closed, figuresOf, runLevel, truthOf } from './measure.ts';
import type { Rig } from './measure.ts';

/** Busy threads for each processor. */
const THREADS = 8;

/** Whether the level is marked as not valid. */
export async function printLoadedMachine(rig: Rig): Promise<boolean> {
  const busy = Array.from({ length: THREADS * availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  try {
    const { report, served } = await runLevel(rig, closed(16, 160));
    const { loop_lag } = report.timings;
    const error = figuresOf(report).ttft.p99 - truthOf(served).ttft.p99;
    console.log(`### ${THREADS} busy threads for each processor, 16 users\n`);
    console.log('| valid | why not | lag of the loop p90 / p99 | error of TTFT p99 |');
    console.log('|---|---|---|---|');
    const codes = report.invalid.map(({ code }) => code).join(' ');
    const lags = `${loop_lag?.p90.toFixed(1)} / ${loop_lag?.p99.toFixed(1)} ms`;
    console.log(`| ${codes === '' ? '**yes**' : 'no'} | ${codes} | ${lags} | ${error.toFixed(1)} ms |\n`);
    return report.invalid.length > 0;
  } finally {
    await Promise.all(busy.map((thread) => thread.terminate()));
  }
}
