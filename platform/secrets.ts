/**
 * Secrets by name, from the environment or from mounted files. They never go into the database, a workflow history,
 * an event, a log or an error.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformConfig } from './config.ts';

/** A secret's name is also a file name, so it must not contain path separators. */
export const SECRET_NAME = /^[a-z][a-z0-9_]{0,62}$/;

export interface Secrets {
  /**
   * The values of a secret, newest first; two during a rotation. Empty when the secret does not exist. Files are read
   * on each call, so a rotation needs no restart.
   */
  read(name: string): Promise<readonly string[]>;
}

export function openSecrets({ values, directory }: PlatformConfig['secrets']): Secrets {
  return {
    async read(name) {
      if (!SECRET_NAME.test(name)) return [];
      const text = (directory && (await readIfThere(join(directory, name)))) ?? values[name] ?? '';
      return text.split(/\s+/).filter(Boolean);
    },
  };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
