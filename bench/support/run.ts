/** Frame of a bench: the stack, the machine's description and the table. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startInfrastructure } from '../../embedded/stack.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { printTable } from './table.ts';
import type { Row } from './table.ts';

/** Runs a bench on its own embedded stack, and prints the machine and the table. */
export async function runBench(bench: (stack: Infrastructure) => Promise<readonly Row[]>): Promise<void> {
  await onStack(async (stack) => {
    console.log(`${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`);
    printTable(await bench(stack));
  });
}

/** Runs work on an embedded stack of its own, of which nothing stays. */
export async function onStack<T>(work: (stack: Infrastructure) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-bench-'));
  const infrastructure = await startInfrastructure({ home, say: console.error });
  try {
    return await work(infrastructure);
  } finally {
    await infrastructure.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
