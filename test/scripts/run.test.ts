/** How commands start, and that they end with what started them. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { CHECKOUT } from '../support/service/npm-script.ts';
import { until } from '../support/until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('a command that finds its packages installed writes nothing among them: others read there meanwhile', () => {
  const note = join(CHECKOUT, 'node_modules/.installed-from');
  const start = (): void => {
    execFileSync(process.execPath, ['scripts/run.mjs', 'domain/ids.ts'], { cwd: CHECKOUT });
  };
  start();
  const { ino, mtimeMs } = statSync(note);
  start();
  assert.deepEqual({ ino, mtimeMs }, { ino: statSync(note).ino, mtimeMs: statSync(note).mtimeMs });
});

/** As a script of package.json runs its command. */
const RUN = packageJson.scripts.worker
  .replace('scripts/run.mjs', join(CHECKOUT, 'scripts/run.mjs'))
  .replace('activities/worker/main.ts', 'test/fixtures/scripts/stays-up.ts');

interface Command {
  /** What was spawned. */
  readonly started: ChildProcess;
  /** The process of scripts/run.mjs. */
  readonly runner: number;
  /** The process of the command itself. */
  readonly pid: number;
  /** Whether it has ended by itself, and not by SIGKILL. */
  hasEnded(): boolean;
}

/** Spawns a program that starts a command which stays up, for `npm start` or directly, and waits until it is up. */
async function start(t: TestContext, program: string, args: readonly string[], env = {}): Promise<Command> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-run-'));
  const told = join(folder, 'told');
  writeFileSync(told, '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start: RUN } }));
  const { PATH = '', HOME = '' } = process.env;
  const started = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME, TOLD: told, RUN, npm_config_update_notifier: 'false', ...env },
    stdio: 'ignore',
  });
  const [pid, runner] = await until('the command is up', async () => {
    const found = /^up (\d+) (\d+)$/m.exec(readFileSync(told, 'utf8'));
    return found ? ([Number(found[1]), Number(found[2])] as const) : undefined;
  });
  t.after(() => {
    for (const one of [started.pid, runner, pid]) if (one !== undefined && isRunning(one)) process.kill(one, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  return { started, runner, pid, hasEnded: () => readFileSync(told, 'utf8').includes('ended') };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const startByNpm = (t: TestContext): Promise<Command> => start(t, 'sh', ['-c', 'exec npm start -- "$TOLD"']);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm that receives ${signal} ends after what it has started`, { timeout: PATIENCE_MS }, async (t) => {
    const command = await startByNpm(t);
    command.started.kill(signal);
    await once(command.started, 'exit');
    assert.ok(command.hasEnded());
  });
}

for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
  test(`what npm has started ends in its own way after ${signal} to npm`, async (t) => {
    const command = await startByNpm(t);
    command.started.kill(signal);
    await until('the command has ended', async () => command.hasEnded() || undefined);
  });
}

test('a command ends in its own way when the runner is killed', async (t) => {
  const command = await startByNpm(t);
  process.kill(command.runner, 'SIGKILL');
  await until('the command has ended', async () => command.hasEnded() || undefined);
});

for (const [name, program, env] of [
  ['npm outlives the shell that started it, with its command', 'npm start -- "$TOLD" & sleep 2', {}],
  ['a command outlives the shell that started it', 'sh -c "$RUN $TOLD" & sleep 2', {}],
  [
    'a command outlives a script of npm that started it',
    'sh -c "$RUN $TOLD" & sleep 2',
    { npm_lifecycle_event: 'start', npm_lifecycle_script: './start-all.sh' },
  ],
] as const) {
  test(name, async (t) => {
    const command = await start(t, 'sh', ['-c', program], env);
    if (command.started.exitCode === null) await once(command.started, 'exit');
    await delay(1500);
    assert.ok(isRunning(command.pid) && !command.hasEnded());
    process.kill(command.runner, 'SIGTERM');
    await until('the command has ended', async () => command.hasEnded() || undefined);
  });
}
