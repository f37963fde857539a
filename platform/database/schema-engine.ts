/**
 * Prisma's schema engine, run from its WebAssembly build through the `pg` driver: the `prisma` command line would
 * download a binary of it. What it writes (`_prisma_migrations`) is what `prisma migrate deploy` reads and writes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { __wbg_set_wasm as setWasm } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Pool } from 'pg';

const PRISMA_DIRECTORY = fileURLToPath(new URL('../../prisma', import.meta.url));
export const SCHEMA_FILE = join(PRISMA_DIRECTORY, 'schema.prisma');
export const MIGRATIONS_DIRECTORY = join(PRISMA_DIRECTORY, 'migrations');

/** No table or enum is managed outside these migrations. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** The used part of the global, whose types exist only in the DOM library. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

class MigrationAdapter extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    // The driver splits scripts at every semicolon, even inside functions and strings, and runs the pieces
    // separately. Sent whole, a script is parsed by the server and runs as one transaction.
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    return adapter;
  }
}

/** Opens the engine on a database, runs `use` and closes it. */
export async function withSchemaEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await loadEngine();
  // One connection, so that the engine's advisory lock and its statements share a session.
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: [[SCHEMA_FILE, await readFile(SCHEMA_FILE, 'utf8')]] },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(new MigrationAdapter(pool)),
    );
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/** The migrations on disk, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS_DIRECTORY, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const read = (...path: string[]) => readFile(join(MIGRATIONS_DIRECTORY, ...path), 'utf8');
  return {
    baseDir: MIGRATIONS_DIRECTORY,
    lockfile: { path: 'migration_lock.toml', content: await read('migration_lock.toml') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await read(path, 'migration.sql') },
        },
      })),
    ),
  };
}

let loading: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loading ??= instantiate();
  return loading;
}

/**
 * Instantiates by hand: the package's own entry imports the WebAssembly as a module, which makes Node print a
 * warning.
 */
async function instantiate(): Promise<void> {
  const code = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const bytes = await readFile(fileURLToPath(code));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  const start = instance.exports['__wbindgen_start'];
  if (typeof start !== 'function') throw new Error('The schema engine has no start function.');
  // Called by the engine just before it traps: the trap itself says nothing.
  const setPanicMessage = (message: string): void => {
    throw new Error(`The schema engine failed: ${message}`);
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: setPanicMessage } });
  setWasm(instance.exports);
  start();
}
