import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildSpec } from '../../../embedded/supervisor/child.ts';
import { SetupError } from '../../../platform/setup-error.ts';
import { Supervisor } from '../../../embedded/supervisor/supervisor.ts';

function temporaryHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

async function until(isDone: () => boolean): Promise<void> {
  for (let deadline = Date.now() + 20_000; !isDone(); await delay(10)) {
    if (Date.now() > deadline) throw new Error('It did not happen.');
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A child that writes its process number to `<name>.pid`, and its name to `ends` when it is asked to end. */
function obedient(home: string, name: string): ChildSpec {
  const pidFile = join(home, `${name}.pid`);
  const script = `
    const fs = require('node:fs');
    process.on('SIGTERM', () => { fs.appendFileSync('${home}/ends', '${name} '); process.exit(); });
    setInterval(() => {}, 1000);
    fs.writeFileSync('${pidFile}', String(process.pid));`;
  return { name, command: process.execPath, args: ['-e', script], isReady: async () => read(pidFile) !== '' };
}

test('a child that dies is started again, and all are stopped in reverse order', async (t) => {
  const home = temporaryHome(t);
  const lines: string[] = [];
  const supervisor = await Supervisor.open(home, (line) => lines.push(line));
  t.after(() => supervisor.stop());
  const first = await supervisor.start(obedient(home, 'first'));
  const second = await supervisor.start(obedient(home, 'second'));

  const before = first.pid ?? 0;
  process.kill(before, 'SIGKILL');
  await until(() => first.pid !== before && read(join(home, 'first.pid')) === String(first.pid));
  assert.match(lines.join('\n'), /^first ended \(SIGKILL\); restarting in 0.5 s\. Log: .*first\.log$/);

  await supervisor.stop();
  assert.equal(read(join(home, 'ends')), 'second first ');
  assert.deepEqual([before, first.pid ?? 0, second.pid ?? 0].filter(isAlive), []);
});

test('a child that dies before it is ready is reported with the end of its log', async (t) => {
  const home = temporaryHome(t);
  const supervisor = await Supervisor.open(home, assert.ifError);
  t.after(() => supervisor.stop());
  const spec = {
    name: 'broken',
    command: process.execPath,
    args: ['-e', 'console.error("no such setting"); process.exit(3)'],
    isReady: async () => false,
  };
  await assert.rejects(supervisor.start(spec), (error) => {
    assert.ok(error instanceof SetupError);
    assert.match(error.message, /^broken ended before it was ready \(exit code 3\).*\nno such setting$/s);
    return true;
  });
});

test('what a child started ends with it', async (t) => {
  const home = temporaryHome(t);
  const supervisor = await Supervisor.open(home, assert.ifError);
  const script = `
    process.on('SIGTERM', () => process.exit());
    const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    require('node:fs').writeFileSync('${home}/grandchild', String(pid));`;
  const isReady = async () => read(join(home, 'grandchild')) !== '';
  await supervisor.start({ name: 'parent', command: process.execPath, args: ['-e', script], isReady });
  await supervisor.stop();
  await until(() => !isAlive(Number(read(join(home, 'grandchild')))));
});

test('a directory that is cleared away meanwhile stops nobody from stopping', async (t) => {
  const home = temporaryHome(t);
  const supervisor = await Supervisor.open(home, assert.ifError);
  const child = await supervisor.start(obedient(home, 'child'));
  rmSync(home, { recursive: true });
  await supervisor.stop();
  assert.equal(isAlive(child.pid ?? 0), false);
});

test('no child outlives a supervisor that is killed; meanwhile its directory is taken', async (t) => {
  const home = temporaryHome(t);
  const program = join(home, 'program.mjs');
  const module = new URL('../../../embedded/supervisor/supervisor.ts', import.meta.url).href;
  const child = obedient(home, 'child');
  writeFileSync(
    program,
    `import { existsSync } from 'node:fs';
     import { Supervisor } from ${JSON.stringify(module)};
     const supervisor = await Supervisor.open(${JSON.stringify(home)}, console.log);
     await supervisor.start({ ...${JSON.stringify(child)}, isReady: async () => existsSync('${home}/child.pid') });
     process.send('ready');`,
  );
  const killed = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  t.after(() => killed.kill('SIGKILL'));
  await once(killed, 'message');
  const pid = Number(read(join(home, 'child.pid')));
  await assert.rejects(Supervisor.open(home, assert.ifError), /is in use by process \d+\. Fix: .*TIDEMILL_HOME/);
  assert.ok(isAlive(pid));

  killed.kill('SIGKILL');
  await until(() => !isAlive(pid));
  await (await Supervisor.open(home, assert.ifError)).stop();
});
