import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { DownloadUrl, StorageObject } from '../../api/storage/schemas.ts';
import { openSystem } from '../support/service/system.ts';

const MAX_UPLOAD_BYTES = 100_000;

const system = openSystem({ MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) });
const api = await system.startApi();
const client = await api.client();

type Parts = readonly (readonly [name: string, value: string | Blob, filename?: string])[];

interface Refused {
  readonly code?: string;
  readonly detail: readonly { readonly loc: readonly string[]; readonly type: string }[];
}

function send<T>(parts: Parts) {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  }
  return client.send<T>('POST', '/v1/storage/files', { body: form });
}

const hello = new Blob(['Hello'], { type: 'application/x-claimed' });

test('a file is stored with its size, hash, detected type, metadata, tags and policy', async () => {
  const answer = await send<StorageObject>([
    ['metadata_json', '{"department":"research"}'],
    ['access_policy_json', '{"access_level":"private"}'],
    ['tags', 'a, b'],
    ['file', hello, 'hello.txt'],
  ]);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('location'), `/v1/storage/objects/${answer.body.object_id}`);
  assert.partialDeepStrictEqual(answer.body, {
    filename: 'hello.txt',
    content_type: 'text/plain',
    declared_content_type: 'application/x-claimed',
    size_bytes: 5,
    sha256: createHash('sha256').update('Hello').digest('hex'),
    version: 1,
    locator: `service://objects/${answer.body.object_id}`,
    metadata: { department: 'research' },
    tags: ['a', 'b'],
    access_policy: { access_level: 'private', allowed_role_keys: [] },
    owner: 'tester',
  });
  const read = await client.send('GET', `/v1/storage/objects/${answer.body.object_id}`);
  assert.deepEqual(read.body, answer.body);
});

test('filenames that try to escape their folder or to mislead are sanitized', async () => {
  const names = {
    '../../etc/passwd': 'passwd',
    'C:\\Windows\\system32\\evil.exe': 'evil.exe',
    '..': 'file',
    'line\nbreak\u0000.txt': /^line.*break.*\.txt$/,
    'invoice\u202Efdp.exe': 'invoicefdp.exe',
    '<script>alert(1)</script>.html': 'script>.html',
    'Bericht über Mühlen.pdf': 'Bericht über Mühlen.pdf',
    // Joiners are letters' own in Persian, and of many emoji.
    'می\u200cخواهم 👩\u200d🔬.pdf': 'می\u200cخواهم 👩\u200d🔬.pdf',
    [`${'a'.repeat(300)}.pdf`]: `${'a'.repeat(251)}.pdf`,
  };
  for (const [given, kept] of Object.entries(names)) {
    const { status, body } = await send<StorageObject>([['file', hello, given]]);
    assert.equal(status, 201, given);
    if (typeof kept === 'string') assert.equal(body.filename, kept, given);
    else assert.match(body.filename, kept, given);
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    assert.doesNotMatch(body.filename, /[\u0000-\u001f\u202e/\\]/, given);
    const { body: link } = await client.send<Static<typeof DownloadUrl>>(
      'GET',
      `/v1/storage/objects/${body.object_id}/download-url`,
    );
    const download = await fetch(link.url);
    assert.equal(await download.text(), 'Hello');
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment; filename=/);
  }
});

test('a name in another encoding is read wherever the part gives it', async () => {
  const given: readonly [parameters: string, name: string][] = [
    [`name="file"; filename="fallback.txt"; filename*=UTF-8''%E6%B0%B4.txt`, '水.txt'],
    [`filename*=utf-8'ja'%E6%B0%B4.txt; name="file"; filename="fallback.txt"`, '水.txt'],
    [`name=file; filename*=ISO-8859-1''caf%E9.txt; filename=fallback.txt`, 'café.txt'],
    [`name="file"; filename="=?UTF-8?Q?=E6=B0=B4.csv?="`, '水.csv'],
    [`name="file"; filename="plain.txt"; filename*=UTF-8''%E6%B0`, 'plain.txt'],
    [`name="file"; filename="plain.txt"; filename*=x-unknown''a.txt`, 'plain.txt'],
  ];
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  for (const [parameters, name] of given) {
    const body = `--b\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nHello\r\n--b--\r\n`;
    const answer = await client.send<StorageObject>('POST', '/v1/storage/files', { body, headers });
    assert.deepEqual([answer.status, answer.body.filename], [201, name], parameters);
  }
});

test('a declared type that is not a media type is ignored', async () => {
  const part = (type: string): string =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: ` +
    `${type}\r\n\r\nHello\r\n--b--\r\n`;
  for (const type of ['te\0xt/plain', 'téxt/plain', 'text', `text/${'x'.repeat(300)}`]) {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await client.send<StorageObject>('POST', '/v1/storage/files', { body: part(type), headers });
    assert.deepEqual([answer.status, answer.body.declared_content_type], [201, null], type);
  }
});

test('an empty file is accepted', async () => {
  const { status, body } = await send<StorageObject>([['file', new Blob([]), 'empty.txt']]);
  assert.deepEqual([status, body.size_bytes], [201, 0]);
});

const refusals: Readonly<Record<string, readonly [Parts, number, string]>> = {
  'without a file': [[['tags', 'a']], 422, 'file missing'],
  'with a field for the file': [[['file', 'Hello']], 422, 'file'],
  'with metadata that is no JSON': [
    [
      ['file', hello, 'a'],
      ['metadata_json', '{'],
    ],
    422,
    'metadata_json json',
  ],
  'with metadata that is no object': [
    [
      ['file', hello, 'a'],
      ['metadata_json', '[1]'],
    ],
    422,
    'metadata_json type',
  ],
  'with an unknown policy': [
    [
      ['file', hello, 'a'],
      ['access_policy_json', '{"access_level":"secret"}'],
    ],
    422,
    'access_policy_json.access_level enum',
  ],
  'with an unknown field': [
    [
      ['file', hello, 'a'],
      ['tag', 'a'],
    ],
    422,
    'tag unknown_member',
  ],
  'with a field given twice': [
    [
      ['file', hello, 'a'],
      ['tags', 'a'],
      ['tags', 'b'],
    ],
    422,
    'tags repeated',
  ],
  'with two files': [
    [
      ['file', hello, 'a'],
      ['file', hello, 'b'],
    ],
    400,
    'malformed_multipart',
  ],
  'with a file that is too large': [[['file', new Blob(['x'.repeat(MAX_UPLOAD_BYTES + 1)]), 'a']], 413, 'too_large'],
};

for (const [what, [parts, status, fault]] of Object.entries(refusals)) {
  test(`an upload ${what} is refused`, async () => {
    const answer = await send<Refused>(parts);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    const said =
      answer.body.code ?? answer.body.detail.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`).join();
    assert.ok(said.includes(fault), `${said} does not say ${fault}`);
  });
}

test('the advice about a file that is too large appears once', async () => {
  const { body } = await send<{ detail: string }>([['file', new Blob(['x'.repeat(MAX_UPLOAD_BYTES + 1)]), 'a']]);
  const fix = 'The limit is MAX_UPLOAD_BYTES. Upload larger files through an upload session: POST /v1/storage/uploads.';
  assert.equal(body.detail, `A file may have at most ${MAX_UPLOAD_BYTES} bytes here. ${fix}`);
});

test('an upload that is not a form is refused', async () => {
  const answer = await client.send('POST', '/v1/storage/files', { body: { file: 'Hello' } });
  assert.equal(answer.status, 415);
});

test('a truncated form is refused, wherever it ends', async () => {
  const form =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ' +
    'text/plain\r\n\r\nHello\r\n--x--';
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  for (let end = 1; end < form.length - 2; end += 7) {
    const { status, body } = await client.send<Refused>('POST', '/v1/storage/files', {
      headers,
      body: form.slice(0, end),
    });
    assert.deepEqual([status, body.code], [400, 'malformed_multipart'], form.slice(0, end));
  }
});

test('content that can contain scripts is never displayed inline', async () => {
  const page = new Blob(['<!doctype html><script>alert(1)</script>']);
  const { body } = await send<StorageObject>([['file', page, 'page.html']]);
  const path = `/v1/storage/objects/${body.object_id}/download-url?disposition=inline&ttl_seconds=60`;
  const { body: link } = await client.send<Static<typeof DownloadUrl>>('GET', path);
  assert.equal(link.disposition, 'attachment');
  assert.match((await fetch(link.url)).headers.get('content-disposition') ?? '', /^attachment/);
});
