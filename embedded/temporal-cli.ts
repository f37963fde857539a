/** `npm run temporal -- ARGUMENTS`: runs the embedded stack's Temporal CLI against its Temporal. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findEnvironment } from '../platform/config/env-file.ts';
import { defaultHome } from '../platform/config/home.ts';
import { SetupError } from '../platform/setup-error.ts';
import { obtainTool, TEMPORAL } from './setup/tools.ts';

const { env, message } = findEnvironment();
// On standard error, since standard output may be piped to another command.
console.error(message);
try {
  const executable = await obtainTool(TEMPORAL, join(defaultHome(), 'tools'), process.env, console.error);
  const child = spawn(executable, process.argv.slice(2), { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
