/** `POST /v1/parse/file` without a worker: what is accepted as a job, and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobAccepted } from '../../../api/jobs/schemas.ts';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import { openSystem } from '../../support/service/system.ts';

const MAX_UPLOAD_BYTES = 10_000;

const api = await openSystem({ MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES), STEP_TIMEOUT_MS: '60000' }).startApi();

interface Refused {
  readonly code?: string;
  readonly available?: readonly string[];
  readonly detail: string | readonly { readonly loc: readonly string[]; readonly msg: string; readonly type: string }[];
}

type Fields = Readonly<Record<string, string | Blob>>;
type Client = Awaited<ReturnType<typeof api.client>>;

const words = new Blob(['Words of a mill.']);
const ASYNC = { Prefer: 'respond-async' };

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, `${name}.txt`);
  }
  return form;
}

function send<T>(client: Client, fields: Fields, headers: Readonly<Record<string, string>> = {}) {
  return client.send<T>('POST', '/v1/parse/file', { headers, body: formOf(fields) });
}

async function objectsOf(client: Client): Promise<readonly StorageObject[]> {
  return (await client.expect<{ items: StorageObject[] }>(200, 'GET', '/v1/storage/objects')).items;
}

test('a client that prefers not to wait gets a job, whose file is kept for a while', async () => {
  const client = await api.client();
  const answer = await send<JobAccepted>(
    client,
    { file: words, priority: '7', scene: '', options: '{"notes":false}' },
    {
      Prefer: 'wait=5, Respond-Async; x="a,b"',
    },
  );
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('preference-applied'), 'respond-async');
  assert.equal(answer.headers.get('location'), answer.body.links.self);
  assert.deepEqual(
    answer.body.warnings.map(({ code }) => code),
    ['no_worker'],
  );
  const [object] = await objectsOf(client);
  assert.ok(object);
  assert.deepEqual([object.filename, object.retention_class], ['file.txt', 'temporary']);
  const { source, priority, kind } = await client.status(answer.body.job_id);
  assert.deepEqual([source, priority, kind], [object.locator, 7, 'parse']);
});

test('the object of a file has the retention, tags and policy of the form', async () => {
  const client = await api.client();
  const fields = { retention_class: 'standard', tags: 'a, b', access_policy_json: '{"access_level":"private"}' };
  assert.equal((await send(client, { file: words, ...fields }, ASYNC)).status, 202);
  const [object] = await objectsOf(client);
  assert.partialDeepStrictEqual(object, {
    retention_class: 'standard',
    tags: ['a', 'b'],
    access_policy: { access_level: 'private' },
    expires_at: null,
  });
});

test('a repeat with the same key is the same job, and stores nothing more', async () => {
  const client = await api.client();
  const headers = { ...ASYNC, 'Idempotency-Key': 'k' };
  const repeat = (fields: Fields = {}) => send<JobAccepted>(client, { file: words, ...fields }, headers);
  const answers = [await repeat(), ...(await Promise.all([repeat(), repeat(), repeat()]))];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
  assert.equal(new Set(answers.map(({ body }) => body.job_id)).size, 1);
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length, 3);
  assert.equal((await objectsOf(client)).length, 1);

  for (const other of [{ file: new Blob(['Other words.']) }, { options: '{"notes":false}' }]) {
    const { status, body } = await send<Refused>(client, { file: words, ...other }, headers);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /idempotency_conflict/);
  }
  assert.equal((await objectsOf(client)).length, 1);
});

test('without a worker, a request that waits is refused and leaves nothing', async () => {
  const client = await api.client();
  const { status, body } = await send<Refused>(client, { file: words });
  assert.deepEqual([status, body.code], [503, 'no_worker']);
  assert.deepEqual(await objectsOf(client), []);
});

const refusals: Readonly<Record<string, readonly [Fields, string, RegExp]>> = {
  'without a file': [{ scene: 'document_ai' }, 'file missing', /curl -F file=@report\.pdf/],
  'with text for the file': [{ file: 'Words' }, 'file missing', /file name/],
  'with an empty file': [{ file: new Blob([]) }, 'file empty_file', /not empty/],
  'with a file in another part': [{ file: words, document: words }, 'document unknown_member', /in the part/],
  'with options that are no JSON': [{ file: words, options: '{' }, 'options json', /Example: /],
  'with options that are none': [{ file: words, options: '{"page":1}' }, 'options.page unknown_member', /page_range/],
  'with pages backwards': [{ file: words, options: '{"page_range":"3-1"}' }, 'options.page_range page_range', /lower/],
  'with a long timeout': [
    { file: words, options: '{"timeout_seconds":61}' },
    'options.timeout_seconds timeout_seconds',
    /at most 60/,
  ],
  'with an engine that reads only URLs': [{ file: words, engine_id: 'web_crawler' }, 'engine_id enum', /web_reader/],
  'with a priority in words': [{ file: words, priority: 'high' }, 'priority type', /whole number/],
  'with an unknown secret': [
    { file: words, webhook: '{"url":"https://example.com/","secret_ref":"none"}' },
    'webhook.secret_ref webhook',
    /no secret/,
  ],
  'with an unknown field': [
    { file: words, page_range: '1' },
    'page_range unknown_member',
    /Allowed fields|Did you mean/,
  ],
  'with an unknown retention': [{ file: words, retention_class: 'short' }, 'retention_class enum', /temporary/],
};

for (const [what, [fields, fault, fix]] of Object.entries(refusals)) {
  test(`a form ${what} is refused with its field and the fix, and leaves nothing`, async () => {
    const client = await api.client();
    const { status, body } = await send<Refused>(client, fields, ASYNC);
    assert.equal(status, 422, JSON.stringify(body));
    assert.ok(Array.isArray(body.detail));
    assert.deepEqual(
      body.detail.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`),
      [fault],
    );
    assert.match(JSON.stringify(body.detail), fix);
    assert.deepEqual(await objectsOf(client), []);
  });
}

test('two files, a file that is too large and another body are problems', async () => {
  const client = await api.client();
  const two = formOf({ file: words });
  two.append('file', words, 'b.txt');
  const large = formOf({ file: new Blob(['x'.repeat(MAX_UPLOAD_BYTES + 1)]) });
  const answers = await Promise.all(
    [two, large, { sources: ['https://example.com/'] }].map((body) =>
      client.send<Refused>('POST', '/v1/parse/file', { body }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.code]),
    [
      [400, 'malformed_multipart'],
      [413, 'too_large'],
      [415, 'unsupported_media_type'],
    ],
  );
  assert.match(JSON.stringify(answers[0]?.body), /more than one part \\"file\\"\. /);
  assert.match(JSON.stringify(answers[1]?.body), /POST \/v1\/storage\/uploads/);
  assert.deepEqual(await objectsOf(client), []);
});

test('a type that the response cannot have is refused before anything starts', async () => {
  const client = await api.client();
  const accepting = async (Accept: string, sources: readonly string[]): Promise<readonly unknown[]> => {
    const sent = { headers: { Accept }, body: { sources } };
    const { status, body } = await client.send<Refused>('POST', '/v1/parse/sync', sent);
    return [status, body.code, ...(body.available ?? [])];
  };
  const [one, two] = ['https://example.com/', 'https://example.org/'];
  const json = 'application/json';
  assert.deepEqual(await accepting('image/png', [one]), [406, 'not_acceptable', json, 'text/markdown']);
  assert.deepEqual(await accepting('text/markdown', [one, two]), [406, 'not_acceptable', json]);
  for (const either of ['text/markdown, application/json;q=0.1', '*/*']) {
    assert.equal((await accepting(either, [one, two]))[0], 503, either);
  }
  const { status } = await send(client, { file: words }, { Accept: 'text/html, text/markdown;q=0' });
  assert.equal(status, 406);
  assert.deepEqual(await objectsOf(client), []);
});
