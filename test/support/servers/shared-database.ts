import { after } from 'node:test';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { setting } from '../service/infrastructure.ts';

/**
 * The database of all files and of the shared system: the embedded one. The connection is the calling file's, until its
 * tests have ended.
 */
export function sharedDatabase(): Database {
  const database = openDatabase(setting('DATABASE_URL'));
  after(() => database.close());
  return database;
}
