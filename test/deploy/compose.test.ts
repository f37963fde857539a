/** docker-compose.yml and what it mounts, checked without a container engine. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { memoryNeededMb, readProfiles } from '../../activities/worker/options.ts';
import { readConfig } from '../../domain/settings.ts';
import { SEAWEEDFS } from '../../embedded/setup/tools.ts';
import { WORKER_PROFILES } from '../../domain/workers.ts';
import { COMPOSE_VARIABLES, readCompose, root } from '../support/service/compose.ts';
import type { ComposeService } from '../support/service/compose.ts';
import { isSetting } from '../support/settings.ts';

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const compose = readCompose({ SERVICE_AUTH_MODE: 'jwks' });
const services = Object.entries(compose.services);
const isOnce = ({ restart }: ComposeService): boolean => restart.startsWith('on-failure');
const lasting = services.filter(([, service]) => !isOnce(service));
const ours = services.filter(([, { image }]) => image.startsWith('tidemill:'));

test('the file is what the Compose specification allows', () => {
  const { $schema: _draft, ...schema } = JSON.parse(read('test/fixtures/deploy/compose-spec.json')) as {
    $schema: string;
  };
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(isValid(compose), JSON.stringify(isValid.errors, null, 2));
  assert.equal(isValid({ ...compose, service: {} }), false, 'the schema refuses what is misspelt');
});

test('no password or identity mode has a default', () => {
  assert.throws(() => readCompose({}), /SERVICE_AUTH_MODE is missing/);
  for (const [name, { environment = {} }] of services) {
    const secrets = Object.keys(environment).filter((key) => /PASSWORD|SECRET|TOKEN|_KEY|DATABASE_URL/.test(key));
    const plain = secrets.filter((key) => !/_FILE$|_DIR$/.test(key));
    assert.deepEqual(plain, [], `${name} has secrets as files`);
  }
});

test('every secret file is made by the script, and every one is used', () => {
  const made = [...read('deploy/create-secrets.sh').matchAll(/^write (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(
    Object.entries(compose.secrets).map(([name, { file }]) => `./secrets/${name}` === file && name),
    made,
  );
  assert.deepEqual(new Set(services.flatMap(([, { secrets = [] }]) => secrets)), new Set(made));
});

for (const [name, service] of services) {
  test(`${name} has no more rights and no more of the machine than it needs`, () => {
    assert.deepEqual(
      [service.read_only, service.cap_drop, service.security_opt],
      [true, ['ALL'], ['no-new-privileges:true']],
    );
    assert.deepEqual(Object.keys(service.deploy?.resources.limits ?? {}), ['cpus', 'memory', 'pids']);
    assert.match(service.image, /:(\$|latest|[v0-9][\w.-]*)/, 'a version is pinned');
    assert.doesNotMatch(service.image, /^(?!tidemill).*:latest/);
  });
}

for (const [name, { healthcheck, restart, ports = [] }] of lasting) {
  test(`${name} is watched, started again, and reached from this host alone`, () => {
    assert.equal(restart, 'unless-stopped');
    assert.equal(healthcheck?.test?.[0], 'CMD');
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
  });
}

test('what holds data can be reached by those who need it only', () => {
  const published = services.filter(([, { ports }]) => ports).map(([name]) => name);
  assert.deepEqual(published.sort(), ['api', 'grafana', 'seaweedfs', 'temporal-ui']);
  for (const name of ['postgres', 'temporal', 'prometheus']) {
    const { networks = [] } = compose.services[name] ?? {};
    assert.ok(networks.length > 0 && networks.every((network) => compose.networks[network]?.internal), name);
  }
});

test('each worker profile has a service, which is given time to hand back its steps', () => {
  const workers = services.filter(([, { command }]) => command?.[0] === 'activities/worker/main.ts');
  const profiles = workers.map(([, { environment }]) => environment?.['WORKER_PROFILES'] ?? '');
  assert.deepEqual(profiles.sort(), Object.keys(WORKER_PROFILES).sort());
  for (const [name, { stop_grace_period: grace = '' }] of workers) assert.ok(Number.parseInt(grace, 10) >= 30, name);
});

test('each worker may use the memory that its profile needs', () => {
  const config = readConfig({
    SERVICE_AUTH_MODE: 'jwks',
    AUTH_ISSUER: 'https://id.example.com',
    AUTH_AUDIENCE: 'tidemill',
    TEMPORAL_ADDRESS: 'temporal:7233',
    DATABASE_URL: 'postgres://db',
    S3_ENDPOINT: 'http://s3',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  for (const [name, { environment, deploy }] of services) {
    const profile = environment?.['WORKER_PROFILES'];
    if (profile === undefined) continue;
    const gigabytes = Number.parseInt(String(deploy?.resources.limits['memory']), 10);
    assert.ok(gigabytes * 1024 >= memoryNeededMb(readProfiles([profile], config.worker), config), name);
  }
});

test('what starts first is awaited', () => {
  const isKnown = (name: string): boolean => Object.hasOwn(compose.services, name);
  for (const [name, { depends_on: needed = {} }] of services) {
    for (const [other, { condition }] of Object.entries(needed)) {
      assert.ok(isKnown(other), `${name} needs ${other}`);
      const wanted = isOnce(compose.services[other] ?? assert.fail()) ? 'completed_successfully' : 'healthy';
      assert.equal(condition, `service_${wanted}`, `${name} needs ${other}`);
    }
  }
});

test('the service is given settings that it knows, and all that .env.example has', () => {
  for (const [name, { environment = {} }] of ours) {
    const unknown = Object.keys(environment).filter((key) => !isSetting(key) && !FOR_TOOLS.has(key));
    assert.deepEqual(unknown, [], name);
  }
  const offered = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, key = '']) => key);
  const fixed = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
  assert.deepEqual(
    offered.filter((key) => !isSetting(key) && !COMPOSE_VARIABLES.has(key)),
    [],
    'nothing is offered that nobody reads',
  );
  assert.deepEqual(
    offered.filter((key) => fixed.has(key) && !COMPOSE_VARIABLES.has(key)),
    [],
    'nothing is offered that the file decides',
  );
  assert.deepEqual(
    [...COMPOSE_VARIABLES].filter((key) => !offered.includes(key)),
    [],
    'all that the file asks for is offered',
  );
});

/** Not the service's own. */
const FOR_TOOLS = new Set(['HOME', 'NPM_CONFIG_CACHE', 'PIP_NO_CACHE_DIR']);

test('the object store is the one that is tested', () => {
  assert.equal(compose.services['seaweedfs']?.image, `chrislusf/seaweedfs:${SEAWEEDFS.version}`);
});

test('every file that is mounted is there', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume.startsWith('./')));
  const sources = new Set(mounted.map((volume) => volume.split(':')[0] ?? ''));
  sources.delete('./secrets/service');
  for (const source of sources) assert.ok(existsSync(new URL(source, root)), source);
});

test('Prometheus scrapes every process of the service, where it listens', () => {
  interface Job {
    readonly dns_sd_configs?: readonly { readonly names: readonly string[]; readonly port: number }[];
    readonly static_configs?: readonly { readonly targets: readonly string[] }[];
  }
  const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yml')) as { scrape_configs: Job[] };
  const targets = jobs.flatMap(({ dns_sd_configs: names = [], static_configs: fixed = [] }) => [
    ...names.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`)),
    ...fixed.flatMap(({ targets }) => targets),
  ]);
  const processes = ours.filter(([, service]) => !isOnce(service));
  for (const [name, { environment }] of processes) {
    assert.ok(targets.includes(`${name}:${environment?.['WORKER_METRICS_PORT'] ?? '8080'}`), name);
    assert.ok(compose.services[name]?.networks.includes('telemetry'), name);
  }
  for (const target of targets) {
    const [host = ''] = target.split(':');
    assert.ok(host === '127.0.0.1' || Object.hasOwn(compose.services, host), target);
  }
});

test('every configuration under deploy/ can be read', () => {
  for (const path of globSync('deploy/**/*.{yaml,yml,json}', { cwd: root })) {
    assert.equal(typeof parse(read(path)), 'object', path);
  }
  interface Collector {
    readonly exporters: object;
    readonly service: { readonly pipelines: { readonly traces: { readonly exporters: readonly string[] } } };
  }
  for (const name of ['discard', 'forward']) {
    const { exporters, service } = parse(read(`deploy/otel-collector/${name}.yaml`)) as Collector;
    assert.deepEqual(service.pipelines.traces.exporters, Object.keys(exporters));
  }
});
