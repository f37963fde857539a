/** `npm run doctor` as an operator runs it: over the tests’ infrastructure, and over settings that are wrong. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeEnvFile } from '../../platform/config/env-file.ts';
import { startPglite } from '../../platform/database/pglite.ts';
import { freePort } from '../support/free-port.ts';
import { WORKER_PROFILES } from '../../domain/workers.ts';
import { infrastructure } from '../support/service/infrastructure.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';
import { ownDatabase } from '../support/servers/own-database.ts';
import { modelSettings, serveModel } from '../support/servers/scripted-model.ts';

const SCRIPT = fileURLToPath(new URL('../../doctor/main.ts', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'tidemill-doctor-'));
after(() => rmSync(home, { recursive: true }));

interface Diagnosis {
  readonly exitCode: number;
  readonly text: string;
  /** Level of each check by its name; a check that is not there was not made. */
  readonly levels: Readonly<Record<string, string>>;
}

/** Runs it with nothing in its environment but the settings. */
async function diagnose(settings: Readonly<Record<string, string>>): Promise<Diagnosis> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; text: string }>();
  const env = { PATH, NODE_COMPILE_CACHE, TIDEMILL_HOME: home, ...settings };
  const child = execFile(process.execPath, [SCRIPT], { env }, (_error, stdout, stderr) =>
    resolve({ exitCode: child.exitCode ?? -1, text: stdout + stderr }),
  );
  const { exitCode, text } = await promise;
  const lines = text.matchAll(/^(ok|warn|fail) +(.+?)  /gm);
  const levels = Object.fromEntries([...lines].map(([, level = '', name = '']) => [name, level]));
  for (const secret of [settings['S3_SECRET_ACCESS_KEY'], settings['DEV_AUTH_SECRET']]) {
    assert.ok(!secret || !text.includes(secret), 'no secret is shown');
  }
  return { exitCode, text, levels };
}

function assertFix(text: string, name: string): void {
  assert.match(text, new RegExp(`^(warn|fail) +${name} .*\\n +Fix: \\S`, 'm'));
}

async function listen(server: Server): Promise<string> {
  after(() => server.close());
  return `127.0.0.1:${await listenOnLoopback(server)}`;
}

const { env } = infrastructure();
const WRONG_PORT = `127.0.0.1:${await freePort()}`;

const queues = Object.values(WORKER_PROFILES).map(({ taskQueue }) => taskQueue);

test('an installation that works has no failure; what is missing has its fix', async () => {
  const { exitCode, text, levels } = await diagnose(env);
  assert.equal(exitCode, 0, text);
  assert.deepEqual(levels, {
    node: 'ok',
    settings: 'ok',
    temporal: 'ok',
    'temporal namespace': 'ok',
    'temporal search attributes': 'ok',
    ...Object.fromEntries(queues.map((queue) => [`workers of queue "${queue}"`, 'warn'])),
    postgres: 'ok',
    'postgres extension vector': 'ok',
    'postgres migrations': 'ok',
    s3: 'ok',
    's3 write, read, delete': 'ok',
    's3 signed upload': 'ok',
    's3 cors': 'ok',
    identity: 'warn',
    disk: 'ok',
    'converter process': 'ok',
    'embedding model': 'warn',
  });
  assertFix(text, 'workers of queue "jobs"');
});

test('each named model is called once, and no key is shown', async () => {
  const server = await serveModel(({ headers, body }) =>
    body.model === 'scripted-unknown'
      ? { status: 404 }
      : headers.authorization === 'Bearer opensesame' || body.model !== 'scripted-locked'
        ? { text: 'ok' }
        : { status: 401 },
  );
  const vectors = await serveModel();
  const settings = {
    ...env,
    ...modelSettings('open', server),
    ...modelSettings('locked', server),
    ...modelSettings('unknown', server),
    ...modelSettings('vectors', vectors, { DIMENSIONS: '8' }),
    ...modelSettings('wrong', vectors, { DIMENSIONS: '16' }),
    ...modelSettings('away', { url: `http://${WRONG_PORT}/v1` }, { KIND: 'rerank' }),
    EXTRACT_MODEL: 'open',
    ANSWER_MODEL: 'open',
    JUDGE_MODEL: 'open',
    GENERATE_MODEL: 'open',
    EMBED_MODEL: 'vectors',
  };
  const { exitCode, text, levels } = await diagnose(settings);
  assert.equal(exitCode, 1);
  assert.partialDeepStrictEqual(levels, {
    'model open': 'ok',
    'model locked': 'fail',
    'model unknown': 'fail',
    'model vectors': 'ok',
    'model wrong': 'fail',
    'model away': 'fail',
  });
  assert.equal(levels['embedding model'], undefined);
  assert.match(text, /model locked .*\(credential 401\)\n +Fix: give the key as SECRET_MODEL_LOCKED_KEY/);
  assert.match(text, /model wrong .*another length.*\n +Fix: set MODEL_WRONG_DIMENSIONS to 8/);
  assert.match(
    text,
    /model unknown .*\(request 404\)\n +Fix: check that MODEL_UNKNOWN_URL has a model scripted-unknown/,
  );
  assert.match(text, /model away .*\(connection\)/);
  const unlocked = await diagnose({ ...settings, SECRET_MODEL_LOCKED_KEY: 'opensesame' });
  assert.equal(unlocked.levels['model locked'], 'ok');
  assert.doesNotMatch(unlocked.text, /opensesame/);
});

test('a pgvector that is too old for searches fails', async () => {
  const { url, database } = await ownDatabase();
  await database.db.$executeRaw`UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'`;
  const { text, levels } = await diagnose({ ...env, DATABASE_URL: url });
  assert.equal(levels['postgres extension vector'], 'fail');
  assert.match(text, /0\.7\.4 is older than 0\.8\n +Fix: run ALTER EXTENSION vector UPDATE\./);
});

test('a disk with less room than wanted fails, and is named', async () => {
  const { exitCode, text, levels } = await diagnose({
    ...env,
    DISK_DIRECTORIES: home,
    DISK_MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER),
  });
  assert.deepEqual([exitCode, levels['disk']], [1, 'fail']);
  assert.match(text, new RegExp(`^fail +disk +The disk of ${home} has \\d+ MB free; \\d+ MB are required\\.$`, 'm'));
  assertFix(text, 'disk');
});

test('what is wrong fails by itself, the rest is checked all the same', async () => {
  const { exitCode, text, levels } = await diagnose({
    ...env,
    TEMPORAL_NAMESPACE: 'no-such-namespace',
    DATABASE_URL: `postgres://user:opensesame@${WRONG_PORT}/none`,
    S3_SECRET_ACCESS_KEY: 'not-the-secret-of-this-store',
  });
  assert.equal(exitCode, 1);
  assert.partialDeepStrictEqual(levels, {
    temporal: 'ok',
    'temporal namespace': 'fail',
    postgres: 'fail',
    s3: 'ok',
    's3 write, read, delete': 'fail',
    'converter process': 'ok',
  });
  for (const name of ['temporal namespace', 'postgres', 's3 write, read, delete']) assertFix(text, name);
  assert.match(text, /there is no namespace "no-such-namespace"/);
  assert.match(text, /ECONNREFUSED/);
  assert.doesNotMatch(text, /opensesame/);
});

test('a service that is absent or does not answer is reported within seconds', async () => {
  const silent = await listen(createTcpServer());
  const { exitCode, text, levels } = await diagnose({
    ...env,
    TEMPORAL_ADDRESS: WRONG_PORT,
    DATABASE_URL: `postgres://user@${silent}/none`,
    S3_ENDPOINT: `http://${silent}`,
  });
  assert.equal(exitCode, 1);
  assert.partialDeepStrictEqual(levels, { temporal: 'fail', postgres: 'fail', s3: 'fail' });
  for (const name of ['temporal', 'postgres', 's3']) assertFix(text, name);
  assert.match(text, /No response within 3 s/);
});

test('a missing bucket is reported, and not created', async () => {
  for (const time of ['first', 'second']) {
    const { text, levels } = await diagnose({ ...env, S3_BUCKET: 'no-such-bucket' });
    assert.equal(levels['s3 write, read, delete'], 'fail', `the ${time} time`);
    assert.match(text, /there is no bucket "no-such-bucket"/);
  }
});

test('an empty database lacks the migrations; a public address that leads elsewhere takes no upload', async () => {
  const empty = await startPglite('memory://', 0, (error) => assert.ifError(error));
  after(() => empty.stop());
  const elsewhere = await listen(createServer((_request, response) => response.writeHead(403).end()));
  const { text, levels } = await diagnose({
    ...env,
    DATABASE_URL: empty.url,
    S3_PUBLIC_ENDPOINT: `http://${elsewhere}`,
  });
  assert.partialDeepStrictEqual(levels, {
    postgres: 'ok',
    'postgres extension vector': 'warn',
    'postgres migrations': 'fail',
    's3 write, read, delete': 'ok',
    's3 signed upload': 'fail',
  });
  for (const name of ['postgres extension vector', 'postgres migrations', 's3 signed upload']) assertFix(text, name);
});

test('without settings each one that is missing is named', async () => {
  const { exitCode, text } = await diagnose({});
  assert.equal(exitCode, 1);
  for (const name of ['TEMPORAL_ADDRESS', 'DATABASE_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID']) {
    assert.match(text, new RegExp(`^fail +settings +${name} is not set.*\\n +Fix: `, 'm'));
  }
});

test('beside the embedded stack it finds the settings by itself', async () => {
  writeFileSync(join(home, 'env'), 'left by an earlier start', { mode: 0o644 });
  writeEnvFile(home, { ...env, LOG_LEVEL: 'a "quoted" $word # and more' });
  after(() => rmSync(join(home, 'env')));
  assert.equal(statSync(join(home, 'env')).mode & 0o777, 0o600);
  const { exitCode, text, levels } = await diagnose({});
  assert.equal(exitCode, 0, text);
  assert.match(text, new RegExp(`^The settings are those of the embedded stack: ${home}/env$`, 'm'));
  assert.equal(levels['temporal'], 'ok');
});
