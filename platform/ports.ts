import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { SetupError } from './setup-error.ts';

/** Below the ephemeral port ranges, so that no outgoing connection takes a port between choice and use. */
const FREE_FROM = 20_000;
const FREE_TO = 32_000;

/** Chooses loopback ports and holds them until `release`, so that none is chosen twice. */
export class Ports {
  readonly #held: Server[] = [];

  /**
   * The requested port, or a free one for 0. A port in use is a {@link SetupError} that names its purpose and its
   * variable.
   */
  async choose(wanted: number, purpose: string, variable: string): Promise<number> {
    if (wanted === 0) return this.chooseFree();
    if (await this.#hold(wanted)) return wanted;
    throw new SetupError(
      `Port ${wanted} (${purpose}) is taken. Fix: end the process that listens there, or set ${variable} to ` +
        'another port, 0 for any free one.',
    );
  }

  async chooseFree(): Promise<number> {
    for (;;) {
      const port = randomInt(FREE_FROM, FREE_TO);
      if (await this.#hold(port)) return port;
    }
  }

  async release(): Promise<void> {
    await Promise.all(this.#held.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  }

  async #hold(port: number): Promise<boolean> {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) this.#held.push(server);
    return isFree;
  }
}

/** Chooses a single port; see {@link Ports.choose}. */
export async function choosePort(wanted: number, purpose: string, variable: string): Promise<number> {
  const ports = new Ports();
  try {
    return await ports.choose(wanted, purpose, variable);
  } finally {
    await ports.release();
  }
}
