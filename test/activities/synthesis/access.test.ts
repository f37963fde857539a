/**
 * No item is made from what its submitter may not read at that moment, or shown to who may not read it then: all
 * engines, all stored sources.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { checkItems } from '../../../activities/synthesis/check-items.ts';
import { generateItems } from '../../../activities/synthesis/generate-items.ts';
import { makeItems } from '../../../activities/synthesis/make-items.ts';
import { openMaking } from '../../../activities/synthesis/making/pool.ts';
import { readSources } from '../../../activities/synthesis/sources/read-sources.ts';
import type { ReadableInput } from '../../../activities/synthesis/types.ts';
import { writeOutputs } from '../../../activities/synthesis/write-outputs.ts';
import { ACCESS_LEVELS, DEFAULT_ACCESS_POLICY, decideAccess } from '../../../domain/access/policy.ts';
import type { AccessPolicy, Accessor } from '../../../domain/access/policy.ts';
import { childJobId, newId } from '../../../domain/ids.ts';
import { openModels } from '../../../domain/models/index.ts';
import { documentRow, writeDocument } from '../../../domain/parse/documents.ts';
import { folderOf, markdownKeyOf } from '../../../domain/parse/keys.ts';
import { removeObject } from '../../../domain/storage/remove-object.ts';
import { closedSources } from '../../../domain/synthesis/closed-sources.ts';
import { Scales } from '../../../domain/models/scales.ts';
import { openItems } from '../../../domain/synthesis/items.ts';
import { keepOrder } from '../../../domain/synthesis/orders.ts';
import type { StoredOrder } from '../../../domain/synthesis/orders.ts';
import { outputKey } from '../../../domain/synthesis/outputs.ts';
import {
  EVOLUTION_NAMES,
  PERSONAS,
  PERTURBATION_NAMES,
  QUESTION_KINDS,
  isRulePerturbation,
} from '../../../engines/synthesis/options.ts';
import { ServiceError } from '../../../errors/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { json } from '../../../platform/database/json.ts';
import { database, newDataset, put } from '../../support/knowledge/datasets.ts';
import { envelopeOf, stepOf } from '../../support/knowledge/steps.ts';
import { jsonReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { openStore } from '../../support/store.ts';
import { isDeep, runs } from '../../support/depth.ts';

const { db } = database;
const objects = openStore(`access-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
const making = openMaking({ parse: { converters: 1 } }, { watchPool: () => undefined });
const server = await serveModel(repeatAll);
const models = openModels(readSettings(modelSettings('writer', server), readModels), {
  database,
  secrets: { read: async () => [] },
  network: { allow: ['127.0.0.1'], proxy: null },
});
after(async () => {
  await making.close();
  objects.close();
});

/** Whatever a model is asked for: all that it was shown. */
function repeatAll({ body }: ModelCall): Reply {
  const data = body.messages?.[1]?.content ?? '';
  const shown = data
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const texts = [...data.matchAll(/<passage[^>]*>\n(.*?)\n<\/passage>/gs)].map(([, text = '']) =>
    text.slice(text.indexOf('\n\n') + 1).trim(),
  );
  const name = body.response_format?.json_schema.name ?? '';
  if (name.startsWith('questions_')) {
    const quotes = texts.map((text, index) => ({ passage: index + 1, text }));
    const said = name === 'questions_unanswerable' ? { missing: shown } : { answer: shown };
    return jsonReply({ questions: [{ ...said, question: `Is it so that ${shown}?`, quotes }] });
  }
  if (name === 'conversation') {
    const turn = (role: string, quotes: readonly string[]) => ({ role, content: shown, quotes });
    return jsonReply({ messages: [turn('user', []), turn('assistant', texts)] });
  }
  if (name === 'evolve_gain') return jsonReply({ reason: shown, verdict: 'different' });
  if (name === 'evolve_response') return jsonReply({ response: shown });
  return jsonReply(name === 'paraphrase' ? { text: `It is said: ${shown}` } : { instruction: `Explain why ${shown}` });
}

const KINDS = Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, 1]));
const { cloze: _cloze, ...ASKED_KINDS } = KINDS;
const shared = { count: 6, seed: 1 };
const byModel = { ...shared, model: 'writer', language: null };
const ORDERS: readonly StoredOrder['order'][] = [
  { ...shared, engine_id: 'grounded_qa', mix: KINDS },
  { ...shared, engine_id: 'perturb', perturbations: PERTURBATION_NAMES.filter(isRulePerturbation), strength: 0.2 },
  { ...byModel, engine_id: 'grounded_qa', mix: ASKED_KINDS },
  { ...byModel, engine_id: 'conversation', personas: [...PERSONAS], turns: 1 },
  { ...byModel, engine_id: 'evolve', operations: [...EVOLUTION_NAMES], depth: 2 },
  { ...byModel, engine_id: 'perturb' },
];

const roles = fc.uniqueArray(fc.constantFrom('doctor', 'nurse'), { maxLength: 2 });
const policy = fc
  .record({
    access_level: fc.constantFrom(...ACCESS_LEVELS),
    allowed_role_keys: roles,
    denied_role_keys: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, roles),
    purpose_tags: fc.subarray(['care']),
  })
  .map((some): AccessPolicy => ({ ...DEFAULT_ACCESS_POLICY, ...some }));
const change = fc.oneof(
  { weight: 4, arbitrary: fc.constant('kept' as const) },
  { weight: 1, arbitrary: fc.constant('deleted' as const) },
  { weight: 3, arbitrary: policy },
);
const person = fc
  .record({ subject: fc.constantFrom('ann', 'ben', 'cleo'), roles, purpose: fc.option(fc.constant('care')) })
  .map((some): Accessor => ({ tenantId: 't1', ...some }));
const world = fc.record({
  files: fc.array(
    fc.record({
      owner: fc.constantFrom('ann', 'ben'),
      before: fc.oneof(fc.constant(DEFAULT_ACCESS_POLICY), policy),
      /** What becomes of it before the sources are read, before items are made, and before they are shown. */
      changes: fc.tuple(change, change, change),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  type: fc.constantFrom('knowledge' as const, 'documents' as const, 'objects' as const),
  order: fc.constantFrom(...ORDERS),
  maker: person,
  readers: fc.array(person, { minLength: 3, maxLength: 3 }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

/** A stored object with a document that its owner had parsed. */
interface Stored {
  readonly owner: string;
  readonly before: AccessPolicy;
  readonly objectId: string;
  readonly documentId: string;
  /** A name that no other text has. */
  readonly secret: string;
  /** As it is; `null`: it was deleted. */
  policy: AccessPolicy | null;
}

const textOf = (secret: string): string => `${secret} Mill was built in 1783. ${secret} Mill is located in Norwich.`;

async function parse(jobId: string, subject: string, { objectId, secret, before }: Omit<Stored, 'documentId'>) {
  const text = textOf(secret);
  const origin = {
    envelope: { ...envelopeOf('parse'), subject },
    label: 'mill',
    filename: null,
    engine_id: 'markdown_converter',
    profile_id: 'markdown_converter.default',
    source: {
      final_url: null,
      fetched_at: null,
      media_type: 'text/markdown',
      bytes: text.length,
      sha256: 'aa',
      object: { id: objectId, access_policy: before },
      warnings: [],
    },
  };
  const content = {
    title: null,
    authors: [],
    language: 'en',
    source_created_at: null,
    page_count: null,
    page_spans: [],
    page_qualities: [],
    warnings: [],
    properties: {},
    images: [],
    words: 12,
    markdown_bytes: text.length,
  };
  await objects.put(markdownKeyOf(folderOf(jobId)), text, 'text/markdown');
  const made = { engine_version: '1', cached: false, cacheKey: null };
  return writeDocument(database, jobId, documentRow(folderOf(jobId), origin, content, made));
}

let worlds = 0;

async function fileOf({ owner, before }: World['files'][number], at: number): Promise<Stored> {
  const objectId = newId('obj');
  await db.storageObject.create({
    data: {
      id: objectId,
      tenantId: 't1',
      ownerSubject: owner,
      filename: 'mill.md',
      metadata: {},
      tags: [],
      accessPolicy: json(before),
      currentVersion: 1,
      mediaType: 'text/markdown',
      versions: {
        create: { version: 1, key: `objects/${objectId}/1`, sizeBytes: 1, sha256: 'aa', mediaType: 'text/markdown' },
      },
    },
  });
  const file = { owner, before, objectId, secret: `Zar${'abcd'[at]}${worlds.toString(36)}k`, policy: before };
  return { ...file, documentId: await parse(newId('job'), owner, file) };
}

async function apply(files: readonly Stored[], changes: readonly World['files'][number]['changes'][number][]) {
  for (const [at, file] of files.entries()) {
    const next = changes[at] ?? 'kept';
    if (next === 'kept' || file.policy === null) continue;
    file.policy = next === 'deleted' ? null : next;
    const { objectId: id } = file;
    if (next === 'deleted') await removeObject({ database, objects }, id);
    else await db.storageObject.update({ where: { id }, data: { accessPolicy: json(next) } });
  }
}

const allows = (who: Accessor, ownerSubject: string, accessPolicy: AccessPolicy): boolean =>
  decideAccess(who, { tenantId: 't1', ownerSubject, accessPolicy }) === 'allowed';

const textOfAll = (values: readonly unknown[]): string => JSON.stringify(values);

test('what is made, and what is shown, quotes only what its submitter and its reader may read at that moment', async () => {
  const seen = { refused: 0, made: 0, closedMeanwhile: 0, shown: 0, hidden: 0 };
  const property = async ({ files: given, type, order, maker, readers }: World): Promise<void> => {
    worlds++;
    const files = await Promise.all(given.map(fileOf));
    /**
     * Whether what quotes the file may be shown. The copies of a job follow the object; any other document has a policy
     * of its own, too.
     */
    const isOpenTo = (who: Accessor, { owner, before, policy: now }: Stored): boolean =>
      now !== null && allows(who, owner, now) && (type === 'objects' || allows(who, owner, before));
    const secretsOpenTo = (who: Accessor) => files.filter((file) => isOpenTo(who, file)).map(({ secret }) => secret);
    const assertQuotes = (text: string, open: readonly string[], what: string): void => {
      for (const { secret } of files) assert.ok(open.includes(secret) || !text.includes(secret), `${what}: ${secret}`);
    };
    const jobId = newId('job');
    const asked = files.filter((file) => type === 'knowledge' || isOpenTo(maker, file));
    const from = await inputOf(type, jobId, maker, files, asked);
    await apply(
      files,
      given.map(({ changes }) => changes[0]),
    );

    const digest = 'order';
    await keepOrder(objects, jobId, digest, { order, contexts: [] });
    const envelope = {
      ...envelopeOf('synthesis.run'),
      subject: maker.subject,
      roles: [...maker.roles],
      purpose: maker.purpose,
    };
    const step = stepOf(jobId);
    const steps = { database, objects, making, models, scales: new Scales(models, new AbortController().signal) };
    const input = { envelope, order_digest: digest };
    const isRefused =
      type === 'knowledge'
        ? secretsOpenTo(maker).length === 0
        : asked.length === 0 || asked.some((file) => !isOpenTo(maker, file));
    const read = readSources(steps, { ...input, from }, step);
    if (isRefused) {
      seen.refused++;
      const codes = type === 'knowledge' || asked.length === 0 ? ['sources_empty'] : ['access_denied', 'not_found'];
      return assert.rejects(read, (error) => error instanceof ServiceError && codes.includes(error.code));
    }
    await read;
    await apply(
      files,
      given.map(({ changes }) => changes[1]),
    );

    const { count } = order;
    const before = server.calls.length;
    if ('model' in order) {
      const left = { max_usd: null, max_tokens: null };
      await generateItems(steps, { ...input, wanted: count, left }, step);
    } else await makeItems(steps, { ...input, wanted: count }, step);
    const { methods, ...counts } = await checkItems(steps, { ...input, asked: count }, step);
    const open = secretsOpenTo(maker);
    if (open.length < asked.length) seen.closedMeanwhile++;
    const prompts = server.calls.slice(before).map(({ body }) => body.messages);
    assertQuotes(textOfAll(prompts), open, 'the model is shown');
    const rows = await db.synthesisItem.findMany({ where: { jobId } });
    assertQuotes(textOfAll(rows), open, 'a row has');
    const result = { name: null, engine_id: order.engine_id, asked: count, ...counts, stopped_by: null };
    const output = { envelope, formats: ['jsonl' as const], keep_rejected: true, seed: 1, result, methods, usage: [] };
    const outputs = await writeOutputs(steps, output, step);
    for (const { name } of outputs) {
      const bytes = await objects.getBytes(outputKey(jobId, name), { maxBytes: 1e7, signal: step.signal });
      assertQuotes(Buffer.from(bytes).toString(), open, name);
    }
    await apply(
      files,
      given.map(({ changes }) => changes[2]),
    );

    const checked = rows.filter(({ state }) => state !== 'unchecked');
    const made = checked.map(({ value, provenance, about }) => textOfAll([value, provenance, about]));
    seen.made += made.length;
    for (const reader of readers) {
      const readable = secretsOpenTo(reader);
      const closed = await closedSources(database, reader, jobId);
      const shown: string[] = [];
      for (const state of ['accepted', 'rejected'] as const) {
        for await (const { value, provenance, about } of openItems(database, jobId, state, closed)) {
          shown.push(textOfAll([value, provenance, about]));
        }
      }
      assertQuotes(shown.join('\n'), readable, 'a reader is shown');
      const isOpen = (text: string): boolean =>
        files.every(({ secret }) => readable.includes(secret) || !text.includes(secret));
      assert.deepEqual(shown.toSorted(), made.filter(isOpen).toSorted());
      seen.shown += shown.length;
      seen.hidden += made.length - shown.length;
    }
  };
  await fc.assert(fc.asyncProperty(world, property), { ...runs(120), endOnFailure: true });
  // A few worlds need not have everything.
  if (isDeep) for (const [what, count] of Object.entries(seen)) assert.ok(count > 10, `${what}: ${count}`);
});

/** What the steps of a job with this input read from. */
async function inputOf(
  type: World['type'],
  jobId: string,
  maker: Accessor,
  files: readonly Stored[],
  asked: readonly Stored[],
): Promise<ReadableInput> {
  if (type === 'documents') return { type, document_ids: asked.map(({ documentId }) => documentId) };
  if (type === 'objects') {
    const parseCopy = (file: Stored) => parse(childJobId(jobId, file.objectId), maker.subject, file);
    return { type: 'documents', document_ids: await Promise.all(asked.map(parseCopy)) };
  }
  const dataset_id = await newDataset();
  for (const { owner, before, objectId, secret } of files) {
    const more = { ownerSubject: owner, accessPolicy: before, objectId };
    await put(dataset_id, `${dataset_id}-${secret}`, [textOf(secret).split(' ')], more);
  }
  return { type, dataset_id };
}
