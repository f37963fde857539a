// Runs a TypeScript file of this project on the pinned Node, installing the packages first when they are absent or older
// than the lock file. Plain JavaScript without dependencies: it must run on a fresh checkout with any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);

if (!script) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]');
  process.exit(2);
}

const installed = join(root, 'node_modules', '.package-lock.json');
const isStale =
  !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs - 1000;
if (isStale) {
  console.log('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (npm.status !== 0) {
    console.error('npm ci failed. Fix: check the network and that Node is 20 or newer, then run the command again.');
    process.exit(npm.status ?? 1);
  }
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
// The channel tells the child when this process is killed.
const child = spawn(node, [join(root, script), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
