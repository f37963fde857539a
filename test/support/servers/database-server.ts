/**
 * Entry of the process behind `ownDatabase()`: it holds one Postgres, as production has it, for all files of a run. A
 * POST to its port makes a database with the service's tables and no rows, and is answered with its URL; a DELETE of
 * `/{name}` ends one.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { applyMigrations } from '../../../platform/database/migrate.ts';
import { startNativePostgres } from './native-postgres.ts';

const EMPTY = 'empty';

const postgres = await startNativePostgres();
process.once('exit', () => rmSync(postgres.directory, { recursive: true, force: true, maxRetries: 10 }));
const admin = new Client({ connectionString: postgres.url });
await admin.connect();
await admin.query(`CREATE DATABASE ${EMPTY}`);
await applyMigrations(urlOf(EMPTY));

function urlOf(database: string): string {
  return Object.assign(new URL(postgres.url), { pathname: database }).href;
}

let made = 0;

/** A copy takes a tenth of a second, the migrations seconds. */
async function make(): Promise<string> {
  const name = `of_file_${++made}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${EMPTY}`);
  return urlOf(name);
}

function answer(response: ServerResponse, work: Promise<string>): void {
  work.then(
    (text) => response.end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}

createServer(({ method, url = '/' }, response) => {
  if (method === 'POST') return answer(response, make());
  if (method !== 'DELETE') return void response.end();
  const name = admin.escapeIdentifier(url.slice(1));
  answer(
    response,
    admin.query(`DROP DATABASE ${name} WITH (FORCE)`).then(() => name),
  );
}).listen(Number(process.argv[2]), '127.0.0.1');
