import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyThin } from '../../../../engines/parse/web_reader/thin-page.ts';
import { articlePage } from '../../../support/servers/page-server.ts';

const why = (html: string): string | null => whyThin(Buffer.from(html));
const script = '<script src="/app.js"></script>';
const prose = '<p>Enough of a text that nobody has to wait for.</p>'.repeat(30);

for (const [name, html, reason] of [
  ['React', `<title>App</title><div id="root"></div>${script}`, /empty frame/],
  ['Next', `<div id=__next class="a b">  </div><script>${'x'.repeat(500)}</script>`, /empty frame/],
  ['Angular', `<body><app-root></app-root>${script}`, /empty frame/],
  [
    'Vue',
    `<noscript>Please enable JavaScript to continue.</noscript><div class="app"></div>${script}`,
    /needs scripts/,
  ],
  ['nothing', `<html><head>${script}</head><body></body>`, /no text/],
  ['data', `<p>${'Loading. '.repeat(20)}</p><script>${'x'.repeat(6000)}</script>`, /much more script/],
] as const) {
  test(`a page of ${name} is thin`, () => assert.match(why(html) ?? '', reason));
}

for (const [name, html] of [
  ['an article', articlePage('Tides', 'The tide turns twice a day.')],
  ['a short note without scripts', '<p>Gone fishing.</p>'],
  ['a short page with a counter', `<p>${'Gone fishing. '.repeat(12)}</p>${script}`],
  ['a short page with a program', `<p>${'Gone fishing. '.repeat(12)}</p><script>${'x'.repeat(4000)}</script>`],
  ['an article within a frame of scripts', `<div id="root">${prose}</div><script>${'x'.repeat(100_000)}</script>`],
  ['an article with an empty frame beside it', `<div id="app"></div>${prose}${script}`],
  ['a page whose only script is data for others', '<p>Short.</p><script type="application/ld+json">{}</script>'],
] as const) {
  test(`${name} is not`, () => assert.equal(why(html), null));
}

test('invisible text does not count', () => {
  const unseen = `<style>${prose}</style><!-- ${prose} --><template>${prose}</template><title>${prose}</title>`;
  assert.match(why(`${unseen}<div id="root"></div>${script}`) ?? '', /empty frame/);
});

test('broken pages are read once, to the end', () => {
  const unclosed = ['<script>', '<svg>', '<!--', '<noscript', '<div id=root '].map((tag) => tag.repeat(100_000));
  for (const html of [...unclosed, '<', '</', '']) assert.doesNotThrow(() => why(html));
});
