import { PrismaClient } from './generated/client.ts';
import { TracedPg } from './tracing.ts';

export interface Database {
  readonly db: PrismaClient;
  /** Waits for running statements, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** Transactions are short; many at once wait for a connection, on the embedded database for each other. */
const TRANSACTIONS = { maxWait: 20_000, timeout: 20_000 };

/**
 * A pool of at most ten connections, opened when first used: an unreachable database fails the first query, not this call.
 * Statements are unnamed: poolers in transaction mode and the embedded database share names between connections.
 */
export function openDatabase(url: string): Database {
  const adapter = new TracedPg({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const db = new PrismaClient({ adapter, transactionOptions: TRANSACTIONS });
  return { db, close: () => db.$disconnect() };
}
