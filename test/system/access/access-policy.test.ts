import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Client } from '../../support/service/client.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { openUpload, putWhole } from '../../support/service/uploads.ts';

const { api } = await sharedSystem();

const tenant = `t-${randomBytes(6).toString('hex')}`;
const person = (subject: string, roles: readonly string[] = []) => api.client({ tenant, subject, roles });
const [owner, colleague, analyst, contractor, stranger] = await Promise.all([
  person('owner'),
  person('colleague'),
  person('analyst', ['analyst']),
  person('contractor', ['analyst', 'contractor']),
  api.client({ subject: 'owner', roles: ['analyst'] }),
]);
const text = new TextEncoder().encode('The gate closes at high water.');

interface Denial {
  readonly code: string;
  readonly decision?: string;
}

/** What each reader gets of an object: its metadata, and a download address. */
async function reads(reader: Client, objectId: string, headers: Record<string, string> = {}): Promise<string> {
  const paths = [`/v1/storage/objects/${objectId}`, `/v1/storage/objects/${objectId}/download-url`];
  const answers = await Promise.all(paths.map((path) => reader.send<Denial>('GET', path, { headers })));
  const [told, ...others] = answers.map(({ status, body }) =>
    status === 200 ? 'allowed' : (body.decision ?? body.code),
  );
  assert.deepEqual(others, [told]);
  return told ?? '';
}

test('only its owner can read a private object', async () => {
  const { object_id } = await owner.upload(text, 'a.txt', { access_policy: { access_level: 'private' } });
  assert.equal(await reads(owner, object_id), 'allowed');
  assert.equal(await reads(colleague, object_id), 'private');
  assert.equal(await reads(stranger, object_id), 'not_found');
});

test('roles allow and deny, and deny wins', async () => {
  const access_policy = { allowed_role_keys: ['analyst'], denied_role_keys: ['contractor'] };
  const { object_id } = await owner.upload(text, 'a.txt', { access_policy });
  assert.equal(await reads(analyst, object_id), 'allowed');
  assert.equal(await reads(colleague, object_id), 'role_required');
  assert.equal(await reads(contractor, object_id), 'denied_role');
});

test('a purpose must be stated', async () => {
  const { object_id } = await owner.upload(text, 'a.txt', { access_policy: { purpose_tags: ['research'] } });
  assert.equal(await reads(colleague, object_id), 'purpose_required');
  assert.equal(await reads(colleague, object_id, { 'X-Access-Purpose': 'sales' }), 'purpose_required');
  assert.equal(await reads(colleague, object_id, { 'X-Access-Purpose': 'research' }), 'allowed');
});

test('a job reads with the rights of its submitter', async () => {
  const { locator } = await owner.upload(text, 'a.txt', { access_policy: { access_level: 'private' } });
  const mine = await owner.submitOne(locator);
  await owner.waitFor(mine, 'succeeded');
  const theirs = await colleague.send('POST', '/v1/parse/jobs', { body: { sources: [locator] } });
  assert.equal(theirs.status, 422);
});

test('a document has the policy of its source', async () => {
  const access_policy = { allowed_role_keys: ['analyst'] };
  const { locator } = await owner.upload(text, 'a.txt', { access_policy });
  const jobId = await owner.submitOne(locator);
  await owner.waitFor(jobId, 'succeeded');
  const path = `/v1/parse/jobs/${jobId}/result`;
  assert.equal((await analyst.send('GET', path)).status, 200);
  const denied = await colleague.send<Denial>('GET', path);
  assert.deepEqual([denied.status, denied.body.decision], [403, 'role_required']);
});

test('a caller who locks themselves out still gets the response', async () => {
  const access_policy = { denied_role_keys: ['analyst'] };
  const { object_id } = await analyst.upload(text, 'a.txt', { access_policy });
  assert.equal(await reads(analyst, object_id), 'denied_role');

  const session = await openUpload(analyst, { filename: 'a.txt', access_policy });
  await putWhole(session, text);
  const path = `/v1/storage/uploads/${session.upload_id}/complete`;
  assert.equal((await analyst.send('POST', path, { body: {} })).status, 200);
  assert.equal(await reads(analyst, session.object_id), 'denied_role');

  const shared = await owner.upload(text, 'a.txt');
  const changed = await analyst.send<Denial>('PATCH', `/v1/storage/objects/${shared.object_id}`, {
    body: { access_policy },
  });
  assert.equal(changed.status, 200);
  assert.equal(await reads(analyst, shared.object_id), 'denied_role');
});

test('a new version is refused to a caller who lost access after the session was opened', async () => {
  const { object_id } = await owner.upload(text, 'a.txt');
  const session = await openUpload(colleague, { filename: 'a.txt', object_id });
  await putWhole(session, text);
  const path = `/v1/storage/objects/${object_id}`;
  await owner.send('PATCH', path, { body: { access_policy: { access_level: 'private' } } });
  const refused = await colleague.send<Denial>('POST', `/v1/storage/uploads/${session.upload_id}/complete`, {
    body: {},
  });
  assert.deepEqual([refused.status, refused.body.decision], [403, 'private']);
  assert.equal((await owner.send<{ version: number }>('GET', path)).body.version, 1);
});
