/** The embedded database: PGlite behind Postgres's wire protocol. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { listenForPostgres } from './postgres-wire.ts';

export interface PgliteServer {
  readonly url: string;
  /** Closes all connections, then flushes the data to disk. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs Postgres with pgvector inside this process, behind a loopback port (0 chooses a free one). The directory
 * `memory://` persists nothing. `onFailure` is called with an error from which the engine cannot recover.
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
