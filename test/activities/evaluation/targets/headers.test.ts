import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersOf } from '../../../../activities/evaluation/targets/headers.ts';
import { openSecrets } from '../../../../platform/secrets.ts';

const secrets = openSecrets({ directory: null, values: { target_mine: 'sk-mine' } });
const target = { url: 'https://llm.example.com/v1/chat/completions', secret_ref: 'mine' };

test('a key goes only to the endpoint that the operator allows when the level starts', async () => {
  const allowed = await headersOf(secrets, { targetOrigins: { mine: 'https://llm.example.com' } }, target);
  assert.equal(allowed['authorization'], 'Bearer sk-mine');
  for (const targetOrigins of [{}, { mine: 'https://other.example.com' }]) {
    await assert.rejects(headersOf(secrets, { targetOrigins }, target), { code: 'credential_missing' });
  }
});

test('a key that was removed fails the level, and no key is sent when none is named', async () => {
  const gone = { ...target, secret_ref: 'gone' };
  await assert.rejects(headersOf(secrets, { targetOrigins: { gone: 'https://llm.example.com' } }, gone), {
    code: 'credential_missing',
  });
  assert.ok(!('authorization' in (await headersOf(secrets, { targetOrigins: {} }, { ...target, secret_ref: null }))));
});
