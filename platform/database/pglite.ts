import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { listenForPostgres } from './postgres-wire.ts';

export interface PgliteServer {
  readonly url: string;
  /** Ends every connection, then writes the data to disk. */
  readonly stop: () => Promise<void>;
}

/**
 * Postgres with pgvector inside this process, behind a port on loopback (0 chooses a free one). `memory://` as the directory
 * keeps nothing. `onFailure` hears of an error after which the engine cannot go on.
 */
export async function startPglite(
  dataDirectory: string,
  port: number,
  onFailure: (error: unknown) => void,
): Promise<PgliteServer> {
  const engine = await PGlite.create(dataDirectory, { extensions: { vector } });
  const listener = await listenForPostgres(engine, port, onFailure);
  return {
    url: `postgres://postgres@127.0.0.1:${listener.port}/postgres`,
    stop: async () => {
      await listener.stop();
      await engine.close();
    },
  };
}
