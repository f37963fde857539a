/** Checks of candidates that need a model or excluded datasets, with scripted models. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { checkItems } from '../../../activities/synthesis/check-items.ts';
import type { CheckEnd, CheckInput } from '../../../activities/synthesis/types.ts';
import { openMaking } from '../../../activities/synthesis/making/pool.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { newId } from '../../../domain/ids.ts';
import { Scales } from '../../../domain/models/scales.ts';
import { openModels } from '../../../domain/models/index.ts';
import { addItems, skippedChecks } from '../../../domain/synthesis/items.ts';
import { addSources } from '../../../domain/synthesis/sources.ts';
import { ServiceError } from '../../../errors/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { json } from '../../../platform/database/json.ts';
import { addDatasetVersion } from '../../support/evaluation/dataset-versions.ts';
import { database } from '../../support/knowledge/datasets.ts';
import { envelopeOf, stepOf } from '../../support/knowledge/steps.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { openStore } from '../../support/store.ts';
import { runs } from '../../support/depth.ts';

const { db } = database;
const objects = openStore(`checks-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
const making = openMaking({ parse: { converters: 1 } }, { watchPool: () => undefined });
after(async () => {
  await making.close();
  objects.close();
});

/** Three ways to ask when a mill was built. */
const ASKED = [
  (mill: string) => `When was ${mill} Mill built?`,
  (mill: string) => `In which year was the construction of ${mill} Mill?`,
  (mill: string) => `${mill} Mill dates from when exactly?`,
];
const MILLS = { Carrow: '1783', Hexham: '1802', Ripon: '1755', Selby: '1811', Whitby: '1690', Yarm: '1844' };
type Mill = keyof typeof MILLS;
const MILL_NAMES = Object.keys(MILLS) as Mill[];

const itemOf = (mill: Mill, way = 0, source = 'contexts/0') => ({
  value: {
    question: ASKED[way]?.(mill),
    answer: MILLS[mill],
    contexts: [`${mill} Mill was built in ${MILLS[mill]}. Its construction dates from that year exactly.`],
  },
  provenance: { evidence: [{ source }] },
  rejected: null,
});
type NewItem = Omit<ReturnType<typeof itemOf>, 'value'> & { readonly value: Readonly<Record<string, unknown>> };

/** All ways to ask the same have one vector, which is orthogonal to all others. */
function vectorOf(text: string): readonly number[] {
  const way = ASKED.findIndex((ask) => MILL_NAMES.some((mill) => ask(mill) === text));
  const mill = MILL_NAMES.find((name) => text.includes(name));
  const known = way >= 0 && mill !== undefined ? mill : text;
  const place = places.get(known) ?? places.set(known, places.size).size - 1;
  const vector = Array.from({ length: DIMENSIONS }, (_, at) => Number(at === place));
  if (text === NEARBY || text === OPPOSITE) vector[places.get('Carrow') ?? 0] = text === NEARBY ? 1 : 100;
  return vector;
}
/** At half a right angle to the question when that mill was built, and at none. */
const NEARBY = 'Which year can be read on the gate of Carrow Mill?';
const OPPOSITE = 'When did Carrow Mill burn?';
const places = new Map<string, number>();
const DIMENSIONS = 128;

/** What the next calls meet: the server is away, or a call breaks off that has this text. */
const fault: { away: boolean; at: string | null } = { away: false, at: null };
/** Mills that the model knows. */
let known: readonly Mill[] = [];

const server = await serveModel(reply);

function reply({ body }: ModelCall): Reply {
  if (fault.away) return { status: 503 };
  const texts = [body.input ?? []].flat();
  const data = body.messages?.at(-1)?.content ?? '';
  if (fault.at !== null && `${texts.join('\n')}${data}`.includes(fault.at)) return { status: 503 };
  if (body.input !== undefined) {
    const vectors = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    return { body: { object: 'list', data: vectors, usage: { prompt_tokens: 1, total_tokens: 1 } } };
  }
  const mill = known.find((name) => data.includes(name));
  return jsonReply(mill ? { knows: true, answer: `It was ${MILLS[mill]}.` } : { knows: false, answer: '' });
}

const vectors = modelSettings('vectors', server, { KIND: 'embedding', DIMENSIONS: String(DIMENSIONS) });
const chat = modelSettings('judge', server);
const open = (settings: Readonly<Record<string, string>>) =>
  openModels(readSettings(settings, readModels), {
    database,
    secrets: { read: async () => [] },
    network: { allow: ['127.0.0.1'], proxy: null },
  });
const BOTH = open({ ...vectors, ...chat, EMBED_MODEL: 'vectors', JUDGE_MODEL: 'judge' });
const CLOSED_BOOK = { model: 'judge', left: { max_usd: null, max_tokens: null } };

/** Calls that other tests have finished would be found again. */
const forgetCalls = () => db.modelCall.deleteMany();
beforeEach(forgetCalls);

/** A job with these candidates. */
async function jobOf(items: readonly NewItem[]): Promise<string> {
  const jobId = newId('job');
  await addItems(database, jobId, { from: 0, items, state: 'unchecked' });
  return jobId;
}

interface Checks extends Partial<Pick<CheckInput, 'asked' | 'closed_book' | 'excluded'>> {
  readonly models?: typeof BOTH;
  readonly attempt?: number;
  /** Others wait for the place of the step. */
  readonly isInTheWay?: boolean;
}

function check(
  jobId: string,
  { models = BOTH, attempt = 1, isInTheWay = false, ...input }: Checks = {},
): Promise<CheckEnd> {
  const scales = new Scales(models, new AbortController().signal);
  const step = { ...stepOf(jobId), attempt, isInTheWay: () => isInTheWay };
  const envelope = envelopeOf('synthesis.run');
  return checkItems(
    { database, objects, making, models, scales },
    { envelope, order_digest: '', asked: 100, ...input },
    step,
  );
}

/** What was decided, by place. */
const decided = async (jobId: string) =>
  db.synthesisItem.findMany({
    where: { jobId },
    select: { ordinal: true, state: true, reason: true, about: true, method: true, scores: true },
    orderBy: { ordinal: 'asc' },
  });

/** Why each item was rejected; `null`: it was not. */
const rejections = async (jobId: string) =>
  (await decided(jobId)).map(({ reason, about, method }) => reason && { reason, about, method });

/** Calls that began after this one was called. */
function callsFromNow() {
  const before = server.calls.length;
  const texts = () => server.calls.slice(before).map(({ body }) => JSON.stringify(body.messages ?? body.input));
  return { withText: (text: string) => texts().filter((one) => one.includes(text)), all: texts };
}

test('an item that asks the same as an accepted one in other words is rejected with the number of that one', async () => {
  const jobId = await jobOf([itemOf('Carrow'), itemOf('Hexham'), itemOf('Carrow', 1), itemOf('Hexham', 2)]);
  const { accepted, rejected, methods } = await check(jobId);
  assert.deepEqual([accepted, rejected, methods], [2, { duplicate: 2 }, { duplicate: { embedding: 2 } }]);
  assert.deepEqual(await rejections(jobId), [
    null,
    null,
    { reason: 'duplicate', about: 'item 0', method: 'embedding' },
    { reason: 'duplicate', about: 'item 1', method: 'embedding' },
  ]);
  const scores = (await decided(jobId)).map((item) => Object(item.scores)['distinct']);
  const about = { method: 'embedding', model: 'vectors' };
  assert.deepEqual(
    scores,
    [1, 1, 0, 0].map((score) => ({ score, ...about })),
  );
});

test('questions about one mill are no duplicates if their vectors are not near enough, or they have other answers', async () => {
  const mill = itemOf('Carrow');
  const others = [
    { question: NEARBY, answer: '1783', contexts: ['The year 1783 can be read on the gate of Carrow Mill.'] },
    { question: OPPOSITE, answer: '1850', contexts: ['Carrow Mill did burn in 1850.'] },
  ];
  const jobId = await jobOf([mill, ...others.map((value) => ({ ...mill, value }))]);
  await check(jobId);
  assert.deepEqual(await rejections(jobId), [null, null, null]);
  const scores = (await decided(jobId)).map((item) => Object(item.scores)['distinct'].score);
  assert.ok(scores[1] > 0 && scores[1] < 0.5, String(scores));
  assert.equal(scores[2], 1);
});

test('an item with words of an excluded dataset is rejected, and does not say more of the dataset than its place', async () => {
  const run = 'The old mill by the river was sold to a baker from Norwich in spring';
  const version = (text: string) => addDatasetVersion({ database, objects }, [{ text: 'Other words.' }, { text }]);
  const excluded = [await version('nothing of it'), await version(`It says: ${run.toUpperCase()}!`)];
  const mill = itemOf('Carrow');
  const quoting = { ...mill, value: { ...mill.value, contexts: [...mill.value.contexts, run] } };
  const copied = { ...mill, value: { instruction: `${run}. Say why.` } };
  const jobId = await jobOf([quoting, copied, itemOf('Hexham')]);
  await check(jobId, {
    excluded: excluded.map(({ datasetId, version: number }) => ({ dataset_id: datasetId, version: number })),
  });
  assert.deepEqual(await rejections(jobId), [
    null,
    { reason: 'contaminated', about: 'exclude_datasets[1]', method: null },
    null,
  ]);
});

test('a dataset that was closed to the submitter since fails the step, which does not say which it is', async () => {
  const { datasetId, version } = await addDatasetVersion({ database, objects }, [{ text: 'Words.' }]);
  const accessPolicy = json({ ...DEFAULT_ACCESS_POLICY, access_level: 'private' });
  await db.evaluationDataset.update({ where: { id: datasetId }, data: { ownerSubject: 'ben', accessPolicy } });
  const checked = check(await jobOf([itemOf('Carrow')]), { excluded: [{ dataset_id: datasetId, version }] });
  await assert.rejects(checked, (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.code, error.details], ['not_found', { member: 'exclude_datasets[0]' }]);
    assert.doesNotMatch(error.message, new RegExp(datasetId));
    return true;
  });
});

test('a question that the model knows without its passages is rejected', async () => {
  known = ['Hexham'];
  const calls = callsFromNow();
  const choice = { question: 'Which is older, Ripon Mill or Selby Mill?', answer: 'Ripon Mill' };
  const contexts = ['Ripon Mill is older than Selby Mill.'];
  const jobId = await jobOf([
    itemOf('Carrow'),
    itemOf('Hexham'),
    { ...itemOf('Ripon'), value: { ...choice, contexts } },
  ]);
  await check(jobId, { closed_book: CLOSED_BOOK });
  const about = 'judge knows it without the passages';
  assert.deepEqual(await rejections(jobId), [
    null,
    { reason: 'answerable_without_context', about, method: 'closed_book' },
    null,
  ]);
  const scores = (await decided(jobId)).map((item) => Object(item.scores)['closed_book']?.score);
  assert.deepEqual([scores[0], Number(scores[1]) < 0.5, scores[2]], [1, true, undefined]);
  assert.equal(calls.withText('closed_book').length + calls.withText('<question>').length, 2);
  assert.deepEqual(calls.withText('Its construction'), []);
});

test('without an embedding model, what is accepted says that it was not compared', async () => {
  const jobId = await jobOf([itemOf('Carrow'), itemOf('Carrow', 1)]);
  const { accepted } = await check(jobId, { models: open({}) });
  assert.equal(accepted, 2);
  const skipped = [{ check: 'distinct', reason: 'model_not_configured', items: 2 }];
  assert.deepEqual(await skippedChecks(database, jobId), skipped);
});

test('without an embedding model, too, a later step rejects what an earlier one has accepted', async () => {
  const [item, other] = [itemOf('Carrow'), itemOf('Hexham')];
  const jobId = await jobOf([item, item, other]);
  await check(jobId, { models: open({}), asked: 1 });
  await check(jobId, { models: open({}), asked: 2 });
  assert.deepEqual(await rejections(jobId), [null, { reason: 'duplicate', about: 'item 0', method: 'text' }, null]);
});

test(
  'while models are away the step fails, until it has been tried for minutes: then the checks are skipped, in ' +
    'later steps at once',
  async () => {
    known = [];
    const jobId = await jobOf([itemOf('Carrow'), itemOf('Hexham')]);
    const asked = (attempt: number, some: number) => check(jobId, { closed_book: CLOSED_BOOK, attempt, asked: some });
    fault.away = true;
    try {
      await assert.rejects(asked(1, 1), { code: 'model_unavailable' });
      assert.deepEqual(await rejections(jobId), [null, null]);
      assert.equal((await asked(20, 1)).accepted, 1);
      assert.equal((await asked(1, 2)).accepted, 2);
    } finally {
      fault.away = false;
    }
    const reason = 'model_unavailable';
    assert.deepEqual(await skippedChecks(database, jobId), [
      { check: 'closed_book', reason, items: 2 },
      { check: 'distinct', reason, items: 2 },
    ]);
  },
);

test('another attempt asks no finished call again', async () => {
  known = [];
  const mills = [itemOf('Ripon', 2), itemOf('Selby', 2), itemOf('Whitby', 2)];
  const jobId = await jobOf(mills);
  const calls = callsFromNow();
  fault.at = '<question>\nSelby';
  try {
    await assert.rejects(check(jobId, { closed_book: CLOSED_BOOK }), { code: 'model_unavailable' });
  } finally {
    fault.at = null;
  }
  assert.equal((await check(jobId, { closed_book: CLOSED_BOOK, attempt: 2 })).accepted, 3);
  const times = (mill: Mill) => calls.withText(`<question>\\n${mill}`).length;
  assert.deepEqual([times('Ripon'), times('Selby'), times('Whitby')], [1, 2, 1]);
  assert.equal(calls.withText('Ripon Mill dates').length, 2);
});

test('no model is shown what quotes a source that was closed meanwhile', async () => {
  const jobId = await jobOf([itemOf('Yarm', 0, 's1'), itemOf('Whitby', 0, 's2')]);
  const source = { title: '', text: 'A text.', facts: null };
  const removed = { ...source, id: 's1', origin: { document_id: newId('doc') } };
  await addSources(database, jobId, 0, [removed, { ...source, id: 's2', origin: {} }]);
  const calls = callsFromNow();
  await check(jobId, { closed_book: CLOSED_BOOK });
  assert.deepEqual([calls.withText('Yarm'), calls.withText('Whitby').length > 0], [[], true]);
  const reason = 'source_closed';
  assert.deepEqual(await skippedChecks(database, jobId), [
    { check: 'closed_book', reason, items: 1 },
    { check: 'distinct', reason, items: 1 },
  ]);
});

test('a limit of tokens ends the checks, and what was not asked about stays unchecked', async () => {
  const jobId = await jobOf([itemOf('Carrow'), itemOf('Hexham')]);
  const left = { max_usd: null, max_tokens: 1 };
  const { stopped_by, is_done, unchecked } = await check(jobId, { closed_book: { ...CLOSED_BOOK, left } });
  assert.deepEqual([stopped_by, is_done, unchecked], ['max_tokens', true, 2]);
});

const candidates = fc.array(fc.tuple(fc.constantFrom(...MILL_NAMES), fc.nat({ max: ASKED.length - 1 })), {
  minLength: 1,
  maxLength: 130,
});
const inParts = fc.record({
  candidates,
  asked: fc.integer({ min: 1, max: 5 }),
  /** Candidates that a round adds. */
  round: fc.integer({ min: 1, max: 60 }),
  known: fc.uniqueArray(fc.constantFrom(...MILL_NAMES), { maxLength: 2 }),
});

test('what is decided does not depend on rounds, steps and attempts', async () => {
  const row = 'When was Selby Mill built?';
  const { datasetId, version } = await addDatasetVersion({ database, objects }, [{ text: row }]);
  const excluded = [{ dataset_id: datasetId, version }];
  const property = async (world: typeof inParts extends fc.Arbitrary<infer World> ? World : never): Promise<void> => {
    ({ known } = world);
    const { asked, round } = world;
    const input = { asked, excluded, closed_book: CLOSED_BOOK };
    const items = world.candidates.map(([mill, way]) => itemOf(mill, way));
    const atOnce = await jobOf(items);
    await forgetCalls();
    await check(atOnce, input);
    await forgetCalls();
    const inRounds = newId('job');
    for (let from = 0; from < items.length; from += round) {
      await addItems(database, inRounds, { from, items: items.slice(from, from + round), state: 'unchecked' });
      while (!(await check(inRounds, { ...input, isInTheWay: true })).is_done);
    }
    assert.deepEqual(await decided(inRounds), await decided(atOnce));
  };
  await fc.assert(fc.asyncProperty(inParts, property), { ...runs(15), endOnFailure: true });
});
