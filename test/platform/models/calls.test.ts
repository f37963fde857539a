/** Calls of models, against a server on loopback that answers as the test says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { ServiceError } from '../../../errors/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { readModels } from '../../../platform/config/models.ts';
import { readSettings } from '../../../platform/config.ts';
import { complete } from '../../../platform/models/chat.ts';
import { callsOf, embed } from '../../../platform/models/embed.ts';
import { openEndpoint } from '../../../platform/models/endpoint.ts';
import type { Endpoint } from '../../../platform/models/endpoint.ts';
import { rerank } from '../../../platform/models/rerank.ts';
import { completeStructured } from '../../../platform/models/structured.ts';
import { embeddingsReply, jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { Reply } from '../../support/servers/scripted-model.ts';

const server = await serveModel();
const keys: Record<string, readonly string[]> = {};
const dependencies = {
  secrets: { read: async (name: string) => keys[name] ?? [] },
  network: { allow: [], proxy: null },
};
function open(more: Readonly<Record<string, string>> = {}): Endpoint {
  const { named } = readSettings(modelSettings('main', server, more), readModels);
  return openEndpoint(named['main'] ?? assert.fail(), dependencies);
}
const endpoint = open();
const { signal } = new AbortController();
const request = { messages: [{ role: 'user', content: 'Say ok.' }], maxTokens: 100 } as const;
const call = (to = endpoint) => complete(to, request, { signal });

async function assertFails(
  work: Promise<unknown>,
  code: ErrorCode,
  details: Readonly<Record<string, unknown>>,
  retryable: boolean,
): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.deepEqual([error.code, error.details, error.retryable], [code, { model: 'main', ...details }, retryable]);
    assert.doesNotMatch(error.message, /scripted/, 'the answer of the endpoint is not quoted');
    return true;
  });
}

test('a chat is streamed, and returns its text, finish reason and tokens', async () => {
  server.next({ text: 'one two three' });
  const parts: string[] = [];
  const options = { signal, onText: (part: string) => void parts.push(part) };
  const completion = await complete(endpoint, { ...request, temperature: 0, seed: 7 }, options);
  assert.deepEqual(completion, { text: 'one two three', finish: 'stop', tokens: { input: 10, output: 3 } });
  assert.deepEqual(parts, ['one ', 'two ', 'three']);
  const { path, body, headers } = server.calls.at(-1) ?? assert.fail();
  assert.equal(path, '/chat/completions');
  assert.partialDeepStrictEqual(body, {
    model: 'scripted-main',
    stream: true,
    max_tokens: 100,
    temperature: 0,
    seed: 7,
    messages: [{ role: 'user', content: 'Say ok.' }],
  });
  assert.deepEqual([headers.authorization, headers['user-agent']], [undefined, 'Tidemill']);
});

test('an output that is longer than its limit allows is cut, and counts as usage', async () => {
  server.next({ text: 'x '.repeat(5_000), tokens: null });
  const { text, finish, tokens } = await call();
  assert.deepEqual([finish, text.length, tokens.output], ['length', 3200, 800]);
});

test('outputs have no U+0000 and no lone surrogates, neither as text nor in escapes of JSON', async () => {
  server.next({ text: 'a\0b\ud800c' });
  assert.equal((await call()).text, 'ab\ufffdc');
  const schema = { name: 'words', schema: Type.Record(Type.String(), Type.Array(Type.String())) };
  server.next({ text: '{"k\\u0000ey": ["met\\u0000", "met\\ud800"]}' });
  const completeOnce = (asked: Parameters<typeof complete>[1]) => complete(endpoint, asked, { signal });
  const { value } = await completeStructured('main', completeOnce, { ...request, schema });
  assert.deepEqual(value, { key: ['met', 'met\ufffd'] });
});

test('the key is read for each call', async () => {
  keys['model_main_key'] = ['new', 'old'];
  await call();
  assert.equal(server.calls.at(-1)?.headers.authorization, 'Bearer new');
  delete keys['model_main_key'];
});

test('tokens are estimated when the endpoint does not report them', async () => {
  server.next({ text: 'x'.repeat(40), tokens: null });
  assert.deepEqual((await call()).tokens, { input: 2, output: 10 });
});

const FAILURES: readonly (readonly [Reply, ErrorCode, Readonly<Record<string, unknown>>, boolean])[] = [
  [{ status: 429, retryAfter: 7 }, 'model_rate_limited', { retry_after_seconds: 7 }, true],
  [{ status: 429 }, 'model_rate_limited', {}, true],
  [
    { status: 429, code: 'insufficient_quota' },
    'model_refused',
    { reason: 'quota', status: 429, endpoint_code: 'insufficient_quota' },
    false,
  ],
  [{ status: 500 }, 'model_unavailable', { reason: 'status', status: 500 }, true],
  [
    { status: 503, retryAfter: 3 },
    'model_unavailable',
    { reason: 'status', status: 503, retry_after_seconds: 3 },
    true,
  ],
  [{ status: 401 }, 'model_refused', { reason: 'credential', status: 401 }, false],
  [
    { status: 400, code: 'context_length_exceeded' },
    'model_refused',
    { reason: 'request', status: 400, endpoint_code: 'context_length_exceeded' },
    false,
  ],
  [{ cut: 'one two', by: 'end' }, 'model_unavailable', { reason: 'cut' }, true],
  [{ cut: 'one two', by: 'destroy' }, 'model_unavailable', { reason: 'connection' }, true],
  [{ body: { no: 'stream' } }, 'model_unavailable', { reason: 'cut' }, true],
  [{ refusal: 'No.' }, 'model_refused', { reason: 'content' }, false],
  [{ text: 'half', finish: 'content_filter' }, 'model_refused', { reason: 'content' }, false],
];

for (const [reply, code, details, retryable] of FAILURES) {
  test(`${JSON.stringify(reply).slice(0, 60)} is ${code}, without a retry`, async () => {
    const before = server.calls.length;
    server.next(reply);
    await assertFails(call(), code, details, retryable);
    assert.equal(server.calls.length, before + 1);
  });
}

test('a silent endpoint ends a call, before and during its response', async () => {
  const impatient = open({ SILENCE_MS: '100' });
  for (const hang of [null, 'one two']) {
    server.next({ hang });
    await assertFails(call(impatient), 'model_unavailable', { reason: 'silence' }, true);
  }
});

test('an aborted call closes its connection', async () => {
  const stop = new AbortController();
  server.next({ hang: 'one two' });
  const options = { signal: stop.signal, onText: () => stop.abort(new Error('given up')) };
  await assert.rejects(complete(endpoint, request, options), /given up/);
  await server.calls.at(-1)?.closed;
});

test('an address without a server is unavailable; a host that is not allowed is blocked', async () => {
  const away = open({ URL: 'http://127.0.0.1:1/v1' });
  await assertFails(call(away), 'model_unavailable', { reason: 'connection' }, true);
  const client = await endpoint.client();
  const moved = { ...endpoint, client: async () => client.withOptions({ baseURL: 'http://127.0.0.2:1/v1' }) };
  await assertFails(call(moved), 'model_refused', { reason: 'address' }, false);
});

const schema = {
  name: 'person',
  schema: Type.Object({ name: Type.String(), age: Type.Integer() }, { additionalProperties: false }),
};
const asPerson = async () => {
  const work = (asked: Parameters<typeof complete>[1]) => complete(endpoint, asked, { signal });
  return (await completeStructured('main', work, { ...request, schema })).value;
};
const PERSON = { name: 'Ada', age: 36 };

test('output that matches its schema is returned', async () => {
  server.next(jsonReply(PERSON));
  assert.deepEqual(await asPerson(), PERSON);
  const { json_schema } = server.calls.at(-1)?.body.response_format ?? assert.fail();
  assert.equal(json_schema.name, 'person');
  assert.partialDeepStrictEqual(json_schema.schema, { required: ['name', 'age'], additionalProperties: false });
});

for (const [name, text, shown] of [
  ['broken JSON', '{"name": "Ada", ', /not valid JSON/],
  ['another schema', '{"name": "Ada", "age": "old"}', /\/age must be integer/],
  ['nothing', '', /is empty/],
] as const) {
  test(`${name} is repaired by a second call that shows the errors`, async () => {
    const before = server.calls.length;
    server.next({ text }, { text: `\`\`\`json\n${JSON.stringify(PERSON)}\n\`\`\`` });
    assert.deepEqual(await asPerson(), PERSON);
    assert.equal(server.calls.length, before + 2);
    const [, output, complaint] = server.calls.at(-1)?.body.messages ?? [];
    assert.deepEqual([output?.role, output?.content], ['assistant', text]);
    assert.match(complaint?.content ?? '', shown);
  });
}

test('output that stays invalid is a typed error that does not quote it', async () => {
  const wrong = { name: 'Secret Name', surname: 1 };
  server.next(jsonReply(wrong), jsonReply(wrong));
  await assertFails(asPerson(), 'model_output_invalid', { reason: 'schema', errors: 2 }, false);
  server.next({ text: '{' }, { text: '' });
  await assertFails(asPerson(), 'model_output_invalid', { reason: 'empty', errors: 1 }, false);
});

test('output that was truncated at its limit is not requested again', async () => {
  const before = server.calls.length;
  server.next({ text: '{"name": "A', finish: 'length' });
  await assertFails(asPerson(), 'model_output_invalid', { reason: 'length' }, false);
  assert.equal(server.calls.length, before + 1);
});

const embedder = open({ DIMENSIONS: '8', QUERY_PREFIX: 'query: ' });

test('vectors are in the order of the texts, of unit length, with the prefix of their kind', async () => {
  const { vectors, tokens } = await embed(embedder, ['one', 'two'], 'query', { tenantId: 'a', signal });
  assert.deepEqual(server.calls.at(-1)?.body.input, ['query: one', 'query: two']);
  assert.deepEqual(tokens, { input: 2, output: 0 });
  for (const vector of vectors) {
    assert.ok(vector instanceof Float32Array && vector.length === 8);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  }
  const [passage] = (await embed(embedder, ['query: two'], 'passage', { tenantId: 'a', signal })).vectors;
  assert.deepEqual(passage, vectors[1]);
});

for (const [name, reply, code, details, retryable] of [
  [
    'vectors of another length',
    embeddingsReply(['one'], 4),
    'model_refused',
    { reason: 'dimensions', dimensions: 4 },
    false,
  ],
  ['too few vectors', embeddingsReply([], 8), 'model_unavailable', { reason: 'protocol', vectors: 0 }, true],
  [
    'vectors without their places',
    { body: { data: [{ index: 1, embedding: [1, 0, 0, 0, 0, 0, 0, 0] }] } },
    'model_unavailable',
    { reason: 'protocol', vectors: 1 },
    true,
  ],
  [
    'vectors with other values than numbers',
    { body: { data: [{ index: 0, embedding: [1, null, 0, 0, 0, 0, 0, 0] }] } },
    'model_unavailable',
    { reason: 'protocol' },
    true,
  ],
  [
    'a vector of zeros',
    { body: { data: [{ index: 0, embedding: [0, 0, 0, 0, 0, 0, 0, 0] }] } },
    'model_unavailable',
    { reason: 'protocol' },
    true,
  ],
] as const) {
  test(`${name} are refused`, async () => {
    server.next(reply);
    await assertFails(embed(embedder, ['one'], 'passage', { tenantId: 'a', signal }), code, details, retryable);
  });
}

test('texts are batched by number and length', () => {
  const sizes = (texts: readonly string[]) => [...callsOf(texts)].map((part) => part.length);
  assert.deepEqual(sizes(Array.from({ length: 130 }, () => 'text')), [64, 64, 2]);
  assert.deepEqual(sizes(['x'.repeat(150_000), 'x'.repeat(100_000), 'x'.repeat(500_000), 'x']), [1, 1, 1, 1]);
  assert.deepEqual(sizes([]), []);
});

test('texts are scored against a question, in order', async () => {
  const ranker = open({ KIND: 'rerank' });
  const { scores, tokens } = await rerank(ranker, 'tide mill', ['a mill', 'the sea', 'a tide mill'], signal);
  assert.deepEqual([scores, tokens], [[1, 0, 2], { input: 9, output: 0 }]);
  server.next({ body: { results: [{ index: 0, relevance_score: 1 }] } });
  await assertFails(
    rerank(ranker, 'q', ['a', 'b'], signal),
    'model_unavailable',
    { reason: 'protocol', scores: 1 },
    true,
  );
});
