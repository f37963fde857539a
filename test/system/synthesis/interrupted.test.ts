/**
 * Syntheses that are cancelled, fail, or lose their worker: what there is stays readable, and what is made is the same.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { writeQuestions } from '../../support/servers/question-writer.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

let replyFor: (call: ModelCall) => Reply = writeQuestions;
const server = await serveModel((call) => replyFor(call));
const system = openSystem(modelSettings('writer', server));
// Whoever waits for a job, waits in vain.
const [api, firstWorker] = await Promise.all([system.startApi({ SYNC_DEADLINE_MS: '1' }), system.startWorker()]);
let worker = firstWorker;
const client = await api.client();

const CONTEXTS = Array.from({ length: 200 }, (_, at) => ({
  text: ['opened', 'burned', 'closed', 'moved', 'flooded', 'grew']
    .map((work, nth) => `Mill${at} ${work}${at} in ${1100 + 4 * at + nth}.`)
    .join(' '),
}));
const QUESTIONS = {
  count: 300,
  input: { type: 'contexts', contexts: CONTEXTS },
  options: { kinds: { single_hop: 1 } },
};
const ROWS = {
  formats: ['jsonl'],
  options: {
    tables: [
      {
        name: 'things',
        count: 40_000,
        schema: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
        },
        columns: {
          id: { rule: 'sequence', start: 1, step: 1 },
          name: { rule: 'generator', generator: 'person.full_name' },
        },
      },
    ],
  },
};

async function submit(body: object, by = client): Promise<string> {
  const { job_id } = await by.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  return job_id;
}
const read = (jobId: string, query = '', by = client): Promise<SynthesisResult> =>
  by.expect(200, 'GET', `/v1/synthesis/jobs/${jobId}/result${query}`);

const reaches = (jobId: string, least: number): Promise<true> =>
  until(`${least} items are there`, async () => {
    const { progress } = await client.status(jobId);
    return (progress?.completed ?? 0) >= least ? true : undefined;
  });

/** Items, the first ones of the result and those behind it, page by page. */
async function allItems(reader: Client, jobId: string): Promise<SynthesisResult['items']> {
  const items: SynthesisResult['items'] = [];
  for (let after: number | null = -1; after !== null;) {
    const query: string = after < 0 ? '' : `?after=${after}&limit=1000`;
    const page: SynthesisResult = await reader.expect(200, 'GET', `/v1/synthesis/jobs/${jobId}/result${query}`);
    items.push(...page.items);
    after = page.next_after;
  }
  return items;
}

/** Lets that many calls of the model through; the others get the reply. */
function after(calls: number, reply: (call: ModelCall) => Reply): void {
  let left = calls;
  replyFor = (call) => (left-- > 0 ? writeQuestions(call) : reply(call));
}

/** Calls of the first round: it makes 32 candidates, three a call. */
const FIRST_ROUND = 11;

test('cancelled at 40 %, a job keeps the items that it has, and pays for no more', async () => {
  const client = await api.client();
  const held = Promise.withResolvers<void>();
  const closed: Promise<void>[] = [];
  after(FIRST_ROUND, (call) => {
    closed.push(call.closed);
    held.resolve();
    return { hang: null };
  });
  const before = server.calls.length;
  const jobId = await submit({ ...QUESTIONS, count: 82, closed_book: false }, client);
  await held.promise;
  await client.expect(409, 'GET', `/v1/synthesis/jobs/${jobId}/result`);
  await client.expect(202, 'POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  const asked = server.calls.length;
  await Promise.all(closed);
  assert.ok(asked - before < 82 / 3, 'it has asked less than all items take');

  const result = await read(jobId, '', client);
  assert.deepEqual([result.state, result.accepted, result.rejected], ['cancelled', 33, {}]);
  assert.partialDeepStrictEqual(result.shortfall, { missing: 49, reasons: ['cancelled'] });
  assert.deepEqual(result.outputs, []);
  const items = await allItems(client, jobId);
  assert.equal(items.length, 33);
  assert.equal(new Set(items.map(({ index }) => index)).size, 33);
  const { usage } = await client.status(jobId);
  assert.equal(usage.find(({ unit }) => unit === 'calls')?.amount, FIRST_ROUND);

  // Paid for again: nothing.
  replyFor = writeQuestions;
  const again = await submit({ ...QUESTIONS, count: 33, closed_book: false }, client);
  await client.waitFor(again, 'succeeded');
  assert.equal(server.calls.length, asked);
  const { items: same } = await read(again, '', client);
  assert.deepEqual(
    same.map(({ value }) => value),
    items.map(({ value }) => value),
  );
});

test('cancelled at 40 %, a job that makes rows by rules keeps the first ones', async () => {
  const jobId = await submit(ROWS);
  await reaches(jobId, 16_000);
  await client.expect(202, 'POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  const result = await read(jobId);
  assert.equal(result.state, 'cancelled');
  assert.ok(result.accepted >= 16_000 && result.accepted < 40_000, String(result.accepted));
  assert.partialDeepStrictEqual(result.shortfall, { missing: 40_000 - result.accepted, reasons: ['cancelled'] });
  assert.deepEqual(result.outputs, []);
  const items = await allItems(client, jobId);
  // The step hears of the cancellation with its next heartbeat.
  assert.ok(items.length >= result.accepted && items.length < 40_000, String(items.length));
  assert.deepEqual(
    items.map(({ value }) => (value['row'] as { id: number }).id),
    Array.from(items, (_, at) => at + 1),
  );
});

test('of a failed job the accepted items are read, and its state', async () => {
  after(40, () => ({ status: 401 }));
  const jobId = await submit({ ...QUESTIONS, seed: 2 });
  await client.waitFor(jobId, 'failed');
  const result = await read(jobId);
  assert.deepEqual([result.state, result.shortfall?.reasons[0]], ['failed', 'failed']);
  assert.ok(result.accepted > 0 && result.accepted < 300, String(result.accepted));
});

test('a preview makes a few items, and estimates what all of them take', async () => {
  replyFor = writeQuestions;
  const previewOf = async (body: object): Promise<SynthesisResult> => {
    const jobId = await submit(body);
    await client.waitFor(jobId, 'succeeded');
    return read(jobId);
  };
  const result = await previewOf({ ...QUESTIONS, seed: 3, preview: 4 });
  assert.deepEqual([result.asked, result.accepted, result.items.length], [4, 4, 4]);
  const { usage } = await client.status(result.job_id);
  const spent = (unit: string): number =>
    usage.filter((measure) => measure.unit === unit).reduce((sum, { amount }) => sum + amount, 0);
  assert.ok(spent('calls') > 0);
  // Another tenant: nothing that the preview has asked is kept.
  const other = await api.client();
  const whole = { ...QUESTIONS, seed: 3 };
  const jobId = await submit(whole, other);
  await other.waitFor(jobId, 'succeeded');
  const { usage: took } = await other.status(jobId);
  const { calls = 0, tokens = 0 } = result.estimate ?? {};
  const total = (...units: readonly string[]): number =>
    took.reduce((sum, { unit, amount }) => sum + (units.includes(unit) ? amount : 0), 0);
  for (const [estimated, real] of [
    [calls, total('calls')],
    [tokens, total('input_tokens', 'output_tokens')],
  ] as const) {
    assert.ok(Math.abs(estimated - real) <= 0.2 * real, `${estimated} estimated, ${real} spent`);
  }
  const rows = await previewOf({ ...ROWS, preview: 2 });
  assert.equal(rows.accepted, 2);
  assert.partialDeepStrictEqual(rows.estimate, { items: 40_000, calls: 0, tokens: 0, usd: 0 });
});

test('a synchronous request that waits too long is answered with its job, which goes on', async () => {
  const silence = Promise.withResolvers<void>();
  replyFor = (call) => ({ ...writeQuestions(call), after: silence.promise });
  const body = { ...QUESTIONS, count: 3, seed: 4 };
  const {
    status,
    headers,
    body: problem,
  } = await client.send<{ code: string; job_id: string }>('POST', '/v1/synthesis/sync', { body });
  assert.deepEqual([status, problem.code], [504, 'sync_timeout']);
  assert.equal(headers.get('location'), `/v1/jobs/${problem.job_id}`);
  silence.resolve();
  await client.waitFor(problem.job_id, 'succeeded');
  assert.equal((await read(problem.job_id)).accepted, 3);
});

test('a worker that is killed three times makes the same items', async () => {
  const digestOf = async ({ outputs }: SynthesisResult): Promise<string> => {
    const response = await fetch(outputs.find(({ name }) => name === 'items.jsonl')?.url ?? '');
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  };
  const undisturbed = await submit({ ...ROWS, seed: 9 });
  await client.waitFor(undisturbed, 'succeeded');
  const jobId = await submit({ ...ROWS, seed: 9 });
  for (const rows of [500, 8000, 16_000]) {
    await reaches(jobId, rows);
    await worker.kill();
    worker = await system.startWorker();
  }
  await client.waitFor(jobId, 'succeeded');
  const [disturbed, expected] = await Promise.all([jobId, undisturbed].map((id) => read(id)));
  assert.ok(disturbed && expected);
  assert.deepEqual([disturbed.state, disturbed.accepted], ['succeeded', 40_000]);
  assert.equal(await digestOf(disturbed), await digestOf(expected));
});
