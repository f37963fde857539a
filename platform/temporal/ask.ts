import { Connection } from '@temporalio/client';

/** A server that is up answers much sooner. */
const ANSWER_WITHIN_MS = 5000;

/**
 * Asks a Temporal server over a connection of its own, within five seconds. Nothing is asked twice: a repetition that is due
 * after the connection was closed, as when the first of several questions has failed, throws from a timer, where nobody can
 * catch it.
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
