/** Secrets as files: `NAME_FILE` is the path of a file with the value of `NAME`, as container engines mount secrets. */
import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TEMPORAL_API_KEY',
  'AUTH_CLIENT_SECRET',
  'DEV_AUTH_SECRET',
] as const;

/**
 * The environment with each `NAME_FILE` replaced by the file's content as `NAME`. An unreadable or empty file and a
 * setting given both ways are problems, one line each.
 */
export function readSecretFiles(env: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set. Fix: unset one of them.`);
    const content = contentOf(path);
    if ('failure' in content) problems.push(`${name}_FILE is ${path}, ${content.failure}. Fix: put the secret there.`);
    // A placeholder, so that the setting is not also reported as missing.
    read[name] = 'text' in content ? content.text : 'unreadable';
  }
  return { ...env, ...read };
}

function contentOf(path: string): { readonly text: string } | { readonly failure: string } {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { failure: 'which is empty' } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { failure: `which cannot be read (${code})` };
  }
}
