import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export interface Database {
  readonly db: PrismaClient;
  /** Waits for running statements, then closes every connection. */
  readonly close: () => Promise<void>;
}

/**
 * A pool of at most ten connections, opened when first used: an unreachable database fails the first query, not this call.
 * Statements are unnamed: poolers in transaction mode and the embedded database share names between connections.
 */
export function openDatabase(url: string): Database {
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, connectionTimeoutMillis: 10_000 }) });
  return { db, close: () => db.$disconnect() };
}
