import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseSitemap } from '../../../../../engines/parse/web_crawler/site/sitemap.ts';
import { assertFails } from '../../../../support/documents/parse.ts';

const read = (text: string | Uint8Array, most = 100, signal = new AbortController().signal) =>
  parseSitemap(typeof text === 'string' ? Buffer.from(text) : text, most, signal);

const urls = (...addresses: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">${addresses
    .map((address) => `<url><loc> ${address} </loc><image:image><image:loc>/p.png</image:loc></image:image></url>`)
    .join('')}</urlset>`;

test('pages and nested sitemaps are distinguished, images ignored', async () => {
  assert.deepEqual(await read(urls('https://e.org/a?x=1&amp;y=2', '<![CDATA[https://e.org/b]]>')), {
    pages: ['https://e.org/a?x=1&y=2', 'https://e.org/b'],
    sitemaps: [],
  });
  const index = '<sitemapindex><sitemap><loc>https://e.org/1.xml</loc></sitemap></sitemapindex>';
  assert.deepEqual(await read(index), { pages: [], sitemaps: ['https://e.org/1.xml'] });
});

test('plain text and compressed files are read', async () => {
  assert.deepEqual((await read('https://e.org/a\r\nnonsense\nhttps://e.org/b')).pages, [
    'https://e.org/a',
    'https://e.org/b',
  ]);
  assert.deepEqual((await read(gzipSync(urls('https://e.org/a')))).pages, ['https://e.org/a']);
});

test('a large sitemap is read up to the limit, a broken one as far as possible', async () => {
  const many = urls(...Array.from({ length: 5000 }, (_none, index) => `https://e.org/${index}`));
  assert.equal((await read(many, 10)).pages.length, 10);
  assert.deepEqual((await read(`${urls('https://e.org/a').replace('</urlset>', '')}<url><loc>https`)).pages, [
    'https://e.org/a',
  ]);
});

test('entities are not expanded, and bombs are not decompressed', async () => {
  const bomb = `<!DOCTYPE u [<!ENTITY a "${'x'.repeat(1000)}">]><urlset><url><loc>https://e.org/&a;</loc></url></urlset>`;
  for (const page of (await read(bomb)).pages) assert.ok(page.length < 100);
  await assertFails(read(gzipSync(Buffer.alloc(60 * 1024 * 1024))), 'too_large');
  await assertFails(read(Buffer.from([0x1f, 0x8b, 1, 2, 3])), 'corrupt');
});

test('endless elements stop the reading and do not block the process', async () => {
  const nested = `${urls('https://e.org/a').replace('</urlset>', '')}${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
  const sitemap = `${nested}<url><loc>https://e.org/b</loc></url></urlset>`;
  assert.deepEqual((await read(sitemap)).pages, ['https://e.org/a']);

  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const long = `<urlset>${'<a></a>'.repeat(3_000_000)}</urlset>`;
  await assert.rejects(read(long, 100, stop.signal), { name: 'AbortError' });
});
