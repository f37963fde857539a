import { createConnection, createServer } from 'node:net';
import { after } from 'node:test';
import { listenOnLoopback } from './loopback-server.ts';

export interface Gate {
  /** Address to give to clients. */
  readonly address: string;
  /** Resolves when the gate has shut. */
  readonly shut: Promise<void>;
}

/**
 * A way to a server that shuts for good, on all connections, as soon as a client sends one of the words through it:
 * that word and what follows never arrive.
 */
export async function openGate(target: string, words: readonly string[]): Promise<Gate> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const { promise: shut, resolve } = Promise.withResolvers<void>();
  let isShut = false;
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname);
    client.on('data', (bytes) => {
      isShut ||= words.some((word) => bytes.includes(word));
      if (isShut) resolve();
      else upstream.write(bytes);
    });
    upstream.pipe(client);
    client.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  const own = await listenOnLoopback(server);
  after(() => server.close());
  return { address: `127.0.0.1:${own}`, shut };
}
