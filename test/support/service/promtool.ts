/** Prometheus's own tool, which evaluates alert rules without a server. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultHome } from '../../../platform/config/home.ts';
import { obtainTool } from '../../../embedded/setup/tools.ts';
import type { Tool } from '../../../embedded/setup/tools.ts';

const run = promisify(execFile);

/** The package of this Debian or Ubuntu system. Its lists are fetched into the directory, so no rights are needed. */
async function fromDebian(directory: string): Promise<Uint8Array> {
  const [lists, cache] = [join(directory, 'lists'), join(directory, 'cache')];
  for (const folder of [lists, join(cache, 'archives')]) await mkdir(join(folder, 'partial'), { recursive: true });
  const options = ['-qq', '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`];
  await run('apt-get', [...options, 'update'], { cwd: directory });
  await run('apt-get', [...options, 'download', 'prometheus'], { cwd: directory });
  const archive = (await readdir(directory)).find((name) => name.endsWith('.deb')) ?? '';
  await run('dpkg-deb', ['--extract', archive, 'unpacked'], { cwd: directory });
  return readFile(join(directory, 'unpacked/usr/bin/promtool'));
}

const PROMTOOL: Tool = {
  executable: 'promtool',
  variable: 'PROMTOOL_PATH',
  version: 'debian',
  versionArgs: ['--version'],
  sources: [{ name: 'Debian', fetch: fromDebian }],
  fix: 'install Prometheus, or set PROMTOOL_PATH to its promtool',
};

/** Path of `promtool`. Rejects with a `SetupError` where it is not to be had. */
export const promtool = (): Promise<string> =>
  obtainTool(PROMTOOL, join(defaultHome(), 'tools'), process.env, () => undefined);
