/**
 * Secrets by name. They come from the environment or from mounted files, and go nowhere else: not into the database, a
 * workflow's history, an event, a log or an error.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** What a secret is called: also a file name, so nothing that leads elsewhere. */
export const SECRET_NAME = /^[a-z][a-z0-9_]{0,62}$/;

export interface Secrets {
  /**
   * The values of a secret, newest first: two while it is rotated. Empty when there is none of this name. Files are read
   * anew each time, so that a rotation needs no restart.
   */
  read(name: string): Promise<readonly string[]>;
}

export function openSecrets({ values, directory }: Config['secrets']): Secrets {
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
