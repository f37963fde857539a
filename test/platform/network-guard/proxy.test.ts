/** Outbound requests behind a proxy: what goes through it, what goes past it, and what is not even asked of it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readProxy } from '../../../platform/config/proxy.ts';
import { openReader } from '../../../platform/config/reader.ts';
import { ServiceError } from '../../../errors/index.ts';
import { createGuardedFetch } from '../../../platform/network-guard/index.ts';
import type { GuardedFetchSettings } from '../../../platform/network-guard/index.ts';
import { createGuardedPost } from '../../../platform/network-guard/post.ts';
import { createServiceClient } from '../../../platform/service-client.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34'],
  'inside.test': ['10.1.2.3'],
  'both.test': ['93.184.216.34', '10.1.2.3'],
};
const settings: GuardedFetchSettings = {
  allow: [],
  resolve: async (host) => ADDRESSES[host] ?? [],
};

/** A site, and a proxy for which every name leads to it. */
async function openProxy(t: TestContext) {
  const site = createServer((request, response) => {
    text(request).then(
      (body) => {
        const host = request.headers.host ?? '';
        if (request.url === '/inward') response.writeHead(302, { location: 'http://inside.test/' }).end();
        else response.end(`${request.method} ${host}${request.url} ${body}`);
      },
      () => response.destroy(),
    );
  });
  const sitePort = await listenOnLoopback(site);
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { pathname, host } = new URL(request.url ?? '');
    text(request).then(
      async (body) => {
        const answer = await fetch(`http://127.0.0.1:${sitePort}${pathname}`, {
          method: request.method ?? 'GET',
          redirect: 'manual',
          ...(body !== '' && { body }),
        });
        const location = answer.headers.get('location');
        response.writeHead(answer.status, { via: host, ...(location !== null && { location }) });
        response.end(await answer.text());
      },
      () => response.destroy(),
    );
  });
  proxy.on('connect', (request, client) => {
    seen.push(`CONNECT ${request.url}`);
    const tunnel = connect(sitePort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(tunnel).pipe(client);
    });
    for (const end of [tunnel, client]) end.on('error', () => [tunnel, client].forEach((socket) => socket.destroy()));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(proxy)}`;
  t.after(() => [site, proxy].forEach((server) => (server.closeAllConnections(), server.close())));
  return { seen, site: `http://127.0.0.1:${sitePort}`, config: { httpProxy: url, httpsProxy: url, noProxy: '' } };
}

const options = { maxBytes: 1000, signal: new AbortController().signal };

function isRefused(reason: string) {
  return (error: unknown) => error instanceof ServiceError && error.details['reason'] === reason;
}

test('requests to sources, webhooks and providers use the proxy', async (t) => {
  const { seen, site, config: proxy } = await openProxy(t);
  const guardedFetch = createGuardedFetch({ ...settings, proxy });
  const { body, headers } = await guardedFetch('http://public.test/page', options);
  assert.match(Buffer.from(body).toString(), /^GET .*\/page /);
  assert.equal(headers['via'], 'public.test');
  // The site speaks no TLS: it is the tunnel that counts.
  await assert.rejects(guardedFetch('https://public.test/', options), isRefused('tls'));

  const post = createGuardedPost(['127.0.0.1'], proxy);
  const { status } = await post(`${site}/hook`, { ...options, body: 'event', headers: {}, timeoutMs: PATIENCE_MS });
  assert.equal(status, 200);
  const call = createServiceClient(site, proxy);
  const answer = await call({ method: 'POST', path: '/v1/jobs', body: { a: 1 }, signal: options.signal });
  assert.match(Buffer.from(answer.body).toString(), /^POST .*\/v1\/jobs \{"a":1\}$/);
  assert.deepEqual(seen, [
    'GET http://public.test/page',
    'CONNECT public.test:443',
    `POST ${site}/hook`,
    `POST ${site}/v1/jobs`,
  ]);
});

test('the proxy is not asked for blocked addresses', async (t) => {
  const { seen, config: proxy } = await openProxy(t);
  const guardedFetch = createGuardedFetch({ ...settings, proxy });
  for (const host of ['inside.test', 'both.test', '127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254']) {
    for (const scheme of ['http', 'https']) {
      await assert.rejects(guardedFetch(`${scheme}://${host}/`, options), isRefused('blocked_address'), host);
    }
  }
  await assert.rejects(guardedFetch('http://unknown.test/', options), isRefused('dns'));
  assert.deepEqual(seen, []);
  await assert.rejects(guardedFetch('http://public.test/inward', options), isRefused('blocked_address'));
  assert.deepEqual(seen, ['GET http://public.test/inward'], 'a redirect is held to the same');
});

test('hosts in NO_PROXY are reached directly, and are guarded', async (t) => {
  const { seen, site, config } = await openProxy(t);
  const proxy = { ...config, noProxy: '127.0.0.1,.inside.test' };
  const past = createGuardedFetch({ ...settings, allow: ['127.0.0.1'], proxy });
  assert.match(Buffer.from((await past(`${site}/past`, options)).body).toString(), /\/past/);
  await assert.rejects(past('http://inside.test/', options), isRefused('blocked_address'));
  assert.deepEqual(seen, []);
});

test('the settings are read in both spellings; an invalid address is reported', () => {
  const read = (env: Readonly<Record<string, string>>) => {
    const reader = openReader(env);
    return { proxy: readProxy(reader), problems: reader.problems };
  };
  assert.deepEqual(read({}), { proxy: null, problems: [] });
  assert.deepEqual(read({ NO_PROXY: '*' }), { proxy: null, problems: [] });
  assert.deepEqual(read({ https_proxy: 'http://p:3128', no_proxy: 'localhost' }).proxy, {
    httpProxy: '',
    httpsProxy: 'http://p:3128',
    noProxy: 'localhost',
  });
  assert.deepEqual(read({ HTTP_PROXY: 'http://a', http_proxy: 'http://b' }).proxy?.httpProxy, 'http://a');
  assert.match(read({ HTTPS_PROXY: 'proxy:3128' }).problems.join(''), /^HTTPS_PROXY is not an http or https address/);
});
