/** Checks Postgres. */
import { Client } from 'pg';
import type { Config } from '../domain/settings.ts';
import { readMigrations } from '../platform/database/schema-engine.ts';
import { fail, ok, warn } from './report.ts';
import type { Finding, Report } from './report.ts';

const OLDEST_MAJOR = 14;
/** Of pgvector: searches go on in the index until they have enough rows that match (`hnsw.iterative_scan`). */
const OLDEST_VECTOR = [0, 8] as const;
const TIMEOUT_MS = 3000;

const REACH = 'start Postgres, or correct DATABASE_URL.';
const MIGRATE = 'run npm run migrate.';

/** Checks the server, pgvector and the migrations. */
export async function checkPostgres(report: Report, { url }: Config['database']): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  // A broken connection also rejects the query.
  client.on('error', () => undefined);
  const isReached = await report.check('postgres', REACH, async () => {
    const began = performance.now();
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const version = rows[0]?.server_version ?? 'unknown';
    const text = `${version} at ${client.host}:${client.port}, ${Math.round(performance.now() - began)} ms`;
    const isOld = Number.parseInt(version, 10) < OLDEST_MAJOR;
    return isOld ? fail(text, `upgrade to Postgres ${OLDEST_MAJOR} or newer.`) : ok(text);
  });
  try {
    if (!isReached) return;
    await report.check('postgres extension vector', REACH, () => checkVector(client));
    await report.check('postgres migrations', MIGRATE, () => checkMigrations(client));
  } finally {
    await client.end();
  }
}

interface VectorRow {
  readonly installed: string | null;
  readonly available: string | null;
  readonly may_create: boolean;
}

const VECTOR = `
  SELECT
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS installed,
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS available,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
      OR has_database_privilege(current_database(), 'CREATE') AND EXISTS (
        SELECT FROM pg_available_extension_versions WHERE name = 'vector' AND (trusted OR NOT superuser)
      ) AS may_create`;

async function checkVector(client: Client): Promise<Finding> {
  const { rows } = await client.query<VectorRow>(VECTOR);
  const { installed = null, available = null, may_create: mayCreate = false } = rows[0] ?? {};
  if (installed !== null) {
    if (!isOlder(installed)) return ok(installed);
    const update = available !== null && !isOlder(available);
    const fix = update ? 'run ALTER EXTENSION vector UPDATE.' : `install pgvector ${OLDEST_VECTOR.join('.')} or newer.`;
    return fail(`${installed} is older than ${OLDEST_VECTOR.join('.')}`, fix);
  }
  if (available === null) return fail('is not installed on the server', 'install pgvector on the Postgres server.');
  return mayCreate
    ? warn(`${available} is available, but not created`, MIGRATE)
    : fail(`${available} is available, but this role may not create it`, 'run CREATE EXTENSION vector as a superuser.');
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST_VECTOR[0] || (major === OLDEST_VECTOR[0] && minor < OLDEST_VECTOR[1]);
}

async function checkMigrations(client: Client): Promise<Finding> {
  const { migrationDirectories } = await readMigrations();
  const wanted = migrationDirectories.map(({ path }) => path);
  const { rows: tables } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('_prisma_migrations') AS name`,
  );
  const { rows } =
    tables[0]?.name === null
      ? { rows: [] }
      : await client.query<{ migration_name: string; finished: boolean }>(
          'SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE ' +
            'rolled_back_at IS NULL',
        );
  const failed = rows.find(({ finished }) => !finished);
  if (failed) {
    return fail(`${failed.migration_name} failed`, `fix its cause, then "prisma migrate resolve" and npm run migrate.`);
  }
  const applied = new Set(rows.map(({ migration_name }) => migration_name));
  const missing = wanted.filter((name) => !applied.has(name));
  if (missing.length > 0) return fail(`${missing.length} of ${wanted.length} are not applied`, MIGRATE);
  const newer = applied.size - wanted.length;
  return newer > 0
    ? warn(`${newer} are unknown to this release: the database belongs to a newer one`, 'run that release.')
    : ok(`all ${wanted.length} are applied`);
}
