/** The embedded database: PGlite behind Postgres's wire protocol. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { listenForPostgres } from './postgres-wire.ts';

export interface PgliteServer {
  readonly url: string;
  /** Closes all connections, then flushes the data to disk. */
  readonly stop: () => Promise<void>;
}

/** How often changed tables are analyzed. */
const ANALYZE_EVERY_MS = 5000;
/** As of autovacuum: rows changed since the last time, and the share of the table that they are. */
const ANALYZE_AFTER = { rows: 50, share: 0.1 };

/**
 * The pages are in memory. With the default of 4, for disks, the planner reads all chunks to find those with a word: 4
 * ms instead of 1.
 */
const RANDOM_PAGE_COST = 1.1;

/**
 * Runs Postgres with pgvector inside this process, behind a loopback port (0 chooses a free one). The directory
 * `memory://` persists nothing. `onFailure` is called with an error from which the engine cannot recover.
 */
export async function startPglite(
  dataDirectory: string,
  port: number,
  onFailure: (error: unknown) => void,
): Promise<PgliteServer> {
  const startParams = [...PGlite.defaultStartParams, '-c', `random_page_cost=${RANDOM_PAGE_COST}`];
  const engine = await PGlite.create(dataDirectory, { extensions: { vector }, startParams });
  const listener = await listenForPostgres(engine, port, onFailure);
  let analyzing = Promise.resolve();
  const timer = setInterval(() => {
    analyzing = listener.between(() => analyzeChanged(engine)).catch(onFailure);
  }, ANALYZE_EVERY_MS);
  return {
    url: `postgres://postgres@127.0.0.1:${listener.port}/postgres`,
    stop: async () => {
      clearInterval(timer);
      await listener.stop();
      await analyzing;
      await engine.close();
    },
  };
}

/**
 * The work of autovacuum, which the engine lacks: without statistics the planner takes a table of any size for a small
 * one, and a search by words in 3,000 chunks takes a second instead of 50 ms.
 */
export async function analyzeChanged(engine: Pick<PGlite, 'exec' | 'query'>): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
    WHERE n_mod_since_analyze > ${ANALYZE_AFTER.rows} + ${ANALYZE_AFTER.share} * n_live_tup`);
  for (const { name } of rows) await engine.exec(`ANALYZE ${name}`);
}
