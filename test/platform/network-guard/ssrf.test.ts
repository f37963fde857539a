/**
 * Requests that must not leave: a canary on loopback hears every TCP connection and every datagram, and hears none. The
 * pages that try it are on loopback, too, under a name that the allow-list opens.
 */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ServiceError } from '../../../errors/index.ts';
import { createGuardedFetch } from '../../../platform/network-guard/index.ts';
import { testBrowser } from '../../support/browser/browser.ts';
import { INSIDE, INSIDE_NAMES, LOOPBACK, resolveInside, TRICKS } from '../../support/inside-addresses.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

/** Browsers trust pages of such names as they do those with TLS: all of the platform is open to them. */
const HOST = 'pages.localhost';

const canary = await openCanary();
const secret = writeSecret();
const pages = await servePages({
  to: (request, response) => {
    const { searchParams } = new URL(request.url ?? '', `http://${HOST}`);
    response.writeHead(302, { location: encodeURI(searchParams.get('url') ?? '') }).end();
  },
  home: '<p>home</p>',
  again: (_request, response) => response.end('again'),
  slow: (_request, response) => void setTimeout(() => response.end(), 1500),
  'worker.js': (_request, response) => {
    const text = `fetch('${canary.url}worker'); try { importScripts('${canary.url}imported') } catch {}`;
    response.setHeader('content-type', 'text/javascript').end(text);
  },
  everything: everything(),
  rebinding: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
    response.end(`<p>first</p><script>fetch('/again').catch(() => {})</script>`);
  },
  reads: `<p>home</p><script>
    for (const tag of ['iframe', 'embed']) document.body.append(Object.assign(document.createElement(tag), { src: '${secret.url}' }));
    document.body.append(Object.assign(document.createElement('object'), { data: '${secret.url}' }));
    const show = (text) => document.body.append(text);
    fetch('${secret.url}').then((r) => r.text()).then(show, () => {});
    const request = new XMLHttpRequest();
    request.onload = () => show(request.responseText);
    try { request.open('GET', '${secret.url}'); request.send(); } catch {}
    setTimeout(() => { location = '${secret.url}' }, 100);
  </script>`,
});
const page = (name: string): string => pages.url(name).replace('127.0.0.1', HOST);

const resolve = (host: string): Promise<string[]> =>
  host === HOST ? Promise.resolve(['127.0.0.1']) : resolveInside(host);
const settings = { allow: [HOST], resolve };
const browser = await testBrowser(settings);
const guardedFetch = createGuardedFetch(settings);

const options = { key: 'a', maxBytes: 1_000_000, signal: new AbortController().signal };
const clients = {
  'the HTTP client': (url: string) => guardedFetch(url, options),
  'the browser': (url: string) => browser.render(url, { ...options, timeoutMs: PATIENCE_MS }),
};

beforeEach(() => canary.forget());

const addressesOf = (hosts: readonly string[]): string[] => [
  ...[...hosts, ...INSIDE_NAMES].map((host) => `http://${host}:${canary.port}/`),
  ...TRICKS.map((trick) => trick(canary.port)),
];
const direct = addressesOf(INSIDE);
const redirected = addressesOf(LOOPBACK);

for (const [name, read] of Object.entries(clients)) {
  test(`${name} reaches nothing internal by ${direct.length} addresses`, async () => {
    await Promise.all(direct.map((url) => assertRefused(read(url), url)));
    assert.deepEqual(canary.heard(), []);
  });

  test(`${name} follows no redirect to an internal host by ${redirected.length} addresses`, async () => {
    const to = (url: string): string => `${page('to')}?url=${encodeURIComponent(url)}`;
    await Promise.all(redirected.map((url) => assertRefused(read(to(url)), url)));
    assert.deepEqual(canary.heard(), []);
  });

  test(`${name} does not use proxies from the environment`, async (t) => {
    for (const variable of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
      const before = process.env[variable];
      process.env[variable] = canary.url;
      t.after(() => {
        if (before === undefined) delete process.env[variable];
        else process.env[variable] = before;
      });
    }
    await read(page('home'));
    assert.deepEqual(canary.heard(), []);
  });
}

test('nothing that a page does in the browser reaches an internal host', async () => {
  const { html } = await browser.render(page('everything'), { ...options, timeoutMs: PATIENCE_MS });
  assert.match(html, /all was tried/);
  assert.deepEqual(canary.heard(), []);
});

test('the same page reaches the canary when the allowlist permits it', async () => {
  const open = await testBrowser({ allow: ['127.0.0.1'], resolve });
  await open.render(page('everything'), { ...options, timeoutMs: PATIENCE_MS });
  const heard = canary.heard().join('\n');
  for (const way of ['fetched', 'script', 'style', 'socket', 'worker', 'events']) assert.match(heard, new RegExp(way));
  assert.doesNotMatch(heard, /datagram/);
});

test('a page cannot read files', async () => {
  const html = await browser.render(page('reads'), options).then(
    (rendered) => rendered.html,
    () => '',
  );
  assert.doesNotMatch(html, new RegExp(secret.text));
});

test('a name whose address changes while the page is open is checked again', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const rebinding = await testBrowser({ allow: ['127.0.0.1'], resolve: async () => answers.shift() ?? ['10.0.0.1'] });
  const url = pages.url('rebinding').replace('127.0.0.1', 'rebind.test');
  assert.match((await rebinding.render(url, options)).html, /first/);
  assert.equal(pages.requests.get('/again'), undefined);
});

/**
 * Each is refused with its reason. Some, as the target of a redirect, are paths of the redirecting server, which has no
 * such page.
 */
async function assertRefused(reading: Promise<unknown>, url: string): Promise<void> {
  const error: unknown = await reading.then(
    () => assert.fail(`${url} was read`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.match(String(error.details['reason']), /^(blocked_address|dns|http_status|invalid_url|scheme)$/, url);
}

/** Every way to reach out that pages have. */
function everything(): string {
  const { url, port } = canary;
  return `<!doctype html><html manifest="${url}appcache"><head>
    <link rel="icon" href="${url}icon"><link rel="manifest" href="${url}manifest">
    <link rel="stylesheet" href="${url}style"><style>@import "${url}imported-style"; @font-face { font-family: f; src: url(${url}font) } p { font-family: f; background: url(${url}background) }</style>
    <link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prefetch" href="${url}prefetch">
    <link rel="preload" as="script" href="${url}preload"><link rel="modulepreload" href="${url}module"><link rel="prerender" href="${url}prerender">
    <script type="speculationrules">{ "prefetch": [{ "urls": ["${url}speculation"] }], "prerender": [{ "urls": ["${url}prerendered"] }] }</script>
    <script src="${url}script"></script><script type="module" src="${url}script-module"></script></head>
    <body><p>page</p><img src="${url}image" srcset="${url}set 2x"><picture><source srcset="${url}source"><img></picture>
    <video src="${url}video" poster="${url}poster"><track src="${url}track" default></video><audio src="${url}audio"></audio>
    <iframe src="${url}frame"></iframe><iframe srcdoc="<img src='${url}srcdoc'><script src='${url}srcdoc-script'></script>"></iframe>
    <iframe src="data:text/html,<script src='${url}data-script'></script>"></iframe>
    <object data="${url}object"></object><embed src="${url}embed"><input type="image" src="${url}input">
    <svg><image href="${url}svg-image"/><use href="${url}svg-use#x"/></svg><a id="ping" href="#there" ping="${url}ping">a</a>
    <form id="form" action="${url}form" method="post" target="elsewhere"><input name="a"></form>
    <script>
    const tried = [];
    const attempt = (f) => { try { tried.push(f()); } catch {} };
    const local = 'http://localhost:${port}/', six = 'http://[::1]:${port}/', short = 'http://127.1:${port}/';
    for (const to of ['${url}fetched', local, six, short]) {
      attempt(() => fetch(to, { mode: 'no-cors' }));
      attempt(() => { new Image().src = to; });
      attempt(() => navigator.sendBeacon(to, 'x'));
      attempt(() => { const x = new XMLHttpRequest(); x.open('POST', to); x.send('x'); });
    }
    attempt(() => fetch('/to?url=' + encodeURIComponent('${url}redirected'), { mode: 'no-cors' }));
    attempt(() => new WebSocket('ws://127.0.0.1:${port}/socket'));
    attempt(() => new WebSocket('wss://127.0.0.1:${port}/socket'));
    attempt(() => new EventSource('${url}events'));
    attempt(() => new Worker('/worker.js'));
    attempt(() => new SharedWorker('/worker.js'));
    attempt(() => navigator.serviceWorker.register('/worker.js'));
    attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('${url}blob-worker')"]))));
    attempt(() => import('${url}imported-module'));
    attempt(() => CSS.paintWorklet.addModule('${url}worklet'));
    attempt(() => new AudioContext().audioWorklet.addModule('${url}audio-worklet'));
    attempt(() => new WebTransport('https://127.0.0.1:${port}/transport'));
    attempt(() => window.open('${url}window'));
    attempt(() => document.getElementById('ping').click());
    attempt(() => document.getElementById('form').submit());
    attempt(() => navigator.credentials.get({ identity: { providers: [{ configURL: '${url}credentials', clientId: '1' }] } }));
    attempt(async () => {
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: ['stun:127.0.0.1:${port}', 'stun:localhost:${port}'] },
        { urls: ['turn:127.0.0.1:${port}', 'turn:127.0.0.1:${port}?transport=tcp', 'turns:127.0.0.1:${port}'], username: 'a', credential: 'b' },
      ] });
      const other = new RTCPeerConnection();
      peer.createDataChannel('x');
      await peer.setLocalDescription();
      await other.setRemoteDescription(peer.localDescription);
      await other.setLocalDescription();
      await peer.setRemoteDescription(other.localDescription);
      for (const protocol of ['udp', 'tcp'])
        await peer.addIceCandidate({ candidate: 'candidate:1 1 ' + protocol + ' 2122260223 127.0.0.1 ${port} typ host' + (protocol === 'tcp' ? ' tcptype passive' : ''), sdpMid: '0' });
    });
    // Keeps the page busy while the slow ways are tried.
    fetch('/slow').then(() => document.body.append('all was tried'));
    </script></body></html>`;
}

/** Hears on one port of loopback, over TCP (IPv6 too, where there is any) and UDP. */
async function openCanary() {
  let heard: string[] = [];
  const sockets = new Set<Socket>();
  const listener = () =>
    createServer((socket) => {
      sockets.add(socket);
      const at = heard.push('a connection') - 1;
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        heard[at] = /^[A-Z]+ \S+ HTTP/.exec(data.toString('latin1'))?.[0] ?? 'bytes';
        socket.end(
          'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        );
      });
    });
  const four = listener();
  const port = await listenOnLoopback(four);
  const six = listener().on('error', () => undefined);
  six.listen(port, '::1');
  const datagrams = createSocket('udp4').on('message', () => heard.push('a datagram'));
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  after(() => {
    four.close();
    six.close();
    datagrams.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port, url: `http://127.0.0.1:${port}/`, heard: () => heard, forget: () => (heard = []) };
}

function writeSecret() {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-secret-'));
  const path = join(directory, 'secret.txt');
  const text = 'the contents of a file';
  writeFileSync(path, text);
  after(() => rmSync(directory, { recursive: true }));
  return { text, url: pathToFileURL(path).href };
}
