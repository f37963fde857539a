/** Bodies that start and stall: how much of the API's memory they may use, and what is left for others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { ERRORS } from '../../errors/index.ts';
import type { Api } from '../support/service/system.ts';
import { openSystem } from '../support/service/system.ts';
import type { Client } from '../support/service/client.ts';
import { until } from '../support/until.ts';

const MIB = 1024 ** 2;
const system = openSystem({
  BODY_WINDOW_MS: '600000',
  MAX_ARRIVING_BYTES_PER_TENANT: String(20 * MIB),
  // Five of a tenant, and two of another.
  MAX_ARRIVING_BYTES: String(28 * MIB),
});

const FILE =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\nthe beginning';

const STALLED = {
  form: `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${4 * MIB}\r\n\r\n${FILE}`,
  json: `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${4 * MIB}\r\n\r\n`,
};

/** Sends the beginning of a request. The status of its answer, when there is one. */
async function stall({ url }: Api, client: Client, path: string, rest: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = createConnection(Number(port), hostname);
  after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${client.authorization}\r\n${rest}`);
  const stalled = { status: null as number | null, head: '', end: () => socket.destroy() };
  socket.setEncoding('utf8').on('data', (text: string) => {
    stalled.head += text;
    stalled.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(stalled.head)?.[1]);
  });
  return stalled;
}

const upload = (client: Client): Promise<{ status: number; body: { code?: string }; headers: Headers }> => {
  const body = new FormData();
  body.append('file', new Blob(['small']), 'small.txt');
  return client.send('POST', '/v1/storage/files', { body });
};

for (const [kind, path, settings] of [
  ['form', '/v1/storage/files', {}],
  ['json', '/v1/parse/jobs', { MAX_BODY_BYTES: String(4 * MIB) }],
] as const) {
  test(`stalled bodies (${kind}) use only the share of their tenant`, async () => {
    const api = await system.startApi(settings);
    const [greedy, other, third] = await Promise.all([api.client(), api.client(), api.client()]);
    const sent = await Promise.all(Array.from({ length: 40 }, () => stall(api, greedy, path, STALLED[kind])));
    const refused = await until('all but five are answered', async () => {
      const answered = sent.filter(({ status }) => status !== null);
      return answered.length >= 35 ? answered : undefined;
    });
    assert.equal(refused.length, 35);
    for (const { status, head } of refused) {
      assert.equal(status, ERRORS.too_much_at_once.status);
      assert.match(head, /^retry-after: \d+\r$/im);
      assert.match(head, /"code":"too_much_at_once"/);
    }
    assert.equal((await upload(greedy)).body.code, 'too_much_at_once');
    assert.equal((await greedy.send('GET', '/v1/jobs')).status, 200, 'a request without a body');
    assert.equal((await upload(other)).status, 201);

    const more = await Promise.all(Array.from({ length: 4 }, () => stall(api, other, path, STALLED[kind])));
    await until('two are refused', async () => more.filter(({ status }) => status !== null).length === 2 || undefined);
    assert.equal((await upload(third)).body.code, 'overloaded');
    for (const { status, head } of more.filter(({ status }) => status !== null)) {
      assert.equal(status, ERRORS.overloaded.status);
      assert.match(head, /"code":"overloaded"/);
    }

    for (const { end } of [...sent, ...more]) end();
    await until('there is room again', async () => (await upload(greedy)).status === 201 || undefined);
  });
}
