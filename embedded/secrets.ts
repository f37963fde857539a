/** Generated secrets of the embedded stack. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { S3Credentials } from './servers/object-store.ts';

/** Secrets of one data directory. */
export interface Secrets {
  readonly s3: S3Credentials;
  readonly devAuthSecret: string;
}

/** Reads `secrets.json` of an existing directory. The first call generates it, readable by its owner only. */
export function loadSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json');
  if (!existsSync(file)) {
    const secrets: Secrets = {
      s3: { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(30).toString('base64url') },
      devAuthSecret: randomBytes(32).toString('base64url'),
    };
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}
