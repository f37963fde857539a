import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedSystem } from '../../support/service/system.ts';
import { completeObject, openUpload, putWhole } from '../../support/service/uploads.ts';
import { servePages } from '../../support/servers/page-server.ts';

/** One word in bytes that are letters in every code page. */
const bytes = Buffer.from('Dvo\xf8\xe1k\n', 'latin1');
const WORDS = { 'windows-1252': 'Dvoøák', 'windows-1250': 'Dvořák', 'iso-8859-5': 'Dvoјсk' } as const;

const pages = await servePages(
  Object.fromEntries(
    Object.keys(WORDS).map((charset) => [
      charset,
      (_request, response) => response.setHeader('Content-Type', `text/plain; charset=${charset}`).end(bytes),
    ]),
  ),
);
const { api } = await sharedSystem();
const client = await api.client();

/** The Markdown of a file that is sent as this type. */
async function markdownOf(type: string, options: object = {}): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([bytes], { type }), 'name.txt');
  body.append('options', JSON.stringify(options));
  const { body: markdown } = await client.send<string>('POST', '/v1/parse/file', {
    headers: { Accept: 'text/markdown' },
    body,
  });
  return markdown.trim();
}

async function parsed(source: string) {
  const jobId = await client.submitOne(source);
  await client.waitFor(jobId, 'succeeded');
  return (await client.result(jobId)).document;
}

for (const [charset, word] of Object.entries(WORDS)) {
  test(`text that its sender calls ${charset} is read so, however it comes`, async () => {
    assert.equal(await markdownOf(`text/plain; charset=${charset}`), word);
    assert.equal(await markdownOf(`Text/Plain;CHARSET="${charset.toUpperCase()}"`), word);
    assert.equal(await markdownOf('text/plain', { charset }), word);
    assert.equal((await parsed(pages.url(charset))).markdown?.trim(), word);

    const session = await openUpload(client, { filename: 'name.txt', content_type: `text/plain; charset=${charset}` });
    await putWhole(session, bytes);
    const { object_id } = await completeObject(client, session.upload_id);
    const { markdown, properties } = await parsed(`service://objects/${object_id}`);
    assert.deepEqual([markdown?.trim(), properties['charset']], [word, charset]);
  });
}

test('a charset that does not exist is refused by the name of its option', async () => {
  const { locator } = await client.upload(bytes, 'name.txt');
  const body = { sources: [locator], options: { charset: 'latin-99' } };
  const answer = await client.send<{ detail: readonly { loc: readonly string[] }[] }>('POST', '/v1/parse/jobs', {
    body,
  });
  assert.deepEqual([answer.status, answer.body.detail[0]?.loc], [422, ['body', 'options', 'charset']]);
});
