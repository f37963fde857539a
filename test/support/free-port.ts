/** Ports for what tests start. */
import { choosePort } from '../../platform/ports.ts';

/**
 * Each process chooses among its own: between the choice of a port and its use, another process would otherwise choose
 * the same one in every tenth run. They are below those that the embedded stack and outgoing connections use.
 */
const FROM = 12_000;
const SHARES = 500;
const SHARE = 16;

let chosen = 0;

/** A loopback port that is free; another process of the run is rarely given the same. */
export async function freePort(): Promise<number> {
  const first = FROM + (process.pid % SHARES) * SHARE;
  for (let tried = 0; tried < SHARE; tried++) {
    const port = await choosePort(first + (chosen++ % SHARE), 'a test', 'PORT').catch(() => null);
    if (port !== null) return port;
  }
  throw new Error(`None of the ports from ${first} to ${first + SHARE - 1} is free.`);
}
