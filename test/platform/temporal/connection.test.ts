/** Temporal behind a gate that speaks TLS and asks for a certificate, as production installations have it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { NativeConnection } from '@temporalio/worker';
import { ConfigError } from '../../../platform/config.ts';
import { readConfig } from '../../../domain/settings.ts';
import { openTemporal } from '../../../platform/temporal/client.ts';
import { connectionOptions } from '../../../platform/temporal/connection.ts';
import { infrastructure, setting } from '../../support/service/infrastructure.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../fixtures/temporal/${name}`, import.meta.url));
const [CERTIFICATE, KEY] = [path('certificate.pem'), path('key.pem')];

const [host = '', port = ''] = setting('TEMPORAL_ADDRESS').split(':');
const cert = readFileSync(CERTIFICATE);
const gate = createServer(
  { cert, ca: cert, key: readFileSync(KEY), requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] },
  (socket) => {
    const server = connect(Number(port), host);
    socket.pipe(server).pipe(socket);
    for (const end of [socket, server]) end.on('error', () => [socket, server].forEach((one) => one.destroy()));
  },
);
const gatePort = await listenOnLoopback(gate);
after(() => gate.close());

const env = { ...infrastructure().env, TEMPORAL_ADDRESS: `127.0.0.1:${gatePort}` };
const tls = {
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: CERTIFICATE,
  TEMPORAL_TLS_SERVER_NAME: 'temporal.example',
  TEMPORAL_TLS_CLIENT_CERT_PATH: CERTIFICATE,
  TEMPORAL_TLS_CLIENT_KEY_PATH: KEY,
};

test('the API and the workers connect to a Temporal that requires client certificates', async () => {
  const { temporal } = readConfig({ ...env, ...tls });
  const client = openTemporal(temporal);
  const worker = await NativeConnection.connect(connectionOptions(temporal));
  for (const { workflowService } of [client.connection, worker]) {
    const { namespaceInfo } = await workflowService.describeNamespace({ namespace: temporal.namespace });
    assert.equal(namespaceInfo?.name, temporal.namespace);
  }
  await Promise.all([client.close(), worker.close()]);
});

test('a server with an untrusted certificate is refused', async () => {
  const { temporal } = readConfig({ ...env, TEMPORAL_TLS: 'true' });
  await assert.rejects(NativeConnection.connect(connectionOptions(temporal)));
});

test('TLS is enabled by any TLS setting or an API key, and can be switched', () => {
  const isOn = (settings: Readonly<Record<string, string>>): boolean =>
    readConfig({ ...env, ...settings }).temporal.tls !== null;
  assert.equal(isOn({}), false);
  assert.equal(isOn({ TEMPORAL_TLS: 'true' }), true);
  assert.equal(isOn({ TEMPORAL_API_KEY: 'key' }), true);
  assert.equal(isOn({ TEMPORAL_API_KEY: 'key', TEMPORAL_TLS: 'false' }), false);
});

for (const [what, settings, line] of [
  ['half a pair', { TEMPORAL_TLS_CLIENT_CERT_PATH: CERTIFICATE }, /belong together\. Fix: /],
  [
    'a file that is not there',
    { TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/none' },
    /^TEMPORAL_TLS_SERVER_CA.* \/none, .* Fix: /,
  ],
  ['an unknown word', { TEMPORAL_TLS: 'yes' }, /^TEMPORAL_TLS is "yes"\. Fix: /],
] as const) {
  test(`${what} is refused`, () => {
    assert.throws(
      () => readConfig({ ...env, ...settings }),
      (error) => error instanceof ConfigError && line.test(error.message),
    );
  });
}
