import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequestHeaders } from '../../../../api/parse/options/request-headers.ts';
import { unknownSecrets } from '../../../../api/parse/options/secrets.ts';

const stored: Readonly<Record<string, readonly string[]>> = {
  request_wiki: ['https://wiki.example.com', 'value'],
  password_payroll: ['whetstone'],
};
const services = { secrets: { read: (name: string) => Promise.resolve(stored[name] ?? []) } };
const plain = { wait_for: null, screenshot: false };

type Given = Parameters<typeof readRequestHeaders>[1];

const read = (
  given: Given,
  url = 'https://wiki.example.com/page',
  page: Parameters<typeof readRequestHeaders>[2] = plain,
) => readRequestHeaders(services, given, page, [{ locator: { kind: 'url', url }, index: 0 }]);

test('headers are kept by name, and secrets by reference', async () => {
  const { page, issues } = await read({
    'Accept-Language': 'de',
    Authorization: { secret_ref: 'wiki', prefix: 'Bearer ' },
    'X-Api-Key': { secret_ref: 'wiki' },
  });
  assert.deepEqual(issues, []);
  assert.deepEqual(page.headers, {
    'accept-language': 'de',
    authorization: { secret_ref: 'wiki', prefix: 'Bearer ' },
    'x-api-key': { secret_ref: 'wiki', prefix: '' },
  });
});

const refusals: Readonly<Record<string, readonly [Given, string, RegExp]>> = {
  'of the connection': [{ Host: 'a' }, 'Host', /Remove it/],
  'with a length': [{ 'content-length': '3' }, 'content-length', /Remove it/],
  'of a hop': [{ Connection: 'close' }, 'Connection', /Remove it/],
  'of a condition': [{ 'If-None-Match': '"1"' }, 'If-None-Match', /Remove it/],
  'given twice': [{ 'X-A': '1', 'x-a': '2' }, 'x-a', /twice/],
  'with a credential in clear': [{ Authorization: 'Bearer value' }, 'Authorization', /secret_ref/],
  'with a cookie in clear': [{ Cookie: 'a=1' }, 'Cookie', /secret_ref/],
  'of two lines': [{ 'X-A': 'a\r\nX-B: b' }, 'X-A', /one line/],
  'with a prefix of two lines': [{ 'X-A': { secret_ref: 'wiki', prefix: 'a\n' } }, 'X-A.prefix', /one line/],
  'with an unknown secret': [{ 'X-A': { secret_ref: 'none' } }, 'X-A.secret_ref', /request_none/],
};

for (const [what, [given, place, fix]] of Object.entries(refusals)) {
  test(`a header ${what} is refused with its place`, async () => {
    const { issues } = await read(given);
    assert.deepEqual(
      issues.map(({ loc }) => loc.join('.')),
      [`body.options.request_headers.${place}`],
    );
    assert.match(issues[0]?.msg ?? '', fix);
  });
}

test('a secret of another origin is refused', async () => {
  const { issues } = await read({ Authorization: { secret_ref: 'wiki' } }, 'https://evil.example/');
  assert.match(issues[0]?.msg ?? '', /not for https:\/\/evil\.example\./);
});

test('headers and rendering exclude each other', async () => {
  for (const page of [
    { wait_for: '#a', screenshot: false },
    { wait_for: null, screenshot: true },
  ]) {
    const { issues } = await read({ 'X-A': '1' }, undefined, page);
    assert.match(issues[0]?.msg ?? '', /is not rendered/);
    assert.deepEqual((await read({}, undefined, page)).issues, []);
  }
});

test('an unknown password is an issue of its option', async () => {
  assert.deepEqual(await unknownSecrets(services, { password_ref: null }), []);
  assert.deepEqual(await unknownSecrets(services, { password_ref: 'payroll' }), []);
  const [issue] = await unknownSecrets(services, { password_ref: 'other' });
  assert.deepEqual(issue?.loc, ['body', 'options', 'password_ref']);
  assert.match(issue.msg, /password_other/);
});
