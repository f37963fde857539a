/** The settings that the embedded stack gives its services, in a file, so that tools beside it find the same services. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './reader.ts';
import { defaultHome } from './home.ts';

const NAME = 'env';

/** Replaces `env` of the directory, as lines `NAME="value"`. It holds secrets: only its owner can read it. */
export function writeEnvFile(home: string, env: Readonly<Record<string, string>>): void {
  const file = join(home, NAME);
  const lines = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  // The mode counts for a new file only.
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}

export interface FoundEnvironment {
  readonly env: Environment;
  /** For people, who may have two of them. */
  readonly message: string;
}

/**
 * The environment of this process. Where the variable `decisive`, which no command can do without, is not set, the file of the
 * embedded stack fills in what is not set; never in production, which must not run on the leavings of a trial.
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
