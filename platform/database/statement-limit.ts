/** Ends statements of a pool that take too long, as `statement_timeout` would: poolers refuse or share that setting. */
import { connect } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Postgres's protocol, message CancelRequest: length, code, process and key. */
const CANCEL_LENGTH = 16;
const CANCEL_CODE = 80_877_102;

/** How long a cancellation may take to be sent. */
const CONNECT_MS = 5000;

/**
 * Cancels what a connection is doing that was taken from the pool for longer: one statement, or a transaction. It
 * rejects with Postgres's `query_canceled`. The embedded database ignores it.
 */
export function limitStatements(pool: Pool, limitMs: number): void {
  const timers = new WeakMap<PoolClient, NodeJS.Timeout>();
  const cancelled = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    const onTime = (): void => {
      cancelled.add(client);
      cancel(client);
    };
    timers.set(client, setTimeout(onTime, limitMs).unref());
  });
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client));
    // The cancellation may still be on its way: it must not meet the statement of somebody else. The pool lets go of
    // what has ended.
    if (cancelled.has(client)) void Reflect.apply(Reflect.get(client, 'end'), client, []);
  });
}

/** `pg` keeps what identifies a connection's process in members that its types leave out. */
function cancel(client: PoolClient): void {
  const numberOf = (name: string): number => Number(Reflect.get(client, name));
  const host: string = Reflect.get(client, 'host');
  const port = numberOf('port');
  const message = Buffer.alloc(CANCEL_LENGTH);
  message.writeInt32BE(CANCEL_LENGTH, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(numberOf('processID'), 8);
  message.writeInt32BE(numberOf('secretKey'), 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // A statement that cannot be cancelled goes on; nothing else depends on it.
  socket.on('error', () => undefined);
  socket.setTimeout(CONNECT_MS, () => socket.destroy());
  socket.end(message);
}
