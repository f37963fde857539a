import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const MARKDOWN = { mediaType: 'text/markdown' };
const titleOf = async (markdown: string): Promise<string | null> => (await parse(markdown, MARKDOWN)).title;

test('Markdown is unchanged except for line ends and the byte order mark', async () => {
  const source = '# T\n\n* a\n\t1) b  \n\n<b>x</b> `y`\n\n\n| a |\n|-|';
  assert.equal(await markdownOf(`\ufeff${source.replaceAll('\n', '\r\n')}`, MARKDOWN), source);
  assert.equal((await parse('a\rb\n', MARKDOWN)).markdown, 'a\nb\n');
});

test('the first heading of Markdown is its title, without markup', async () => {
  assert.equal(await titleOf('text\n\n## The **big** [link](x) ##\n\n# Later\n'), 'The big link');
  assert.equal(await titleOf('# _Use_ my_name and `f`\n'), 'Use my_name and f');
  assert.equal(await titleOf('Under\n=====\n'), 'Under');
  assert.equal(await titleOf('---\ntitle: x\n# c\n---\n# Real\n'), 'Real');
  assert.equal(await titleOf('```sh\n# comment\n```\n\n# Real\n'), 'Real');
  assert.equal(await titleOf('no heading\n'), null);
});

test('plain text has no title', async () => {
  assert.equal((await parse('# x\n', { mediaType: 'text/plain' })).title, null);
});

test('text of white space only is reported as empty', async () => {
  await assertFails(parse(' \n\t\n', { mediaType: 'text/plain' }), 'empty');
  await assertFails(parse(new Uint8Array(0), { mediaType: 'text/plain' }), 'empty');
});

test('a type without a reader is refused', async () => {
  await assertFails(parse('x', { mediaType: 'image/png' }), 'unsupported_type');
});

test('binary data after a text beginning is refused in every text format', async () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, index) => 1 + ((index * 7919) % 255));
  const file = Buffer.concat([Buffer.from('#!/bin/sh\n# a,b\n'.repeat(50)), noise, Buffer.from('\nend\n'.repeat(50))]);
  for (const mediaType of ['text/plain', 'text/markdown', 'text/csv', 'text/x-bash', 'application/json', 'text/html']) {
    await assertFails(parse(file, { mediaType }), 'unsupported_type');
  }
});

test('text with stray control characters, terminal escapes and damaged characters is text', async () => {
  for (const text of [
    'a\u0001b',
    '\u001b[31mred\u001b[0m '.repeat(99),
    'page\fpage',
    `${'f\u00fcr '.repeat(30)}gr\ufffdn gr\ufffdn gr\ufffdn`,
  ]) {
    assert.equal(await markdownOf(text.trim(), {}), text.trim());
  }
});
