import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RenderOptions } from '../../../platform/browser/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { testBrowser } from '../../support/browser/browser.ts';
import { servePages } from '../../support/servers/page-server.ts';
import type { Page } from '../../support/servers/page-server.ts';

const MB = 1024 * 1024;

const script =
  (text: string): Page =>
  (_request, response) =>
    response.setHeader('content-type', 'text/javascript').end(text);

const server = await servePages({
  app: '<title>App</title><div id="root"></div><img src="/picture.png"><script src="/app.js"></script>',
  'app.js': script('fetch("/data").then((r) => r.text()).then((t) => { root.innerHTML = `<p>${t}</p>`; });'),
  data: (_request, response) => response.end('from the data'),
  shadow: `<card-box><b>given</b></card-box><script>customElements.define("card-box", class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<p>own <slot></slot></p>"; } });</script>`,
  frames: '<p>outer</p><iframe src="/data"></iframe><script>alert(1); confirm(2); window.open("/popup");</script>',
  popup: 'popup',
  leaves: '<script>location = "/arrived"</script>',
  refreshes: '<meta http-equiv="refresh" content="0;url=/arrived">',
  redirects: (_request, response) => response.writeHead(302, { location: '/arrived' }).end(),
  arrived: '<p>arrived</p>',
  cookie:
    '<p id="seen"></p><script>seen.textContent = document.cookie + localStorage.length; document.cookie = ' +
    '"a=1"; localStorage.setItem("b", 1)</script>',
  later: '<p id="late"></p><script>setTimeout(() => { late.innerHTML = "<b>came</b>"; }, 2000)</script>',
  endsSoon: '<p>never</p>',
  endless: '<p>never done</p><script>for (;;);</script>',
  hangs: '<p>a</p><script>setTimeout(() => { for (;;); }, 1000)</script>',
  greedy: '<script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));</script>',
  grows: '<p id="p">short</p><script>p.textContent = "x".repeat(3e6)</script>',
  large: `<p>${'x'.repeat(3 * MB)}</p>`,
  bomb: (_request, response) => {
    const packed = gzipSync(Buffer.alloc(50 * MB, 'x'));
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed);
  },
  file: (_request, response) => response.setHeader('content-type', 'application/zip').end('PK'),
  held: () => undefined,
  error: (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end('<p>busy</p>'),
});
const browser = await testBrowser();

const render = (name: string, options: Partial<RenderOptions> = {}) =>
  browser.render(server.url(name), { key: 'a', maxBytes: MB, signal: new AbortController().signal, ...options });

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

test('returns the page as built by its scripts, without loading images', async () => {
  const page = await render('app');
  assert.match(page.html, /^<!DOCTYPE html><html><head><title>App<\/title>.*<p>from the data<\/p>/);
  assert.deepEqual({ url: page.finalUrl, status: page.status }, { url: server.url('app'), status: 200 });
  assert.equal(server.requests.get('/picture.png'), undefined);
});

test('shadow DOM is part of the page', async () => {
  assert.match((await render('shadow')).html, /<card-box><p>own <slot><b>given<\/b><\/slot><\/p><\/card-box>/);
});

test('frames and popups are not loaded, and dialogs do not block the page', async () => {
  const before = server.requests.get('/data');
  assert.match((await render('frames')).html, /outer/);
  assert.equal(server.requests.get('/data'), before);
  assert.equal(server.requests.get('/popup'), undefined);
});

for (const name of ['leaves', 'refreshes', 'redirects']) {
  test(`a page that ${name} is read at its final address`, async () => {
    const { html, finalUrl } = await render(name);
    assert.match(html, /arrived/);
    assert.equal(finalUrl, server.url('arrived'));
  });
}

test('pages share no state', async () => {
  for (let n = 0; n < 2; n++) assert.match((await render('cookie')).html, /<p id="seen">0<\/p>/);
});

test('a page that never finishes is stopped, and the browser continues', async () => {
  const error = await failure(render('endless', { timeoutMs: 1000 }));
  assert.deepEqual([error.code, error.retryable], ['timeout', false]);
  assert.deepEqual(error.details, { phase: 'render', limit_seconds: 1 });
  assert.match((await render('arrived')).html, /arrived/);
});

test('a page whose script runs without end is given up before its time is over, for good', async () => {
  const error = await failure(render('hangs', { waitFor: 2000, timeoutMs: 60_000 }));
  assert.deepEqual([error.code, error.retryable, error.details['limit_seconds']], ['timeout', false, 10]);
  assert.match((await render('arrived')).html, /arrived/);
});

test('waits for an element, also in a shadow tree, and reads the page as it is when it does not come', async () => {
  const page = await render('later', { waitFor: '#late > b' });
  assert.match(page.html, /<b>came<\/b>/);
  assert.equal(page.isIncomplete, false);
  assert.equal((await render('shadow', { waitFor: 'p' })).isIncomplete, false);
});

test('a selector is CSS: no other notation reaches the driver of the browser', async () => {
  for (const waitFor of ['p >> text=/(a|a)*$/', 'text=never', '//p', 'p:has-text("never")']) {
    const error = await failure(render('endsSoon', { waitFor }));
    assert.deepEqual(
      [error.code, error.details['field'], error.retryable],
      ['invalid_selector', 'options.wait_for', false],
    );
  }
});

test('a page that uses all memory is stopped, and the browser continues', async () => {
  assert.equal((await failure(render('greedy'))).details['reason'], 'browser');
  assert.match((await render('arrived')).html, /arrived/);
});

for (const name of ['large', 'grows', 'bomb']) {
  test(`a page that is too large is not transferred: ${name}`, async () => {
    const error = await failure(render(name));
    assert.equal(error.code, 'too_large');
    assert.deepEqual(error.details, { limit_bytes: MB });
  });
}

test('content that is not a page is refused', async () => {
  assert.equal((await failure(render('file'))).code, 'unsupported_type');
  assert.equal((await failure(render('absent'))).code, 'not_found');
  const { details, retryable } = await failure(render('error'));
  assert.deepEqual(
    { details, retryable },
    {
      details: { reason: 'http_status', status: 503, retry_after_seconds: 7 },
      retryable: true,
    },
  );
});

test('an abort ends a page at once, before its start or while it loads', async () => {
  const reason = new Error('enough');
  await assert.rejects(render('endless', { signal: AbortSignal.abort(reason) }), reason);
  const stop = new AbortController();
  const rendering = render('endless', { signal: stop.signal });
  stop.abort(reason);
  await assert.rejects(rendering, reason);
});

test('of many concurrent pages all are rendered, some of them later', async () => {
  const pages = await Promise.all(Array.from({ length: 6 }, () => render('arrived')));
  assert.ok(pages.every(({ html }) => html.includes('arrived')));
});

test('a tenant that occupies the browser does not delay another tenant’s page behind all of its own', async () => {
  const reason = new Error('enough');
  const stops = Array.from({ length: 5 }, () => new AbortController());
  const held = stops.map((stop) => assert.rejects(render('held', { key: 'busy', signal: stop.signal }), reason));
  const modest = render('arrived', { key: 'modest' });
  stops[0]?.abort(reason);
  assert.match((await modest).html, /arrived/);
  stops.forEach((stop) => stop.abort(reason));
  await Promise.all(held);
});

test('a tenant that occupies all it can of the browser does not delay the first page of another one', async () => {
  const reason = new Error('enough');
  const stop = new AbortController();
  const held = Array.from({ length: 9 }, () =>
    assert.rejects(render('held', { key: 'busy', signal: stop.signal }), reason),
  );
  assert.match((await render('arrived', { key: 'other' })).html, /arrived/);
  stop.abort(reason);
  await Promise.all(held);
});

test('a closed browser renders nothing', async () => {
  const closed = await testBrowser();
  await closed.close();
  const options = { key: 'a', maxBytes: MB, signal: new AbortController().signal };
  assert.equal((await failure(closed.render(server.url('arrived'), options))).details['reason'], 'browser');
});
