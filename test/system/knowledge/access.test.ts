/**
 * Nobody finds, counts or lists what they may not read, whatever the policies were when a dataset was cognified; and
 * what a search asks for.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Static } from 'typebox';
import type { KnowledgeCommunityList } from '../../../api/knowledge/communities.ts';
import type { KnowledgeConflictList } from '../../../api/knowledge/graph/conflicts.ts';
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeDocumentList } from '../../../api/knowledge/documents/documents.ts';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import type { SearchResponse } from '../../../api/knowledge/search/schemas.ts';
import { ACCESS_LEVELS } from '../../../domain/access/policy.ts';
import { SEARCH_TYPES } from '../../../domain/knowledge/search/query.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import type { Client } from '../../support/service/client.ts';
import { createDataset, resultOf, runJob, runKnowledge, search } from '../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../support/service/system.ts';

let isModelDown = false;
/** A text that the embedding model refuses. */
const REFUSED = 'unspeakable';
const model = await serveModel((call) => {
  if (call.body.messages !== undefined) return citeAll(call);
  const isRefused = [call.body.input ?? []].flat().some((text) => text.includes(REFUSED));
  return isModelDown || isRefused ? { status: 400 } : plainReply(call);
});
const { api } = await borrowSystem('knowledge', { vectors: model.url, main: model.url });
const { db } = sharedDatabase();

const roles = fc.uniqueArray(fc.constantFrom('doctor', 'nurse', 'porter'), { maxLength: 2 });
const policy = fc.record({
  access_level: fc.constantFrom(...ACCESS_LEVELS),
  allowed_role_keys: roles,
  denied_role_keys: roles,
  purpose_tags: fc.subarray(['care']),
});
const object = fc.record({
  owner: fc.constantFrom('ann', 'ben'),
  before: policy,
  /** What becomes of it between Cognify and search. */
  later: fc.oneof(fc.constantFrom('kept' as const, 'deleted' as const), policy),
});
const reader = fc.record({
  subject: fc.constantFrom('ann', 'ben', 'cleo'),
  roles,
  purpose: fc.option(fc.constant('care')),
});
const world = fc.record({
  objects: fc.array(object, { minLength: 6, maxLength: 6 }),
  closed: policy,
  readers: fc.array(reader, { minLength: 5, maxLength: 5 }),
});

const OPEN = { access_level: 'tenant_shared' as const, allowed_role_keys: [], denied_role_keys: [], purpose_tags: [] };
const CLOSED = { ...OPEN, access_level: 'private' as const };

/** A world in which each kind of thing is seen by somebody and hidden from somebody else: what is drawn need not be. */
const ARRANGED = {
  objects: [
    ...(['ann', 'ben', 'ann'] as const).map((owner) => ({ owner, before: OPEN, later: 'kept' as const })),
    { owner: 'ben' as const, before: OPEN, later: CLOSED },
    { owner: 'ann' as const, before: CLOSED, later: 'kept' as const },
    { owner: 'ann' as const, before: CLOSED, later: 'deleted' as const },
  ],
  closed: CLOSED,
  readers: (['ann', 'ben', 'cleo', 'cleo', 'ben'] as const).map((subject) => ({ subject, roles: [], purpose: null })),
};

/** Patient, and a code that no other document has. */
const PATIENTS = [
  ['Ada Ahrens', 'Zarkon'],
  ['Ben Becker', 'Quillix'],
  ['Cleo Conrad', 'Vombar'],
  ['Dora Decker', 'Jurrap'],
  ['Emil Ernst', 'Wexlor'],
  ['Fanny Fischer', 'Yontik'],
] as const;
const TEXTS = PATIENTS.map(([name, code], index) => {
  const [next] = PATIENTS[(index + 1) % PATIENTS.length] ?? PATIENTS[0];
  return (
    `# ${name}\n\n${name} met Mary Somerville and ${next} in Lyon. Mary Somerville was born in ${code}ia. The ` +
    `code is ${code}. Never write ${code} in a test.`
  );
});

/** An answer, a point or a description that quotes and cites all passages. */
function citeAll({ body }: ModelCall): Reply {
  const asked = body.response_format?.json_schema.name;
  const passages = PATIENTS.map((_patient, at) => at + 1);
  const all = JSON.stringify(body.messages);
  if (asked === 'points') return jsonReply({ points: [{ text: all, rating: 50, passages }] });
  if (asked !== 'community') return jsonReply({ answered: true, sentences: [{ text: all, passages }] });
  const text = (body.messages?.at(-1)?.content ?? '').replace(/<[^>]*>/g, ' ');
  return jsonReply({ title: /The code is \w+/.exec(text)?.[0] ?? '', sentences: [{ text, passages }] });
}

const QUESTION = 'What is the code of the patient whom Ada Ahrens and Dora Decker met in Lyon?';
const SEARCHES = SEARCH_TYPES.map((search_type) => ({ query_text: QUESTION, search_type })).concat(
  PATIENTS.map(([, code]) => ({ query_text: code, search_type: 'CHUNKS_LEXICAL' })),
);

/** Runs a job, by rules where a language model could read. Returns its identifier. */
async function run(client: Client, kind: 'add' | 'cognify' | 'memify', more: object): Promise<string> {
  const body = { ...more, ...(kind === 'cognify' && { extractor: 'rules' }) };
  return (await runKnowledge(client, kind, body)).job_id;
}

const texts = { inputs: TEXTS.map((text) => ({ input_type: 'text', text })) };

test(
  'searches, answers, sessions, rules, graphs, conflicts, corrections, counters, lists and results of jobs show ' +
    'what their caller may read now, and may have read then',
  async () => {
    let hidden = 0;
    let changed = 0;
    let found = 0;
    let stated = 0;
    let cited = 0;
    let described = 0;
    let contradicted = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ objects, closed, readers }) => {
        const tenant = `t-${randomBytes(6).toString('hex')}`;
        const [ann, ben, eve] = await Promise.all([
          api.client({ tenant, subject: 'ann' }),
          api.client({ tenant, subject: 'ben' }),
          api.client({ tenant: `${tenant}-other`, subject: 'eve' }),
        ]);
        const ownerOf = (owner: 'ann' | 'ben'): Client => (owner === 'ann' ? ann : ben);
        const stored = await Promise.all(
          objects.map(async ({ owner, before }, index) => {
            const bytes = Buffer.from(TEXTS[index] ?? '');
            return (await ownerOf(owner).upload(bytes, `${index}.md`, { access_policy: before })).object_id;
          }),
        );
        const shared = await createDataset(ann, 'shared');
        const closedId = await createDataset(ann, 'closed', { access_policy: closed });
        const foreign = await createDataset(eve, 'shared');
        const inputsOf = (who: string) =>
          stored.flatMap((object_id, index) =>
            objects[index]?.owner === who ? [{ input_type: 'object_id', object_id }] : [],
          );
        const [, , ...added] = await Promise.all([
          run(ann, 'add', { dataset_id: closedId, ...texts }),
          run(eve, 'add', { dataset_id: foreign, ...texts }),
          ...(['ann', 'ben'] as const).map(async (who) => {
            const inputs = inputsOf(who);
            return inputs.length > 0 ? [await run(ownerOf(who), 'add', { dataset_id: shared, inputs })] : [];
          }),
        ]);
        await Promise.all([
          run(ben, 'cognify', { dataset_id: shared }),
          run(ann, 'cognify', { dataset_id: closedId }),
          run(eve, 'cognify', { dataset_id: foreign }),
        ]);
        const derived = [
          await run(ben, 'memify', { dataset_id: shared, pipeline: 'triplet_embeddings' }),
          await run(ben, 'memify', { dataset_id: shared, pipeline: 'coding_rules' }),
          await run(ben, 'memify', { dataset_id: shared, pipeline: 'communities' }),
          await run(ben, 'memify', { dataset_id: shared, pipeline: 'consolidate_entities', threshold: 0.5 }),
          await run(ben, 'cognify', { dataset_id: shared, dry_run: true, incremental_loading: false }),
        ];

        const clients = await Promise.all(
          readers.map(async ({ subject, roles: has, purpose }) => ({
            client: await api.client({ tenant, subject, roles: has }),
            headers: { ...(purpose !== null && { 'X-Access-Purpose': purpose }) },
          })),
        );
        const readable = ({ client, headers }: (typeof clients)[number]): Promise<string[]> =>
          selected(stored, async (id) => (await client.send('GET', `/v1/storage/objects/${id}`, { headers })).status);
        const before = await Promise.all(clients.map(readable));
        for (const [index, { client, headers }] of clients.entries()) {
          const body = { query_text: QUESTION, dataset_keys: ['shared'], session_id: `asked-${index}`, top_k: 100 };
          await client.expect(200, 'POST', '/v1/knowledge/search', { headers, body });
        }
        await Promise.all(
          objects.map(async ({ owner, later }, index) => {
            const path = `/v1/storage/objects/${stored[index]}`;
            if (later === 'deleted') await ownerOf(owner).send('DELETE', path);
            else if (later !== 'kept')
              await ownerOf(owner).expect(200, 'PATCH', path, { body: { access_policy: later } });
          }),
        );

        for (const [index, { client, headers }] of clients.entries()) {
          const now = await readable({ client, headers });
          const visible = now.filter((id) => before[index]?.includes(id)).sort();
          hidden += stored.length - visible.length;
          changed += visible.length === before[index]?.length ? 0 : 1;

          const datasets = await selected(
            [shared, closedId, foreign],
            async (id) => (await client.send('GET', `/v1/knowledge/datasets/${id}`, { headers })).status,
          );
          const { items } = await client.expect<{ items: KnowledgeDataset[] }>(200, 'GET', '/v1/knowledge/datasets', {
            headers,
          });
          assert.deepEqual(items.map(({ dataset_id }) => dataset_id).sort(), datasets.sort());
          const { counters } = items.find(({ dataset_id }) => dataset_id === shared) ?? assert.fail('shared is listed');
          assert.deepEqual(counters, { ...counters, ...(await countsOf(shared, visible)) });

          const secrets = stored.flatMap((id, at) => (visible.includes(id) ? [] : (PATIENTS[at]?.[1] ?? [])));
          /** The answer to a request, which holds no code of a document that the caller may not read. */
          const read = async <T>(path: string): Promise<T> => {
            const answer = await client.expect<T>(200, 'GET', path, { headers });
            const text = JSON.stringify(answer).toLowerCase();
            for (const code of secrets) assert.ok(!text.includes(code.toLowerCase()), `${path} shows ${code}`);
            return answer;
          };
          const path = `/v1/knowledge/datasets/${shared}`;
          const documents = (await read<Static<typeof KnowledgeDocumentList>>(`${path}/documents`)).items;
          assert.deepEqual(
            documents.map(({ object_id }) => object_id).toSorted((a, b) => (a ?? '').localeCompare(b ?? '')),
            visible,
          );
          const { items: rules } = await read<{ items: object[] }>(`${path}/rules`);
          assert.equal(rules.length, visible.length);
          const communities = await read<Static<typeof KnowledgeCommunityList>>(`${path}/communities`);
          described += communities.items.filter(({ description }) => description !== null).length;
          await read(`${path}/graph?limit=500`);
          const contradicting = await read<Static<typeof KnowledgeConflictList>>(`${path}/graph/conflicts?limit=500`);
          contradicted += contradicting.items.length;
          await read(`${path}/entities/candidates?threshold=0.5`);
          await read(`${path}/entities/corrections`);
          for (const format of ['html', 'graphml', 'jsonld']) await read(`${path}/graph.${format}`);
          await read(`/v1/knowledge/sessions/asked-${index}`);
          const ids = new Set(documents.map(({ document_id }) => document_id));
          const everyone = await db.knowledgeDocument.findMany({
            where: { datasetId: shared },
            select: { documentId: true },
          });
          for (const { documentId } of everyone) {
            for (const part of ['', '/chunks', '/markdown-url']) {
              const { status } = await client.send('GET', `${path}/documents/${documentId}${part}`, { headers });
              assert.equal(status, ids.has(documentId) ? 200 : 404, part);
            }
          }
          let inputs = 0;
          for (const jobId of [...added.flat(), ...derived]) {
            const result = await read<KnowledgeJobResult>(`/v1/knowledge/jobs/${jobId}/result`);
            inputs += result.inputs.length;
            for (const id of JSON.stringify(result).match(/doc_[0-9a-z]+/g) ?? [])
              assert.ok(ids.has(id), `${jobId} names ${id}`);
          }
          assert.equal(inputs, visible.length);

          for (const search of SEARCHES) {
            const body = { ...search, include_graph_paths: true, top_k: 100 };
            const all = await client.expect<SearchResponse>(200, 'POST', '/v1/knowledge/search', { headers, body });
            for (const { provenance } of all.results) assert.ok(datasets.includes(provenance?.dataset_id ?? ''));
            const {
              results,
              graph_paths,
              facts,
              communities: about,
              conflicts,
              answer: said,
            } = await client.expect<SearchResponse>(200, 'POST', '/v1/knowledge/search', {
              headers,
              body: { ...body, dataset_keys: ['shared'] },
            });
            const ids = [...new Set(results.map(({ provenance }) => provenance?.object_id ?? ''))].sort();
            if (search.search_type === 'CHUNKS') assert.deepEqual(ids, visible);
            else assert.ok(ids.every((id) => visible.includes(id)));
            found += ids.length;
            const answer = JSON.stringify([results, graph_paths, facts, about, conflicts, said]);
            if (said !== null && results.length > 0) {
              assert.equal(said.method, 'model');
              cited += said.citations.length;
            }
            for (const [at, id] of stored.entries()) {
              const code = PATIENTS[at]?.[1] ?? assert.fail();
              if (!visible.includes(id) && search.query_text !== code) assert.ok(!answer.includes(code), code);
            }
            const chunks = new Set(results.map(({ chunk_id }) => chunk_id));
            for (const { from_chunk_id } of graph_paths) assert.ok(chunks.has(from_chunk_id));
            for (const { evidence } of facts) {
              assert.ok(evidence.length > 0 && evidence.every(({ chunk_id }) => chunks.has(chunk_id)));
              stated++;
            }
          }
        }
      }),
      { numRuns: 3, endOnFailure: true, examples: [[ARRANGED]] },
    );
    assert.ok(
      hidden > 0 && changed > 0 && found > 0 && stated > 0 && cited > 0 && described > 0 && contradicted > 0,
      `${hidden} hidden, ${changed} changed, ${found} found, ${stated} facts, ${cited} citations, ${described} ` +
        `descriptions, ${contradicted} conflicts`,
    );
  },
);

test('the result of a job is shown to those who may read its dataset now', async () => {
  const tenant = `t-${randomBytes(6).toString('hex')}`;
  const [ann, ben] = await Promise.all([
    api.client({ tenant, subject: 'ann' }),
    api.client({ tenant, subject: 'ben' }),
  ]);
  const datasetId = await createDataset(ann, 'shared');
  const path = `/v1/knowledge/jobs/${await run(ben, 'add', { dataset_id: datasetId, ...texts })}/result`;
  await ben.expect(200, 'GET', path);
  const body = { access_policy: { access_level: 'private' } };
  await ann.expect(200, 'PATCH', `/v1/knowledge/datasets/${datasetId}`, { body });
  await ann.expect(200, 'GET', path);
  await ben.expect(403, 'GET', path);
});

test('results of jobs name refused documents and the inputs of an Add job to those who may read them', async () => {
  const tenant = `t-${randomBytes(6).toString('hex')}`;
  const [ann, ben] = await Promise.all([
    api.client({ tenant, subject: 'ann' }),
    api.client({ tenant, subject: 'ben' }),
  ]);
  const dataset_id = await createDataset(ann, 'shared');
  const bytes = Buffer.from(`# Secret\n\nAn ${REFUSED} heron.`);
  const { object_id } = await ann.upload(bytes, 'secret.md', { access_policy: { access_level: 'private' } });
  const label = 'A secret label';
  const added = await run(ann, 'add', {
    dataset_id,
    inputs: [
      { input_type: 'object_id', object_id, label },
      { input_type: 'text', text: 'A text for all.' },
    ],
  });
  const cognified = await run(ann, 'cognify', { dataset_id });
  const [own, theirs] = [await resultOf(ann, added), await resultOf(ben, added)];
  assert.deepEqual(
    [own, theirs].map(({ inputs }) => inputs.map(({ index, label }) => [index, label])),
    [
      [
        [0, label],
        [1, null],
      ],
      [[1, null]],
    ],
  );
  assert.deepEqual((await resultOf(ann, cognified)).refused, [
    { document_id: own.inputs[0]?.document_id, chunks: 1, facts: 0 },
  ]);
  assert.deepEqual((await resultOf(ben, cognified)).refused, []);
});

test('the result of a deletion is shown to those who may read the dataset that stays', async () => {
  const tenant = `t-${randomBytes(6).toString('hex')}`;
  const [ann, ben] = await Promise.all([
    api.client({ tenant, subject: 'ann' }),
    api.client({ tenant, subject: 'ben' }),
  ]);
  const datasetId = await createDataset(ann, 'own', { access_policy: { access_level: 'private' } });
  await run(ann, 'add', { dataset_id: datasetId, inputs: [{ input_type: 'text', text: 'A text.', node_set: ['a'] }] });
  const { job_id } = await runJob(ann, 'DELETE', `datasets/${datasetId}/documents?node_set=a`);
  await ben.expect(403, 'GET', `/v1/knowledge/jobs/${job_id}/result`);
});

test('a search by words needs no embedding model', async () => {
  const client = await api.client();
  await createDataset(client, 'words');
  await run(client, 'add', { dataset_key: 'words', ...texts });
  await run(client, 'cognify', { dataset_key: 'words' });
  isModelDown = true;
  try {
    const { results } = await search(client, 'words', 'Quillix', { search_type: 'CHUNKS_LEXICAL' });
    assert.equal(results.length, 1);
    const body = { query_text: 'Quillix', dataset_keys: ['words'], search_type: 'CHUNKS' };
    await client.expect(502, 'POST', '/v1/knowledge/search', { body });
  } finally {
    isModelDown = false;
  }
});

/** The identifiers whose read is answered with 200. */
async function selected(ids: readonly string[], statusOf: (id: string) => Promise<number>): Promise<string[]> {
  const statuses = await Promise.all(ids.map(statusOf));
  return ids.filter((_, index) => statuses[index] === 200);
}

/** What a dataset holds of these objects. */
async function countsOf(datasetId: string, objectIds: readonly string[]): Promise<object> {
  const [counts] = await db.$queryRaw<object[]>`
    SELECT count(DISTINCT document.id)::int AS documents, count(DISTINCT chunk.id)::int AS chunks,
      count(DISTINCT mention.entity_id)::int AS entities, count(DISTINCT evidence.fact_id)::int AS relations
    FROM knowledge_document document LEFT JOIN knowledge_chunk chunk ON chunk.document_pk = document.id
    LEFT JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
    LEFT JOIN knowledge_evidence evidence ON evidence.chunk_id = chunk.id
    WHERE document.dataset_id = ${datasetId} AND document.object_id = ANY(${[...objectIds]}::text[])`;
  return counts ?? assert.fail('a statement without GROUP BY has one row');
}
