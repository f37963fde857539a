import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError } from '../../../platform/config.ts';
import { readConfig } from '../../../domain/settings.ts';
import { SECRET_SETTINGS } from '../../../platform/config/secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-secrets-'));
after(() => rmSync(folder, { recursive: true }));

const plain = {
  SERVICE_AUTH_MODE: 'introspection',
  AUTH_INTROSPECTION_URL: 'https://id.example.com/introspect',
  AUTH_AUDIENCE: 'tidemill',
  AUTH_CLIENT_ID: 'tidemill',
  TEMPORAL_ADDRESS: 'temporal:7233',
  S3_ENDPOINT: 'http://seaweedfs:8333',
};

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const files = Object.fromEntries(
  SECRET_SETTINGS.map((name) => [`${name}_FILE`, file(name, `  the value of ${name}\n`)]),
);

test('every secret can be given as a file', () => {
  const { database, objects, temporal, auth } = readConfig({ ...plain, ...files });
  assert.deepEqual(
    [database.url, objects.accessKeyId, objects.secretAccessKey, temporal.apiKey],
    ['DATABASE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'TEMPORAL_API_KEY'].map(
      (name) => `the value of ${name}`,
    ),
  );
  assert.partialDeepStrictEqual(auth, { clientSecret: 'the value of AUTH_CLIENT_SECRET' });
});

for (const [what, env, line] of [
  ['is not there', { DATABASE_URL_FILE: '/none/here' }, /^DATABASE_URL_FILE is \/none\/here, .*ENOENT.* Fix: .*$/],
  ['is empty', { DATABASE_URL_FILE: file('empty', '\n') }, /^DATABASE_URL_FILE is .*empty\. Fix: .*$/],
  ['is given beside its value', { DATABASE_URL: 'postgres://db' }, /^DATABASE_URL and DATABASE_URL_FILE .* Fix: .*$/],
] as const) {
  test(`a file that ${what} is refused with one line that names it`, () => {
    assert.throws(
      () => readConfig({ ...plain, ...files, ...env }),
      (error) => error instanceof ConfigError && line.test(error.message),
    );
  });
}
