/** Runs the load generator. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Load, Sent } from './generator.ts';

const script = fileURLToPath(new URL('generator.ts', import.meta.url));

/** Sends a load from a separate process, so that neither disturbs the other's timing. */
export async function generate(load: Load): Promise<Sent> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)]);
  return JSON.parse(stdout) as Sent;
}
