// Runs a TypeScript file of this project on the pinned Node. First installs the packages and generates the database
// client if they are missing or outdated. Plain JavaScript without dependencies, since it must run on a fresh
// checkout with any Node from version 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parent = process.ppid;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** How long after the death of npm the command is asked to end, at most. */
const PARENT_POLL_MS = 500;
const given = process.argv.slice(2);
const nodeOptions = given.slice(
  0,
  Math.max(
    0,
    given.findIndex((argument) => !argument.startsWith('-')),
  ),
);
const [script, ...args] = given.slice(nodeOptions.length);

if (!script || script.startsWith('-')) {
  console.error('usage: node scripts/run.mjs [options of Node] FILE.ts [arguments]');
  process.exit(2);
}

const modules = join(root, 'node_modules');
const lockHash = sha256(join(root, 'package-lock.json'));
/** Hash of the lock file that the packages were installed from. */
const installedFrom = join(modules, '.installed-from');
if (
  !existsSync(join(modules, '.package-lock.json')) ||
  (existsSync(installedFrom) && read(installedFrom) !== lockHash)
) {
  installPackages();
}
if (!lstatSync(modules).isSymbolicLink()) noteInstalled();

const generatedFrom = join(root, 'platform/database/generated/.generated-from');
if (!existsSync(generatedFrom) || read(generatedFrom) !== sha256(join(root, 'prisma/schema.prisma'))) {
  must(spawnSync(process.execPath, [join(root, 'scripts/generate-database-client.mjs')], { stdio: 'inherit' }).status);
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const endWithRunner = new URL('./end-with-runner.mjs', import.meta.url).href;
// The child detects the death of this process by the closed channel.
const child = spawn(node, ['--import', endWithRunner, ...nodeOptions, join(root, script), ...args], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // Node keeps what it has compiled, also for what the command starts. The next `npm ci` empties the folder.
  env: { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'), ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
if (isNpmScript()) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
}
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));

/**
 * Whether npm itself started this process. The parent is npm then, since the scripts of package.json `exec` this file
 * in the place of their shell: npm passes SIGTERM and SIGINT on to it and waits for its end, and its parent changes
 * when npm is killed. What npm started ends with it. Whoever starts this file in another way may end before it on
 * purpose, as the shell of a terminal or a script does, also a script that npm runs: its environment names another
 * command. `nohup npm start &` lives on, since npm does.
 */
function isNpmScript() {
  const command = ['run.mjs', ...nodeOptions, script].join(' ');
  return (process.env.npm_lifecycle_script ?? '').trim().endsWith(`/${command}`);
}

function installPackages() {
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    console.error(
      'node_modules is a symbolic link to packages that do not match package-lock.json. Fix: update them there.',
    );
    process.exit(1);
  }
  console.log('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (npm.status !== 0) {
    console.error('npm ci failed. Fix: check the network and that Node is 20 or newer, then run the command again.');
  }
  must(npm.status);
}

/**
 * Writes atomically and only on a change: a command starting at the same moment that read half a hash would reinstall
 * all packages.
 */
function noteInstalled() {
  if (existsSync(installedFrom) && read(installedFrom) === lockHash) return;
  const draft = `${installedFrom}.${process.pid}`;
  writeFileSync(draft, lockHash);
  renameSync(draft, installedFrom);
}

function must(status) {
  if (status !== 0) process.exit(status ?? 1);
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function read(file) {
  return readFileSync(file, 'utf8');
}
