/** Temporal's own command line, as an operator uses it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultHome } from '../../platform/embedded/stack.ts';
import { obtainTool, TEMPORAL } from '../../platform/embedded/tools.ts';
import type { System } from './system.ts';

const run = promisify(execFile);
let executable: Promise<string> | undefined;

/** Path of the Temporal CLI, which is the development server too. */
export function temporalExecutable(): Promise<string> {
  executable ??= obtainTool(TEMPORAL, join(defaultHome(), 'tools'), process.env, () => undefined);
  return executable;
}

/** Runs `temporal …` on the namespace of the system; answers what it printed. Rejects when it fails. */
export async function temporal({ address, namespace }: System, ...args: string[]): Promise<string> {
  const where = ['--address', address, '--namespace', namespace];
  const { stdout } = await run(await temporalExecutable(), [...args, ...where], { maxBuffer: 32 * 1024 * 1024 });
  return stdout;
}
