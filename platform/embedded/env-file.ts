/** The settings that the embedded stack gives its services, in a file, so that tools beside it find the same services. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { defaultHome } from './home.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'env';

/** Replaces `env` of the directory, as lines `NAME="value"`. It holds secrets: only its owner can read it. */
export function writeEnvFile(home: string, env: Readonly<Record<string, string>>): void {
  const file = join(home, NAME);
  const lines = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  // The mode counts for a new file only.
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}

/**
 * The environment of this process. Without a TEMPORAL_ADDRESS the file of the embedded stack fills in what is not set: `file`
 * is its path then, otherwise `null`.
 */
export function findEnvironment(): { readonly env: Environment; readonly file: string | null } {
  const file = join(defaultHome(), NAME);
  if (process.env['TEMPORAL_ADDRESS'] || !existsSync(file)) return { env: process.env, file: null };
  return { env: { ...parseEnv(readFileSync(file, 'utf8')), ...process.env }, file };
}
