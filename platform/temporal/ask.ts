/** One-off questions to a Temporal server, for commands and start-up checks. */
import { Connection } from '@temporalio/client';

/** A running server answers much faster. */
const ANSWER_WITHIN_MS = 5000;

/**
 * Queries a Temporal server over a separate connection, within five seconds. There are no retries: a retry that is
 * due after the connection was closed, as when the first of several queries has failed, throws from a timer, where it
 * cannot be caught.
 */
export async function askTemporal<T>(address: string, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = Connection.lazy({ address, interceptors: [], connectTimeout: ANSWER_WITHIN_MS });
  try {
    await connection.ensureConnected();
    return await connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => ask(connection));
  } finally {
    await connection.close();
  }
}
