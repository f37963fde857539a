/**
 * What docker-compose.yml starts, without its containers: the same commands with the same variables on the files of the
 * image, secrets in the files that the script makes, and a native Postgres whose roles and databases are made as there.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { servedRoutes } from '../../../api/routes.ts';
import { ALL_SCOPES } from '../../../domain/identity/scopes.ts';
import { freePort } from '../../support/free-port.ts';
import { Client } from '../../support/service/client.ts';
import { readCompose, root } from '../../support/service/compose.ts';
import { startEmbedder } from '../../support/servers/embedder.ts';
import { IMAGE_COMMAND, assembleImage } from '../../support/service/image.ts';
import { infrastructure, setting } from '../../support/service/infrastructure.ts';
import { AUDIENCE, startIssuer } from '../../support/servers/issuer.ts';
import { startNativePostgres } from '../../support/servers/native-postgres.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(root);
/** Files that are not in the image are absent. */
const image = assembleImage('service');
const folder = mkdtempSync(join(tmpdir(), 'tidemill-production-'));
after(() => [folder, image].forEach((made) => rmSync(made, { recursive: true })));

/** Created as an operator creates them. */
async function createSecrets(): Promise<string> {
  mkdirSync(join(folder, 'deploy'));
  const script = join(folder, 'deploy/create-secrets.sh');
  copyFileSync(join(checkout, 'deploy/create-secrets.sh'), script);
  await run('sh', [script]);
  return join(folder, 'secrets');
}

const replace = (file: string, change: (text: string) => string): void => {
  const text = change(readFileSync(file, 'utf8'));
  chmodSync(file, 0o600);
  writeFileSync(file, text);
};

const [secrets, postgres, issuer, embedder] = await Promise.all([
  createSecrets(),
  startNativePostgres(),
  startIssuer(),
  startEmbedder(),
]);
after(() => postgres.stop());
const { hostname, port: postgresPort, password } = new URL(postgres.url);
await run('sh', [join(checkout, 'deploy/postgres/create-databases.sh')], {
  env: {
    PATH: `${postgres.bin}:${process.env['PATH'] ?? ''}`,
    SECRETS: secrets,
    PGHOST: hostname,
    PGPORT: postgresPort,
    PGPASSWORD: password,
  },
});
replace(join(secrets, 'database_url'), (url) => url.replace('postgres:5432', `${hostname}:${postgresPort}`));
// The object store of the tests has its own keys.
replace(join(secrets, 's3_access_key_id'), () => setting('S3_ACCESS_KEY_ID'));
replace(join(secrets, 's3_secret_access_key'), () => setting('S3_SECRET_ACCESS_KEY'));

const apiPort = await freePort();
/** What an operator writes into .env. */
const operator = {
  SERVICE_AUTH_MODE: 'jwks',
  AUTH_ISSUER: issuer.issuer,
  AUTH_AUDIENCE: AUDIENCE,
  S3_PUBLIC_ENDPOINT: setting('S3_ENDPOINT'),
  TEMPORAL_NAMESPACE: `production-${basename(folder).toLowerCase()}`,
  NETWORK_ALLOW: '127.0.0.1',
  CONVERTERS: '1',
  LOG_LEVEL: 'warn',
};
const { services } = readCompose(operator);

/** Settings that differ from those in the containers. */
const PLACES: readonly (readonly [string, string])[] = [
  ['temporal:7233', setting('TEMPORAL_ADDRESS')],
  ['http://seaweedfs:8333', setting('S3_ENDPOINT')],
  ['http://embedder:8080/v1', embedder.url],
  ['/run/secrets', secrets],
  ['127.0.0.1:8080', `127.0.0.1:${apiPort}`],
];
const placed = (text: string): string => PLACES.reduce((moved, [from, to]) => moved.replace(from, to), text);

/** The variables of a service: the operator's file, and over it those of docker-compose.yml. */
function environmentOf(name: string): Record<string, string> {
  const { environment = {} } = services[name] ?? assert.fail(name);
  const given = Object.entries(environment).map(([key, value]) => [key, placed(value)]);
  return { ...operator, ...Object.fromEntries(given), PORT: String(apiPort), OTEL_SDK_DISABLED: 'true' };
}

function commandOf(name: string): readonly string[] {
  const { command = IMAGE_COMMAND } = services[name] ?? assert.fail(name);
  return command.map((word) => (word.endsWith('.ts') ? join(image, word) : word));
}

const { PATH = '', HOME = '' } = process.env;

/** Which settings the commands use, from their first line: in production never those of a quickstart. */
const SETTINGS = 'The settings are those of the environment\n';

/** The output after that line. */
async function runOnce(name: string): Promise<string> {
  const { stdout } = await run(process.execPath, commandOf(name), { env: { PATH, HOME, ...environmentOf(name) } });
  assert.ok(stdout.startsWith(SETTINGS), stdout);
  return stdout.slice(SETTINGS.length);
}

/** Whether the health check of a service passes; here each process has a separate port for its metrics. */
async function isHealthy(name: string, metricsPort: number): Promise<boolean> {
  const [, , ...given] = services[name]?.healthcheck?.test ?? assert.fail(`${name} is not watched`);
  const args = given.map((word) => placed(word).replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`));
  return run(process.execPath, args, { cwd: image }).then(
    () => true,
    () => false,
  );
}

const started: ServiceProcess[] = [];
after(() => Promise.all(started.map((child) => child.kill())));

async function start(name: string, settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const metricsPort = await freePort();
  const env = { ...environmentOf(name), ...settings, WORKER_METRICS_PORT: String(metricsPort) };
  const spec = {
    name,
    command: process.execPath,
    args: commandOf(name),
    env,
    log: join(infrastructure().logs, `production-${name}.log`),
  };
  const child = await ServiceProcess.start(spec, () => isHealthy(name, metricsPort));
  started.push(child);
  return child;
}

/** Workers with special settings; the others differ only by profile, and are one process here. */
const WORKERS = ['worker-default', 'worker-parse', 'worker-crawl'];
const OTHERS = { WORKER_PROFILES: 'cloud,storage,knowledge,evaluation,performance,synthesis,webhook' };

test('the services that set up the database and Temporal can run any number of times', async () => {
  const twice = async (name: string) => [await runOnce(name), await runOnce(name)];
  const [migrated, configured] = await Promise.all([twice('migrate'), twice('setup-temporal')]);
  assert.match(migrated.join(''), /^Applied .*\nThe database is up to date\.$/m);
  assert.match(configured.join(''), /^(Temporal's namespace .* is set up\.\n){2}$/);
});

test('the role of the service can access only its own database', async () => {
  const elsewhere = new URL(readFileSync(join(secrets, 'database_url'), 'utf8'));
  elsewhere.pathname = '/temporal';
  await assert.rejects(new pg.Client({ connectionString: elsewhere.href }).connect(), /permission denied/);
});

test('API and workers start with the settings of docker-compose.yml, and are healthy', async () => {
  const alone = ['api', ...WORKERS].map((name) => start(name));
  await Promise.all([...alone, start('worker-storage', OTHERS)]);
});

test('every public page is served', async () => {
  const get = async (path: string): Promise<Response> => fetch(`http://127.0.0.1:${apiPort}${path}`);
  const page = await (await get('/docs')).text();
  const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(assets.includes('/docs/start.js'), page);
  const paths = servedRoutes('jwks').filter(({ scope, method }) => scope === 'public' && method === 'GET');
  for (const path of ['/openapi.json', '/docs/errors', ...assets, ...paths.map((route) => route.path)]) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.notEqual((await answer.bytes()).length, 0, path);
  }
});

test('a document and a site are read', async () => {
  const page = articlePage('Site', 'It is one page.');
  const pages = await servePages({ 'site.html': page, 'page.html': page });
  const client = Client.withToken(
    `http://127.0.0.1:${apiPort}`,
    await issuer.sign({ scope: ALL_SCOPES.join(' '), tenant_id: 'acme' }),
  );
  const stored = await client.upload(readFileSync(join(checkout, 'examples/report.pdf')), 'report.pdf');
  const jobs = [
    await client.submitOne(stored.locator),
    await client.submitOne(pages.url('page.html')),
    await client.submitOne(pages.url('site.html'), { engine_id: 'web_crawler' }),
  ];
  for (const job of jobs) await client.waitFor(job, 'succeeded');
  const [parsed = ''] = jobs;
  const { document } = await client.result(parsed);
  assert.match(await (await fetch(document.markdown_url)).text(), /A year of grinding by the tide/);
});

/** Run as an operator runs it, in a service's container. */
async function runTool(service: string, script: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH, HOME, ...environmentOf(service) };
  const { stdout } = await run(process.execPath, [join(image, script), ...args], { env });
  return stdout;
}

test('past runs can be replayed before an upgrade', async () => {
  await runTool('worker-default', 'activities/worker/replay.ts', '--from-server');
});

test('doctor finds nothing wrong', async () => {
  const stdout = await runTool('api', 'doctor/main.ts');
  const found = [...stdout.matchAll(/^(warn|fail) +(.+?)  /gm)].map(([, level, name]) => `${level} ${name}`);
  assert.deepEqual(found, ['warn workers of queue "document-ai"'], stdout);
});
