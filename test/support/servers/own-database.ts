import { after } from 'node:test';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { infrastructure } from '../service/infrastructure.ts';

/**
 * A database of the calling file, until its tests have ended: it has the service's tables and no rows. It is one of a
 * Postgres as production has it, where statements run side by side; the shared one is the embedded engine, which runs
 * one at a time.
 */
export async function ownDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const { databases } = infrastructure();
  const answer = await fetch(databases, { method: 'POST' });
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  const database = openDatabase(url);
  after(async () => {
    await database.close();
    await fetch(new URL(new URL(url).pathname, databases), { method: 'DELETE' });
  });
  return { url, database };
}
