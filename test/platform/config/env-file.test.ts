import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { writeEnvFile } from '../../../platform/config/env-file.ts';

test('only its owner can read the file, also if another file was in its place', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-env-file-'));
  t.after(() => rmSync(home, { recursive: true }));
  const file = join(home, 'env');
  writeFileSync(file, 'OLD=1\n', { mode: 0o644 });
  const settings = { DEV_AUTH_SECRET: 'a secret', PORT: '8080', QUOTED: 'with # and = in it' };
  writeEnvFile(home, settings);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual({ ...parseEnv(readFileSync(file, 'utf8')) }, settings);
});
