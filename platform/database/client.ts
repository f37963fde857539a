import { PrismaClient } from './generated/client.ts';
import { storable } from './storable.ts';
import { TracedPg } from './tracing.ts';

export interface Database {
  readonly db: ReturnType<typeof createClient>;
  /** Waits for running statements, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** What statements are made with, inside a transaction or not. */
export type Statements = Omit<Database['db'], '$transaction' | '$connect' | '$disconnect' | '$extends'>;

/** Transactions are short; many at once wait for a connection, on the embedded database for each other. */
const TRANSACTIONS = { maxWait: 20_000, timeout: 20_000 };

/**
 * A pool of at most ten connections, opened when first used: an unreachable database fails the first query, not this call.
 * Statements are unnamed: poolers in transaction mode and the embedded database share names between connections.
 */
export function openDatabase(url: string): Database {
  const db = createClient(url);
  return { db, close: () => db.$disconnect() };
}

/** Every operation passes here, raw ones and those of transactions too: what Postgres cannot keep is taken out. */
function createClient(url: string) {
  const adapter = new TracedPg({ connectionString: url, connectionTimeoutMillis: 10_000 });
  return new PrismaClient({ adapter, transactionOptions: TRANSACTIONS }).$extends({
    query: { $allOperations: ({ args, query }) => query(storable(args)) },
  });
}
