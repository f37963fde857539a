import { Client, Connection } from '@temporalio/client';
import type { Config } from '../config.ts';

export interface Temporal {
  readonly connection: Connection;
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

/** Connects to Temporal. Rejects when no server answers within ten seconds. */
export async function connectTemporal(config: Config['temporal']): Promise<Temporal> {
  const connection = await Connection.connect({ address: config.address, connectTimeout: '10 seconds' });
  return {
    connection,
    client: new Client({ connection, namespace: config.namespace }),
    namespace: config.namespace,
    close: () => connection.close(),
  };
}
