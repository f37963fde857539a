import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openSystem } from '../../support/service/system.ts';

const system = openSystem();
const api = await system.startApi();
const tenant = `t-${randomBytes(6).toString('hex')}`;
const [client, colleague] = await Promise.all([api.client({ tenant }), api.client({ tenant, subject: 'colleague' })]);

test('a source that is lost after the submission fails the job', async () => {
  const upload = () => colleague.upload(Buffer.from('Words.'), 'a.txt');
  const [withdrawn, deleted] = await Promise.all([upload(), upload()]);
  const denied = await client.submitOne(withdrawn.locator);
  const missing = await client.submitOne(deleted.locator);
  const access_policy = { access_level: 'private' };
  await colleague.send('PATCH', `/v1/storage/objects/${withdrawn.object_id}`, { body: { access_policy } });
  await colleague.send('DELETE', `/v1/storage/objects/${deleted.object_id}?force=true`);
  await system.startWorker();
  const { error } = await client.waitFor(denied, 'failed');
  assert.deepEqual([error?.code, error?.retryable, error?.details['decision']], ['access_denied', false, 'private']);
  assert.equal((await client.waitFor(missing, 'failed')).error?.code, 'not_found');
});
