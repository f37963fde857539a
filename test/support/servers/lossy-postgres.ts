import { createConnection, createServer } from 'node:net';
import { after } from 'node:test';
import { listenOnLoopback } from './loopback-server.ts';

export interface LossyPostgres {
  /** Connection string to give to clients. */
  readonly url: string;
  /**
   * Cuts the connection that sends the word next: `before` its statement arrives, or when it is done but not yet
   * `answered`. Resolves when that has happened.
   */
  cutAt(word: string, when: 'before' | 'answered'): Promise<void>;
}

interface Cut {
  readonly word: string;
  readonly when: 'before' | 'answered';
  readonly done: PromiseWithResolvers<void>;
}

/** ReadyForQuery, by which Postgres ends the answer to a statement, without the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A way to Postgres on which one statement, or its answer, can get lost. */
export async function openLossyPostgres(target: string): Promise<LossyPostgres> {
  const url = new URL(target);
  const { hostname, port } = url;
  let next: Cut | null = null;
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname);
    let cut: Cut | null = null;
    client.on('data', (bytes) => {
      if (next !== null && bytes.includes(next.word)) [cut, next] = [next, null];
      if (cut?.when === 'before') client.destroy();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (cut === null) client.write(bytes);
      else if (bytes.subarray(-READY.length - 1, -1).equals(READY)) client.destroy();
    });
    client.on('error', () => upstream.destroy());
    client.on('close', () => {
      upstream.destroy();
      cut?.done.resolve();
    });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
  });
  url.host = `127.0.0.1:${await listenOnLoopback(server)}`;
  after(() => server.close());
  return {
    url: url.href,
    cutAt: (word, when) => {
      const done = Promise.withResolvers<void>();
      next = { word, when, done };
      return done.promise;
    },
  };
}
