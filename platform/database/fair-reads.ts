/** Reads that may be expensive take turns, so that those of one tenant never hold all connections. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { FairTurns } from '../fair-turns.ts';
import type { Database } from './client.ts';

/**
 * Statements at once. A tenant with none gets one of the reserve; together they leave connections of the pool
 * (client.ts) to all else.
 */
const AT_ONCE = 6;
const RESERVE = 2;

/**
 * The database for expensive reads of a tenant: each statement waits for a turn. Not for transactions, which wait with
 * a connection in hand.
 */
export type FairReads = (tenantId: string) => Database;

/** Aborted when nobody waits any more for what the present work reads. */
const waitedFor = new AsyncLocalStorage<AbortSignal>();

/** Work whose fair reads send no further statement once the signal is aborted: they reject with its reason. */
export function whileWaitedFor<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return waitedFor.run(signal, work);
}

/** Turns are of this process. Statements that wait reject when the signal is aborted. */
export function fairReads({ db, ...rest }: Database, signal: AbortSignal): FairReads {
  const turns = new FairTurns(AT_ONCE, RESERVE);
  return (tenantId) => {
    const options = { signal, isUnderWay: false };
    const inTurn = db.$extends({
      query: {
        $allOperations: ({ args, query }) =>
          turns.run(tenantId, options, async () => {
            waitedFor.getStore()?.throwIfAborted();
            return query(args);
          }),
      },
    });
    return { ...rest, db: inTurn };
  };
}
