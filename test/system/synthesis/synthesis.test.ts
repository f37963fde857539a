/** Synthetic data over HTTP, made without a model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'synthesis', subject: 'ann' });

const CONTEXTS = [
  { title: 'Carrow Mill', text: 'Carrow Mill was built in 1783. Carrow Mill is located in Norwich.' },
  { title: 'Eling Mill', text: 'Eling Mill was built in 1418. Eling Mill is located in Totton.' },
];

const INPUT = { type: 'contexts', contexts: CONTEXTS };

function synthesize(body: object): Promise<SynthesisResult> {
  return client.expect(200, 'POST', '/v1/synthesis/sync', { body });
}

test('questions carry their answer, the passages, and the sentences that they stand on', async () => {
  const result = await synthesize({ count: 3, input: INPUT, options: { kinds: { temporal: 1 } } });
  assert.deepEqual([result.engine_id, result.asked, result.accepted], ['grounded_qa', 3, 2]);
  assert.partialDeepStrictEqual(result.shortfall, {
    missing: 1,
    reasons: ['exhausted'],
    model: null,
    facts: { facts: 4, passages: 2, passages_with_facts: 2, passages_in_other_languages: 0 },
  });
  const item = result.items.find(({ value }) => value['question'] === 'When was Carrow Mill built?');
  assert.deepEqual(item?.value['contexts'], [`Carrow Mill\n\n${CONTEXTS[0]?.text}`]);
  assert.equal(item?.value['answer'], '1783');
  assert.deepEqual(item?.provenance['evidence'], [
    {
      fact: { subject: 'Carrow Mill', predicate: 'was built in', object: '1783' },
      source: 'contexts/0',
      start: 0,
      end: 30,
      quote: 'Carrow Mill was built in 1783.',
    },
  ]);
});

test('candidates that repeat an item are replaced', async () => {
  const [mill, other] = CONTEXTS;
  const contexts = [...Array.from({ length: 9 }, () => mill), other];
  const result = await synthesize({
    count: 2,
    input: { type: 'contexts', contexts },
    options: { kinds: { temporal: 1 } },
  });
  assert.deepEqual(
    new Set(result.items.map(({ value }) => value['question'])),
    new Set(['When was Carrow Mill built?', 'When was Eling Mill built?']),
  );
  assert.equal(result.shortfall, null);
  assert.deepEqual(Object.keys(result.rejected), ['duplicate']);
});

test('items have the scores of their checks; rejected ones are shown with the reason if they are kept', async () => {
  const text = 'Carrow Mill is located in Carrow. Carrow Mill was built by John Crow in 1783.';
  const input = { type: 'contexts', contexts: [{ text }] };
  const body = { count: 9, input, options: { kinds: { single_hop: 1 } } };
  const kept = await synthesize({ ...body, keep_rejected: true, formats: ['jsonl'] });
  const [item] = kept.items;
  assert.deepEqual(Object.keys(item?.scores ?? {}), ['distinct', 'grounded', 'answerable', 'needs_context']);
  const rejected = kept.rejected_items.find(({ reason }) => reason === 'answerable_without_context');
  assert.equal(rejected?.value['answer'], 'Carrow');
  assert.deepEqual(rejected.scores?.['needs_context'], { score: 0, method: 'words' });
  const lines = await (await fetch(kept.outputs.find(({ name }) => name === 'rejected.jsonl')?.url ?? '')).text();
  assert.equal(lines.trimEnd().split('\n').length, kept.rejected_items.length);
  const { rejected_items, outputs, ...others } = await synthesize(body);
  assert.deepEqual([rejected_items, outputs.some(({ name }) => name === 'rejected.jsonl')], [[], false]);
  assert.deepEqual(others.rejected, kept.rejected);
});

test('a synthesis that fails without an item is answered with its status', async () => {
  const failureOf = async (text: string, more: object): Promise<object> => {
    const { object_id } = await client.upload(Buffer.from(text), 'note.txt');
    const body = { count: 2, input: { type: 'objects', object_ids: [object_id] }, ...more };
    return client.expect<object>(409, 'POST', '/v1/synthesis/sync', { body });
  };
  const empty = await failureOf('... ---', { engine_id: 'perturb' });
  assert.partialDeepStrictEqual(empty, { state: 'failed', error: { code: 'sources_empty' } });
  const short = await failureOf('Carrow Mill', { engine_id: 'grounded_qa' });
  assert.partialDeepStrictEqual(short, { state: 'failed', error: { code: 'sources_too_short', retryable: false } });
});

test('rows are made by a job, and all of them are in its object', async () => {
  const table = {
    name: 'things',
    count: 1200,
    schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } }, additionalProperties: false },
    columns: { id: { rule: 'sequence', start: 1, step: 1 } },
  };
  const body = { name: 'things', formats: ['jsonl', 'csv', 'parquet'], options: { tables: [table] } };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  await client.waitFor(job_id, 'succeeded');
  const result = await client.expect<SynthesisResult>(200, 'GET', `/v1/synthesis/jobs/${job_id}/result`);
  assert.deepEqual([result.accepted, result.shortfall, result.items.length], [1200, null, 100]);
  assert.deepEqual(
    result.outputs.map(({ name }) => name),
    ['items.jsonl', 'things.csv', 'things.parquet', 'card.json', 'card.html'],
  );
  const contentOf = async (name: string): Promise<Response> =>
    fetch(result.outputs.find((output) => output.name === name)?.url ?? '');
  const [output] = result.outputs;
  const text = await (await contentOf('items.jsonl')).text();
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  assert.equal(rows.length, 1200);
  assert.deepEqual(rows[1199], {
    table: 'things',
    row: { id: 1200 },
    provenance: { made_by: 'schema_rows', table: 'things' },
  });
  assert.equal(Buffer.byteLength(text), output?.bytes);
  const csv = (await (await contentOf('things.csv')).text()).trimEnd().split('\r\n');
  assert.deepEqual([csv.length, csv[0], csv[1200]], [1201, 'id', '1200']);
  const parquet = await (await contentOf('things.parquet')).arrayBuffer();
  const read = await parquetReadObjects({ file: parquet });
  assert.deepEqual([read.length, read[1199]], [1200, { id: 1200 }]);
  const card = (await (await contentOf('card.json')).json()) as object;
  assert.partialDeepStrictEqual(card, {
    job_id,
    engine_id: 'schema_rows',
    generator: 'rules',
    name: 'things',
    seed: 1,
    asked: 1200,
    accepted: 1200,
    rejected: {},
    kinds: { things: 1200 },
    texts: {},
    sources: {},
    usage: [],
    shortfall: null,
    tables: { things: { rows: 1200, columns: { id: { nulls: 0, numbers: { least: 1, mean: 600.5, most: 1200 } } } } },
  });
  const page = await (await contentOf('card.html')).text();
  assert.match(page, /1,200 of 1,200 items\./);
});

test('equal seeds make equal texts, and no two are the same', async () => {
  const body = { count: 20, seed: 3, input: INPUT, options: { perturbations: ['typos', 'numbers'] } };
  const [first, second] = [await synthesize(body), await synthesize(body)];
  assert.deepEqual(first.items, second.items);
  assert.equal(first.accepted, 20);
  assert.equal(new Set(first.items.map(({ value }) => value['text'])).size, 20);
});

test('questions can be written as chats', async () => {
  const body = { count: 2, input: INPUT, formats: ['chat_jsonl'], options: { kinds: { temporal: 1 } } };
  const { outputs } = await synthesize(body);
  const text = await (await fetch(outputs.find(({ name }) => name === 'chats.jsonl')?.url ?? '')).text();
  const chats = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  assert.deepEqual(
    chats.find((chat) => JSON.stringify(chat).includes('When was Eling Mill built?')),
    {
      messages: [
        { role: 'user', content: `Eling Mill\n\n${CONTEXTS[1]?.text}\n\nWhen was Eling Mill built?` },
        { role: 'assistant', content: '1418' },
      ],
    },
  );
});

for (const [what, body, loc] of [
  ['texts are needed for questions', { engine_id: 'grounded_qa' }, 'body.input'],
  ['tables are needed for rows', { engine_id: 'schema_rows' }, 'body.options.tables'],
  [
    'a contradictory schema is named before anything is made',
    { options: { tables: [{ name: 'a', count: 1, schema: { type: 'object', properties: { n: { enum: [] } } } }] } },
    'body.options.tables.0.schema.properties.n.enum',
  ],
  ['altered texts are no chats', { input: INPUT, engine_id: 'perturb', formats: ['chat_jsonl'] }, 'body.formats.0'],
  ['a synchronous request has a limit', { count: 101, input: INPUT }, 'body.count'],
  [
    'the rows of all tables count towards it',
    { options: { tables: ['a', 'b'].map((name) => ({ name, count: 51, schema: { type: 'object' } })) } },
    'body.count',
  ],
  [
    'nobody is called who waits',
    { count: 1, input: INPUT, webhook: { url: 'https://example.com/hook', event_types: ['job.succeeded'] } },
    'body.webhook',
  ],
  ['there is no queue to be first in for who waits', { count: 1, input: INPUT, priority: 9 }, 'body.priority'],
] as const) {
  test(what, async () => {
    const answer = await client.expect<{ detail: { loc: string[] }[] }>(422, 'POST', '/v1/synthesis/sync', { body });
    assert.equal(answer.detail[0]?.loc.join('.'), loc);
  });
}
