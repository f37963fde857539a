/**
 * `npm run fuzz`: Schemathesis (PyPI) sends generated requests to a running service and holds every answer against
 * openapi.json. Ends with its exit code. What it cannot know of the service is in schemathesis.toml.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../platform/command-line.ts';
import { startServices } from '../../embedded/services.ts';
import { defaultHome } from '../../platform/config/home.ts';
import { startInfrastructure } from '../../embedded/stack.ts';

const VERSION = '4.32.5';
const EXAMPLES = '40';

const { seed } = readOptions('npm run fuzz [-- --seed N]', { seed: { type: 'string' } });
const environment = join(defaultHome(), 'tools', `schemathesis-${VERSION}`);
const schemathesis = join(environment, 'bin', 'schemathesis');
if (!existsSync(schemathesis)) {
  run('python3', ['-m', 'venv', environment]);
  run(join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
}

const home = mkdtempSync(join(tmpdir(), 'tidemill-fuzz-'));
const infrastructure = await startInfrastructure({ home, say: console.log });
let status: number | null = 1;
try {
  const { url } = await startServices(infrastructure, {
    RATE_LIMIT_PER_SECOND: '1000000',
    ANONYMOUS_RATE_LIMIT_PER_SECOND: '1000000',
  });
  const answer = await fetch(`${url}/v1/dev/auth/token`, { method: 'POST' });
  const { access_token } = (await answer.json()) as { access_token: string };
  const options = ['--url', url, '-H', `Authorization: Bearer ${access_token}`, '--max-examples', EXAMPLES];
  const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
  const seeded = seed === undefined ? [] : ['--seed', seed];
  const args = [
    '--config-file',
    config,
    'run',
    `${url}/openapi.json`,
    '--request-timeout',
    '90',
    ...options,
    ...seeded,
  ];
  const fuzz = spawnSync(schemathesis, args, { stdio: 'inherit' });
  status = fuzz.status;
} finally {
  await infrastructure.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(status ?? 1);

function run(command: string, args: readonly string[]): void {
  const { status: code } = spawnSync(command, args, { stdio: 'inherit' });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}
