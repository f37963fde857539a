import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';

const main = { MODEL_MAIN_URL: 'https://api.example.com/v1/', MODEL_MAIN_ID: 'gpt' };
const embedder = { MODEL_EMBEDDER_URL: 'http://127.0.0.1:8090/v1', MODEL_EMBEDDER_ID: 'multilingual-e5-small' };
const read = (env: Readonly<Record<string, string>>) => readSettings(env, readModels);

test('without settings there is no model, and no role has one', () => {
  const { named, roles } = read({});
  assert.deepEqual(named, {});
  assert.deepEqual(new Set(Object.values(roles)), new Set([null]));
});

test('a model requires an address and a name; roles fall back to the only model of their kind', () => {
  const { named, roles } = read({ ...main, ...embedder });
  assert.deepEqual(named['main'], {
    name: 'main',
    kind: 'chat',
    url: 'https://api.example.com/v1',
    id: 'gpt',
    dimensions: 0,
    contextTokens: null,
    prefixes: { query: '', passage: '' },
    price: null,
    callsPerMinute: null,
    callsAtOnce: 8,
    silenceMs: 120_000,
  });
  assert.partialDeepStrictEqual(named['embedder'], {
    kind: 'embedding',
    dimensions: 384,
    contextTokens: 512,
    prefixes: { query: 'query: ', passage: 'passage: ' },
  });
  assert.deepEqual(roles, {
    extract: 'main',
    answer: 'main',
    judge: 'main',
    generate: 'main',
    embed: 'embedder',
    rerank: null,
  });
});

test('every setting of a model can be given', () => {
  const { named } = read({
    ...main,
    MODEL_MAIN_KIND: 'embedding',
    MODEL_MAIN_DIMENSIONS: '768',
    MODEL_MAIN_CONTEXT_TOKENS: '8192',
    MODEL_MAIN_QUERY_PREFIX: 'Q: ',
    MODEL_MAIN_PASSAGE_PREFIX: '',
    MODEL_MAIN_INPUT_USD_PER_MILLION: '0.15',
    MODEL_MAIN_OUTPUT_USD_PER_MILLION: '2',
    MODEL_MAIN_CALLS_PER_MINUTE: '60',
    MODEL_MAIN_CALLS_AT_ONCE: '2',
    MODEL_MAIN_SILENCE_MS: '5000',
  });
  assert.partialDeepStrictEqual(named['main'], {
    kind: 'embedding',
    dimensions: 768,
    contextTokens: 8192,
    prefixes: { query: 'Q: ', passage: '' },
    price: { input: 0.15, output: 2 },
    callsPerMinute: 60,
    callsAtOnce: 2,
    silenceMs: 5000,
  });
});

test('a role may name its model', () => {
  const small = { MODEL_SMALL_URL: 'http://small/v1', MODEL_SMALL_ID: 'small' };
  const { roles } = read({
    ...main,
    ...small,
    EXTRACT_MODEL: 'small',
    ANSWER_MODEL: 'Main',
    JUDGE_MODEL: 'main',
    GENERATE_MODEL: 'small',
  });
  assert.partialDeepStrictEqual(roles, { extract: 'small', answer: 'main', judge: 'main', generate: 'small' });
});

const REFUSED: readonly (readonly [name: string, env: Record<string, string>, line: RegExp])[] = [
  ['a model without an address', { MODEL_MAIN_ID: 'gpt' }, /^MODEL_MAIN_URL is not set\. Fix: /m],
  ['a model without a name', { MODEL_MAIN_URL: 'http://a/v1' }, /^MODEL_MAIN_ID is not set\. Fix: /m],
  ['a member that does not exist', { ...main, MODEL_MAIN_KEY: 'x' }, /^MODEL_MAIN_KEY is not a setting\. Fix: /],
  ['an address of another kind', { ...main, MODEL_MAIN_URL: 'ftp://a' }, /^MODEL_MAIN_URL is not an http or https/],
  ['a key in the address', { ...main, MODEL_MAIN_URL: 'http://u:p@a/v1' }, /^MODEL_MAIN_URL has more than a host/],
  ['an embedding model of no length', { ...main, MODEL_MAIN_KIND: 'embedding' }, /^MODEL_MAIN_DIMENSIONS is not set/],
  ['a kind that does not exist', { ...main, MODEL_MAIN_KIND: 'image' }, /^MODEL_MAIN_KIND is "image"\. Fix: /],
  ['a price in words', { ...main, MODEL_MAIN_INPUT_USD_PER_MILLION: 'free' }, /_PER_MILLION is "free"\. Fix: /],
  ['a role of no model', { ...main, JUDGE_MODEL: 'other' }, /^JUDGE_MODEL is "other", which is no chat model\. .*main/],
  ['a role of another kind', { ...main, EMBED_MODEL: 'main' }, /^EMBED_MODEL is "main", which is no embedding model\./],
  [
    'roles that could be either of two',
    { ...main, MODEL_OTHER_URL: 'http://a/v1', MODEL_OTHER_ID: 'b' },
    /^EXTRACT_MODEL is not set\. Fix: name one of the chat models \(main, other\)\.\nANSWER_MODEL is not set/,
  ],
];

for (const [name, env, line] of REFUSED) {
  test(`refuses ${name}, and shows no value of a key`, () => {
    assert.throws(
      () => read(env),
      (error: unknown) => error instanceof ConfigError && line.test(error.message) && !error.message.includes('u:p'),
    );
  });
}
