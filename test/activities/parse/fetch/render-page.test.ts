import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderAsked, renderThinPage } from '../../../../activities/parse/fetch/render-page.ts';
import type { Browser } from '../../../../platform/browser/index.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { articlePage } from '../../../support/servers/page-server.ts';

const url = 'https://example.org/app';
const shell = Buffer.from('<title>App</title><div id="root"></div><script src="/app.js"></script>');
const options = { key: 'a', maxBytes: 1e6, signal: new AbortController().signal };

/** A scripted browser that answers or fails. */
const browserThat = (render: Browser['render']): Browser => ({ render, close: async () => undefined });
const none = browserThat(() => assert.fail('nothing is to be rendered'));
const read = (browser: Browser | null, body: Uint8Array = shell, mediaType = 'text/html') =>
  renderThinPage(browser, { url, body, mediaType }, options);

test('a page with text, and anything that is not a page, is not rendered', async () => {
  assert.equal(await read(none, Buffer.from(articlePage('Tides', 'The tide turns.'))), null);
  assert.equal(await read(none, shell, 'application/json'), null);
});

test('a thin page is rendered', async () => {
  const rendered = { html: '<p>there</p>', finalUrl: url, status: 200, screenshot: null, isIncomplete: false };
  const thin = await read(browserThat(async () => rendered));
  assert.equal(thin?.rendered, rendered);
  assert.equal(thin.warning.code, 'rendered');
});

test('without a browser, or when it fails, a thin page is read as fetched, with a warning', async () => {
  const failing = browserThat(() => Promise.reject(new ServiceError('timeout', 'Too slow.')));
  for (const [browser, why] of [
    [null, /no browser/],
    [failing, /timeout/],
  ] as const) {
    const thin = await read(browser);
    assert.equal(thin?.rendered, null);
    assert.equal(thin.warning.code, 'not_rendered');
    assert.match(thin.warning.message, why);
  }
});

test('a bug of the browser fails the step', async () => {
  await assert.rejects(read(browserThat(() => Promise.reject(new TypeError('bug')))), TypeError);
});

test('a page that a request wants rendered says whether what it waits for came', async () => {
  const read = (isIncomplete: boolean) => {
    const rendered = { html: '<p>there</p>', finalUrl: url, status: 200, screenshot: null, isIncomplete };
    const page = { headers: {}, wait_for: '#late', screenshot: false };
    return renderAsked(
      browserThat(async () => rendered),
      { url, body: shell, mediaType: 'text/html' },
      page,
      options,
    );
  };
  assert.equal((await read(false)).warning.code, 'rendered');
  const { rendered, warning } = await read(true);
  assert.equal(rendered?.html, '<p>there</p>');
  assert.deepEqual([warning.code, /"#late"/.test(warning.message)], ['wait_for_missed', true]);
});

test('a page that a request wants rendered fails with the error of the browser', async () => {
  const failing = browserThat(() => Promise.reject(new ServiceError('timeout', 'Too slow.')));
  const page = { headers: {}, wait_for: 2000, screenshot: false };
  const rendering = renderAsked(failing, { url, body: shell, mediaType: 'text/html' }, page, options);
  await assert.rejects(rendering, { code: 'timeout' });
});
