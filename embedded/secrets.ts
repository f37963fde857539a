/** Generated secrets of the embedded stack. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { decoder } from '../platform/stored-json.ts';
import type { S3Credentials } from './servers/object-store.ts';

/** Secrets of one data directory. */
export interface Secrets {
  readonly s3: S3Credentials;
  readonly devAuthSecret: string;
}

const secretsOf: (stored: unknown) => Secrets = decoder(
  'secrets.json',
  Type.Object({
    s3: Type.Object({ accessKeyId: Type.String(), secretAccessKey: Type.String() }),
    devAuthSecret: Type.String(),
  }),
);

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
  return secretsOf(JSON.parse(readFileSync(file, 'utf8')));
}
