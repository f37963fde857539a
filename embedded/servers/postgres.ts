import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { ChildSpec } from '../supervisor/child.ts';

/** The embedded Postgres with pgvector: one process, one data directory. */
export function postgresServer(directory: string, port: number): ChildSpec {
  return {
    name: 'postgres',
    command: process.execPath,
    args: [fileURLToPath(new URL('postgres-server.ts', import.meta.url)), directory, String(port)],
    isReady: async () => {
      const client = new Client({ connectionString: postgresUrl(port), connectionTimeoutMillis: 2000 });
      // A broken connection also rejects the query; without a listener, the event would crash this process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('SELECT 1');
        return true;
      } finally {
        await client.end();
      }
    },
  };
}

export function postgresUrl(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
