import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSecrets } from '../../platform/secrets.ts';

const directory = mkdtempSync(join(tmpdir(), 'tidemill-secrets-'));
after(() => rmSync(directory, { recursive: true }));

const secrets = openSecrets({ values: { crm: 'of the environment', erp: 'alone' }, directory });

test('a mounted file takes precedence over the environment', async () => {
  assert.deepEqual(await secrets.read('erp'), ['alone']);
  writeFileSync(join(directory, 'erp'), 'mounted\n');
  assert.deepEqual(await secrets.read('erp'), ['mounted']);
});

test('during a rotation a secret has two values, newest first, without a restart', async () => {
  writeFileSync(join(directory, 'crm'), 'new\nold\n');
  assert.deepEqual(await secrets.read('crm'), ['new', 'old']);
});

test('an invalid secret name reads no file', async () => {
  writeFileSync(join(directory, 'Upper'), 'x');
  for (const name of ['unknown', 'Upper', '../secrets', '', 'a/b'])
    assert.deepEqual(await secrets.read(name), [], name);
});
