import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import { postgresServer, postgresUrl } from '../../../embedded/servers/postgres.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { choosePort } from '../../../platform/ports.ts';
import { emptyDatabase } from './empty-database.ts';
import { infrastructure } from '../service/infrastructure.ts';
import { ServiceProcess } from '../service/service-process.ts';

/**
 * An empty database of the calling file, until its tests have ended: for a sweep that spares nothing for its age, which would take
 * the rows of other tests' jobs for what was forgotten.
 */
export async function ownDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const port = await choosePort(0, 'the database', 'POSTGRES_PORT');
  const { isReady, ...server } = postgresServer(await emptyDatabase(), port);
  const log = join(infrastructure().logs, `postgres-${randomBytes(4).toString('hex')}.log`);
  const child = await ServiceProcess.start({ ...server, env: {}, log }, isReady);
  const url = postgresUrl(port);
  const database = openDatabase(url);
  after(async () => {
    await database.close();
    await child.kill();
  });
  return { url, database };
}
