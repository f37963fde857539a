/** The embedded stack's settings as a file, so that command-line tools use the same services. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './reader.ts';
import { defaultHome } from './home.ts';

const NAME = 'env';

/**
 * Replaces the directory's `env` file with lines `NAME="value"`. The file holds secrets, so only its owner can read
 * it.
 */
export function writeEnvFile(home: string, env: Readonly<Record<string, string>>): void {
  const file = join(home, NAME);
  const lines = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  // The mode applies to new files only.
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}

export interface FoundEnvironment {
  readonly env: Environment;
  /** Says where the settings come from, since a user may have both. */
  readonly message: string;
}

/**
 * The environment of this process. If `decisive`, a variable that every command needs, is not set, the embedded
 * stack's file supplies the unset variables. Never in production, which must not pick up settings left by a trial.
 */
export function findEnvironment(decisive = 'TEMPORAL_ADDRESS'): FoundEnvironment {
  const { env } = process;
  const file = join(defaultHome(), NAME);
  if (env[decisive] || env['NODE_ENV'] === 'production' || !existsSync(file)) {
    return { env, message: 'The settings are those of the environment' };
  }
  return {
    env: { ...parseEnv(readFileSync(file, 'utf8')), ...env },
    message: `The settings are those of the embedded stack: ${file}`,
  };
}
