/** The connection to Postgres, through Prisma. */
import { Pool } from 'pg';
import { PrismaClient } from './generated/client.ts';
import { limitStatements } from './statement-limit.ts';
import { storable } from './storable.ts';
import { TracedPg } from './tracing.ts';

export interface Database {
  readonly db: ReturnType<typeof createClient>;
  /** Rejects when Postgres does not answer a query. */
  readonly check: () => Promise<void>;
  /** Waits for running statements, then closes all connections. */
  readonly close: () => Promise<void>;
}

/** The statement methods, inside a transaction or not. */
export type Statements = Omit<Database['db'], '$transaction' | '$connect' | '$disconnect' | '$extends'>;

/**
 * Transactions are short, but many at once wait for a connection; on the embedded database they wait for each other.
 */
const TRANSACTIONS = { maxWait: 20_000, timeout: 20_000 };

/**
 * Opens a pool of at most ten connections. It connects on first use, so an unreachable database fails the first
 * query, not this call. Prepared statements are unnamed because poolers in transaction mode and the embedded database
 * share names between connections. `statementLimitMs`: what takes longer is cancelled; default: nothing is.
 */
export function openDatabase(url: string, { statementLimitMs }: { readonly statementLimitMs?: number } = {}): Database {
  const db = createClient(url, statementLimitMs);
  return {
    db,
    async check() {
      await db.$queryRaw`SELECT 1`;
    },
    close: () => db.$disconnect(),
  };
}

/** Every operation, including raw statements and transactions, is stripped of text that Postgres cannot store. */
function createClient(url: string, statementLimitMs: number | undefined) {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 10_000 });
  if (statementLimitMs !== undefined) limitStatements(pool, statementLimitMs);
  const adapter = new TracedPg(pool, { disposeExternalPool: true });
  return new PrismaClient({ adapter, transactionOptions: TRANSACTIONS }).$extends({
    query: { $allOperations: ({ args, query }) => query(storable(args)) },
  });
}
