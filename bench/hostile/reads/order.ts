/** Sends the attackers, in a process of their own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Order {
  readonly url: string;
  readonly token: string;
  readonly datasetId: string;
  readonly seed: number;
  /** Names of the attacks, which run at the same time. */
  readonly attacks: readonly string[];
  /** How long refused and answered lanes send again. */
  readonly seconds: number;
}

/** How the requests of the attackers ended. */
export interface Spoils {
  answered: number;
  /** By the code of the problem. */
  readonly refused: Record<string, number>;
  /** By what went wrong: any other answer, or none. */
  readonly failed: Record<string, number>;
}

const SCRIPT = fileURLToPath(new URL('attackers.ts', import.meta.url));

/** Resolves when the last request has ended. */
export async function attackBy(order: Order): Promise<Spoils> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, JSON.stringify(order)]);
  return JSON.parse(stdout);
}
