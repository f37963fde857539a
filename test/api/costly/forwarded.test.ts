import assert from 'node:assert/strict';
import { test } from 'node:test';
import Koa from 'koa';
import { request } from 'undici';
import { forwardedHeaders, forwardedIdentity } from '../../../api/costly/forwarded.ts';
import type { Identity } from '../../../domain/identity/identity.ts';
import { openLoopbackServer } from '../../support/servers/loopback-server.ts';

const identity: Identity = {
  subject: 'Zoë\r\nx: y',
  tenantId: 'ten ant',
  roles: ['r1', 'rôle'],
  scopes: new Set(['jobs:read']),
};

test('an identity arrives as it was, whatever the client claims to be', async () => {
  let received: Identity | undefined;
  const app = new Koa();
  app.use((ctx) => {
    received = forwardedIdentity(ctx);
    ctx.body = {
      authorization: ctx.get('authorization'),
      purpose: ctx.get('x-access-purpose'),
      id: ctx.get('x-request-id'),
    };
  });
  const serve = app.callback();
  const { origin, close } = await openLoopbackServer((asked, answer) => void serve(asked, answer));
  const claimed = Buffer.from(JSON.stringify({ ...identity, tenantId: 'other', scopes: [] })).toString('base64url');
  const headers = forwardedHeaders(
    {
      authorization: 'Bearer secret',
      'x-access-purpose': 'audit',
      'x-request-id': 'theirs',
      host: 'a',
      'x-tidemill-identity': claimed,
      'content-encoding': 'gzip',
      connection: 'close',
    },
    identity,
    { 'x-request-id': 'ours' },
  );
  const { body } = await request(origin, { headers });
  assert.deepEqual(await body.json(), { authorization: '', purpose: 'audit', id: 'ours' });
  assert.deepEqual(received, identity);
  close();
});
