/** How the service behaves when a disk is full. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Static } from 'typebox';
import type { HealthResponse } from '../../../api/health/schemas.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { freePort } from '../../support/free-port.ts';
import { Client } from '../../support/service/client.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';
import { testOnSmallDisk } from '../../support/service/small-disk.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const MIB = 1024 ** 2;
const system = openSystem({ LOG_LEVEL: 'info' });

interface Problem {
  readonly code: string;
  readonly detail: string;
}

/** A process of the service whose standard output and error go to `output`. */
function start(script: string, output: number | 'pipe', settings: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../../${script}`, import.meta.url))], {
    stdio: ['ignore', output, output],
    env: { PATH, HOME, ...system.env, ...settings },
  });
  after(() => child.kill('SIGKILL'));
  return child;
}

function full(): number {
  const fd = openSync('/dev/full', 'w');
  after(() => closeSync(fd));
  return fd;
}

/** Waits until the process has dropped lines of its log, as its metrics say. */
function untilDropped(child: ChildProcess, url: string): Promise<true> {
  return until('lines were dropped', async () => {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
    const metrics = await fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    return /^tidemill_log_lines_dropped_total [1-9]/m.test(metrics) || undefined;
  });
}

async function assertGoesOn(script: string, output: number | 'pipe'): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const setting = script === 'api/server.ts' ? 'PORT' : 'WORKER_METRICS_PORT';
  const child = start(script, output, { [setting]: String(port), WORKER_PROFILES: 'storage' });
  // From now on, nothing reads the output.
  child.stdout?.destroy();
  child.stderr?.destroy();
  await untilDropped(child, url);
  if (script === 'api/server.ts') await (await Client.of(url)).upload(Buffer.from('some'), 'some.txt');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
}

test('processes whose log is on a full disk, or no longer read, continue and count the dropped lines', async () => {
  const scripts = ['api/server.ts', 'activities/worker/main.ts'];
  await Promise.all(scripts.flatMap((script) => [assertGoesOn(script, full()), assertGoesOn(script, 'pipe')]));
});

const form = (): FormData => {
  const body = new FormData();
  body.append('file', new Blob(['some']), 'some.txt');
  return body;
};

test('a write is answered with 507 when Postgres has no disk space', async () => {
  const api = await system.startApi();
  const client = await api.client();
  const database = sharedDatabase();
  const { db } = database;
  // The error of Postgres when a table cannot grow.
  await db.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  await db.$executeRawUnsafe(`CREATE TRIGGER disk_full BEFORE INSERT ON storage_object FOR EACH ROW
    WHEN (NEW.tenant_id = '${client.tenant}') EXECUTE FUNCTION disk_full()`);
  try {
    const answer = await client.send<Problem>('POST', '/v1/storage/files', { body: form() });
    assert.deepEqual([answer.status, answer.body.code], [507, 'insufficient_storage']);
    assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/);
  } finally {
    await db.$executeRawUnsafe('DROP TRIGGER disk_full ON storage_object');
  }
  assert.equal((await client.send('POST', '/v1/storage/files', { body: form() })).status, 201);
});

/** The address of an object store that answers every write with this error. */
async function startStore(status: number, code: string): Promise<string> {
  const store = createServer((request, response) => {
    request.resume().on('end', () => {
      const isWrite = request.method === 'PUT';
      response.writeHead(isWrite ? status : 200, { 'content-type': 'application/xml' });
      response.end(isWrite ? `<Error><Code>${code}</Code></Error>` : undefined);
    });
  });
  const port = await listenOnLoopback(store);
  after(() => store.close());
  return `http://127.0.0.1:${port}`;
}

const uploadWith = (client: Client) => client.send<Problem>('POST', '/v1/storage/files', { body: form() });

test('a write is answered with 507 when the object store has no disk space', async () => {
  const api = await system.startApi({ S3_ENDPOINT: await startStore(507, 'XMinioStorageFull') });
  const { status, body } = await uploadWith(await api.client());
  assert.deepEqual([status, body.code], [507, 'insufficient_storage']);
});

testOnSmallDisk('a store that does not say so is named full where its disk is watched', 8, async (disk) => {
  const api = await system.startApi({
    // The error of SeaweedFS.
    S3_ENDPOINT: await startStore(500, 'InternalError'),
    DISK_DIRECTORIES: disk,
    DISK_MIN_FREE_BYTES: String(4 * MIB),
  });
  const client = await api.client();
  const diskCheck = async () => {
    const { body } = await client.send<Static<typeof HealthResponse>>('GET', '/v1/health/ready');
    return body.checks.find(({ name }) => name === `disk:${disk}`);
  };
  assert.equal((await diskCheck())?.status, 'ok');
  assert.equal((await uploadWith(client)).body.code, 'unavailable');
  writeFileSync(`${disk}/fill`, Buffer.alloc(6 * MIB));
  assert.partialDeepStrictEqual(await diskCheck(), {
    status: 'unavailable',
    error: `The disk of ${disk} has 2 MB free; 4 MB are required.`,
  });
  const refused = await uploadWith(client);
  assert.deepEqual([refused.status, refused.body.code], [507, 'insufficient_storage']);
  assert.ok(refused.body.detail.includes(disk), refused.body.detail);
  rmSync(`${disk}/fill`);
  assert.equal((await diskCheck())?.status, 'ok');
});
