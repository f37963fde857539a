/**
 * Migrations, as functions and as a script: `npm run migrate` applies them to DATABASE_URL; `npm run migrate --
 * --create NAME` drafts the migration from the committed `prisma/schema.prisma` to the working copy's, to be
 * reviewed, edited and committed with it.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions } from '../command-line.ts';
import { ConfigError, readDatabase, readSettings } from '../config.ts';
import { findEnvironment } from '../config/env-file.ts';
import { startPglite } from './pglite.ts';
import { MIGRATIONS_DIRECTORY, NO_FILTERS, readMigrations, SCHEMA_FILE, withSchemaEngine } from './schema-engine.ts';

/**
 * Applies pending migrations, oldest first, and returns their names. Safe to call from several processes at once,
 * except on the embedded database, whose connections share one session and thus its locks. The role needs the right
 * to `CREATE EXTENSION vector` unless the extension exists. A failed migration changes nothing but is recorded; later
 * calls reject until it is resolved.
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = await readMigrations();
  const { appliedMigrationNames } = await withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList, filters: NO_FILTERS }),
  );
  return appliedMigrationNames;
}

/**
 * SQL that migrates a database from one Prisma schema to another; `null` is an empty database. The database at `url`
 * is not changed; the engine needs a connection even to compare two files.
 */
export async function sqlBetween(url: string, before: string | null, after: string): Promise<string> {
  const target = (content: string) => ({ tag: 'schemaDatamodel' as const, files: [{ path: SCHEMA_FILE, content }] });
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: before === null ? { tag: 'empty' } : target(before),
      to: target(after),
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    }),
  );
  return stdout ?? '';
}

/** Writes the draft and returns its directory. */
async function createMigration(name: string): Promise<string> {
  const committed = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { encoding: 'utf8' });
  const scratch = await startPglite('memory://', 0, (error) => {
    throw error;
  });
  const sql = await sqlBetween(scratch.url, committed, await readFile(SCHEMA_FILE, 'utf8'));
  await scratch.stop();
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(MIGRATIONS_DIRECTORY, `${time}_${name.replace(/\W+/g, '_')}`);
  await mkdir(directory);
  await writeFile(join(directory, 'migration.sql'), sql);
  return directory;
}

async function main(): Promise<void> {
  const { create } = readOptions('npm run migrate [-- --create NAME]', { create: { type: 'string' } });
  if (create !== undefined) {
    console.log(`Wrote ${await createMigration(create)}. Review and edit it, then run "npm run migrate".`);
    return;
  }
  const { env, message } = findEnvironment('DATABASE_URL');
  console.log(message);
  const applied = await applyMigrations(readSettings(env, readDatabase).url);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  });
}
