/** The commands beside a running embedded stack, each with nothing in its environment but what the test says. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { writeEnvFile } from '../../platform/config/env-file.ts';
import { freePort } from '../support/free-port.ts';
import { infrastructure } from '../support/service/infrastructure.ts';
import { argumentsOf, CHECKOUT, runNpmScript } from '../support/service/npm-script.ts';
import type { NpmScript } from '../support/service/npm-script.ts';
import { temporalExecutable } from '../support/service/temporal-cli.ts';
import { ServiceProcess } from '../support/service/service-process.ts';

const { env } = infrastructure();
const home = mkdtempSync(join(tmpdir(), 'tidemill-environment-'));
const running: ServiceProcess[] = [];
after(async () => {
  await Promise.all(running.map((child) => child.stop()));
  rmSync(home, { recursive: true });
});
const apiPort = String(await freePort());
writeEnvFile(home, { ...env, PORT: apiPort });

const FROM_FILE = `The settings are those of the embedded stack: ${home}/env`;
const FROM_ENVIRONMENT = 'The settings are those of the environment';
const beside = { TIDEMILL_HOME: home, TEMPORAL_NAMESPACE: `environment-${randomBytes(4).toString('hex')}` };

/** Starts a script that stays up, and waits until it has written something. */
async function start(name: NpmScript, args: readonly string[], settings: object, written: string): Promise<string> {
  const log = join(home, `${name}-${running.length}.log`);
  const spec = {
    name,
    log,
    command: process.execPath,
    env: { ...beside, ...settings },
    args: [join(CHECKOUT, argumentsOf(name)[0] ?? ''), ...argumentsOf(name).slice(1), ...args],
  };
  const child = await ServiceProcess.start(spec, async () => readFileSync(log, 'utf8').includes(written));
  running.push(child);
  return child.output();
}

for (const [name, args, said] of [
  ['setup:temporal', [], /is set up/],
  ['doctor', [], /No check failed/],
  ['replay', ['--from-server'], /^0 replayed, 0 failed$/m],
] as const) {
  test(`npm run ${name} takes the settings of the stack beside it`, async () => {
    const { output } = await runNpmScript(name, args, beside);
    assert.match(output, said);
    assert.ok(output.includes(FROM_FILE), output);
  });
}

test('docs/commands.md and docs/settings.md name every command that does', () => {
  const scripts = Object.entries(packageJson.scripts).flatMap(([name, command]) => {
    const entry = /scripts\/run\.mjs (?:--\S+ )*(\S+\.ts)/.exec(command)?.[1];
    const isMeant = entry !== undefined && readFileSync(join(CHECKOUT, entry), 'utf8').includes('findEnvironment(');
    return isMeant ? [name] : [];
  });
  const read = (file: string): string => readFileSync(join(CHECKOUT, file), 'utf8');
  const marked = [...read('docs/commands.md').matchAll(/^\| `npm run ([a-z:-]+)[^`]*` \*/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(marked), new Set(scripts), 'docs/commands.md');
  const [, told = ''] = /^without settings of their own \(([^]*?)\)/m.exec(read('docs/settings.md')) ?? [];
  const named = [...told.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  assert.deepEqual(new Set(named), new Set(scripts), 'docs/settings.md');
});

test('npm run migrate takes its database', async () => {
  const nowhere = mkdtempSync(join(home, 'nowhere-'));
  writeEnvFile(nowhere, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const { code, output } = await runNpmScript('migrate', [], { TIDEMILL_HOME: nowhere });
  assert.equal(code, 1);
  assert.match(output, /embedded stack: .*\n[^]*Can't reach database server at `127\.0\.0\.1:1`/);
});

test('npm run temporal asks the Temporal of the stack, with the CLI that was fetched', async () => {
  const { code, output } = await runNpmScript('temporal', ['workflow', 'count'], {
    ...beside,
    TEMPORAL_CLI_PATH: await temporalExecutable(),
  });
  assert.equal(code, 0, output);
  assert.match(output, /^Total: 0$/m);
  assert.ok(output.includes(FROM_FILE), output);
});

test('an API and a worker take them, too', async () => {
  const outputs = await Promise.all([
    start('api', [], {}, '"listening"'),
    start('worker', ['--profile', 'storage'], {}, '"polling"'),
  ]);
  for (const output of outputs) assert.ok(output.includes(FROM_FILE), output);
  assert.equal((await fetch(`http://127.0.0.1:${apiPort}/v1/health/live`)).status, 200);
});

test('what the environment sets wins; a port that is taken is one line', async () => {
  const port = String(await freePort());
  await start('api', [], { PORT: port }, '"listening"');
  assert.equal((await fetch(`http://127.0.0.1:${port}/v1/health/live`)).status, 200);
  const { code, output } = await runNpmScript('api', [], { ...beside, PORT: port, LOG_LEVEL: 'error' });
  assert.equal(code, 1);
  assert.equal(output, `Port ${port} of 127.0.0.1 is taken. Fix: end the process that listens there, or set PORT.\n`);
});

test('with its own settings a command asks for no others', async () => {
  const { DATABASE_URL = '', TEMPORAL_ADDRESS = '' } = env;
  for (const [name, settings] of [
    ['migrate', { DATABASE_URL }],
    ['setup:temporal', { TEMPORAL_ADDRESS }],
    ['replay', { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: beside.TEMPORAL_NAMESPACE }],
  ] as const) {
    const { output } = await runNpmScript(name, name === 'replay' ? ['--from-server'] : [], {
      ...settings,
      TIDEMILL_HOME: home,
    });
    assert.match(output, /up to date|is set up|^0 replayed/m);
    assert.ok(output.includes(FROM_ENVIRONMENT), output);
  }
});

test('production has its own settings, or does not start', async () => {
  for (const name of ['api', 'worker', 'migrate', 'setup:temporal', 'doctor'] as const) {
    const { code, output } = await runNpmScript(name, [], { ...beside, NODE_ENV: 'production' });
    assert.equal(code, 1, name);
    assert.match(output, /(TEMPORAL_ADDRESS|DATABASE_URL) is not set/, name);
    assert.doesNotMatch(output, /embedded stack: /, name);
  }
});
