/**
 * Data of the embedded database with the service's tables and no rows. Making it takes seconds of processor time, so it
 * is made once, in `build/`, and each test file gets a copy.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations } from '../../../platform/database/migrate.ts';
import { startPglite } from '../../../platform/database/pglite.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MADE = join(ROOT, 'build', 'empty-database');
/** What decides about its contents: the tables, and the release of Postgres. */
const SOURCES = [...globSync('prisma/migrations/**/*.sql', { cwd: ROOT }).sort(), 'package-lock.json'];

/** A data directory, until this process ends: what serves it stops in `after`. */
export async function emptyDatabase(): Promise<string> {
  const made = await makeOnce();
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-database-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  cpSync(made, directory, { recursive: true });
  return directory;
}

/** Test files that find none at the same moment each make one; the first to finish is kept. */
async function makeOnce(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of SOURCES) hash.update(readFileSync(join(ROOT, path)));
  const directory = join(MADE, hash.digest('hex').slice(0, 16));
  if (existsSync(directory)) return directory;
  mkdirSync(MADE, { recursive: true });
  const draft = mkdtempSync(join(MADE, 'draft-'));
  const server = await startPglite(draft, 0, fail);
  await applyMigrations(server.url);
  await server.stop();
  try {
    renameSync(draft, directory);
  } catch {
    rmSync(draft, { recursive: true });
  }
  return directory;
}

function fail(error: unknown): never {
  throw error;
}
