/**
 * Communities with a language model: what it writes of them, what of that is kept and shown, and what it costs. The
 * model is scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeCommunityList } from '../../../../api/knowledge/communities.ts';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import type { SearchResponse } from '../../../../api/knowledge/search/schemas.ts';
import { readEventStream } from '../../../support/service/event-stream.ts';
import { addTexts, cognifiedTexts, runJob, runKnowledge, search } from '../../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';

/** What the passages bear out, and what they do not: another year, words of its own, no passage. */
const describe = (call: ModelCall): Reply => {
  const told = call.body.messages?.at(-1)?.content ?? '';
  const first = /<passage number="1">\n[^\n]*\n(?<said>[^<]*?\.)/.exec(told)?.groups?.['said'] ?? '';
  return jsonReply({
    title: first.replace(/\.$/, ''),
    sentences: [
      { text: first, passages: [1] },
      { text: `${first} It burned in 1666.`, passages: [1] },
      { text: 'Unicorns graze silently beneath purple moons.', passages: [1] },
      { text: first, passages: [99] },
    ],
  });
};
/** A point of the first passage about Eling, and one of no use; then an answer from all points. */
function overview({ body }: ModelCall): Reply {
  const told = body.messages?.at(-1)?.content ?? '';
  if (body.response_format?.json_schema.name === 'points') {
    const points = [
      { text: 'Nothing of use.', rating: 0, passages: [1] },
      { text: 'It cites nothing.', rating: 90, passages: [99] },
    ];
    const mills = { text: 'Mills and yards work for each other. [1]', rating: 80, passages: [1] };
    return jsonReply({ points: told.includes('Eling') ? [...points, mills] : points });
  }
  const passages = /<point passages="(?<numbers>[\d ]+)"/.exec(told)?.groups?.['numbers']?.split(' ').map(Number) ?? [];
  return jsonReply({ answered: true, sentences: [{ text: 'The documents are about mills.', passages }] });
}

let answer: (call: ModelCall) => Reply = describe;
const asked: ModelCall[] = [];
const server = await serveModel((call) => {
  if (call.body.messages === undefined) return plainReply(call);
  asked.push(call);
  return answer(call);
});
const { api } = await borrowSystem('knowledge', { vectors: server.url, main: server.url });
const client = await api.client();

/** Two communities; `of` is a word of its own: finished calls are not repeated. */
const textsOf = (of: string) => [
  { label: 'Eling', text: `Ruth Hallam owns the ${of} mill of Eling. She ordered wheels for Eling from Sallow Quay.` },
  {
    label: 'Sallow Quay',
    text: `The boat yard of Sallow Quay belongs to Ruth Hallam. Sallow Quay cuts elm for Eling.`,
  },
  {
    label: 'Fenn Society',
    text: `The Fenn Society of ${of} is led by Martin Crane. Martin Crane was born in Norwich.`,
  },
  { label: 'Norwich', text: `Norwich has a ${of} library that Martin Crane founded for the Fenn Society.` },
];

async function cognified(dataset_key: string): Promise<string> {
  const id = await cognifiedTexts(client, dataset_key, textsOf(dataset_key), { extractor: 'rules' });
  asked.length = 0;
  return id;
}

const memify = (dataset_key: string, more: object = {}): Promise<KnowledgeJobResult> =>
  runKnowledge(client, 'memify', { dataset_key, pipeline: 'communities', ...more });

async function communities(id: string): Promise<Static<typeof KnowledgeCommunityList>['items']> {
  const path = `/v1/knowledge/datasets/${id}/communities`;
  return (await client.expect<Static<typeof KnowledgeCommunityList>>(200, 'GET', path)).items;
}

test('a dry run counts and prices what a job then does, and calls and writes nothing', async () => {
  const id = await cognified('dry');
  const dry = await memify('dry', { dry_run: true });
  assert.deepEqual([dry.dry_run, asked.length, await communities(id)], [true, 0, []]);
  const { counts, descriptions } = await memify('dry');
  assert.deepEqual(
    [dry.counts['communities'], dry.counts['communities_added'], dry.model_estimate?.calls],
    [counts['communities'], counts['communities_added'], descriptions?.described],
  );
  assert.ok((dry.model_estimate?.usd ?? 0) > 0);
  assert.equal((await memify('dry', { dry_run: true })).model_estimate?.calls, 0);
});

test('a description has what its passages bear out, and is not asked for again', async () => {
  const id = await cognified('described');
  const { descriptions, counts } = await memify('described');
  assert.deepEqual(descriptions, {
    model: 'main',
    described: asked.length,
    skipped: {},
    sentences_dropped: 3 * asked.length,
    communities_left: 0,
    stopped_by: null,
  });
  assert.equal(counts['communities_described'], asked.length);
  const list = await communities(id);
  assert.equal(list.length, 2);
  for (const { title, description, summary } of list) {
    const [only, ...others] = description?.sentences ?? [];
    assert.deepEqual([only?.text, others], [`${title}.`, []]);
    assert.ok(summary.some(({ chunk_id }) => chunk_id === only?.chunk_ids[0]));
  }
  asked.length = 0;
  assert.equal((await memify('described')).descriptions?.described, 0);
  assert.equal(asked.length, 0);
});

test('a community of whose description the passages bear out nothing is not described, and not asked about again', async () => {
  const id = await cognified('unborne');
  answer = () =>
    jsonReply({ title: 'Purple moons', sentences: [{ text: 'Unicorns graze silently beneath them.', passages: [1] }] });
  const { descriptions, counts } = await memify('unborne');
  answer = describe;
  const skipped = { unsupported: asked.length };
  assert.deepEqual(descriptions, {
    model: 'main',
    described: 0,
    skipped,
    sentences_dropped: asked.length,
    communities_left: 0,
    stopped_by: null,
  });
  assert.equal(counts['communities_described'] ?? 0, 0);
  assert.deepEqual(
    (await communities(id)).map(({ description }) => description),
    [null, null],
  );
  assert.equal((await memify('unborne', { dry_run: true })).model_estimate?.calls, 0);
});

test('a search whose filters leave out one of the passages shows the sentences of the others, and no description', async () => {
  const find = (more: object = {}): Promise<SearchResponse> =>
    search(client, 'described', 'Who owns the mill of Eling?', { search_type: 'SUMMARIES', ...more });
  const all = (await find()).communities.find(({ entities }) => entities.includes('Eling'));
  const cited = all?.summary.find(({ chunk_id }) => chunk_id === all.description?.sentences[0]?.chunk_ids[0]);
  assert.ok(all?.description && cited);
  const found = await find({ filters: { document_ids: [cited.document_id] } });
  const part = found.communities.find(({ community_id }) => community_id === all.community_id);
  assert.ok(part && part.summary.length > 0, 'the community still has a sentence');
  assert.deepEqual([part.description, part.title === all.title], [null, false]);
});

test('a description goes with any of the passages that the model was shown; the sentences of the others stay', async () => {
  const id = await cognified('lost');
  await memify('lost');
  const before = await communities(id);
  const mill = before.find(({ entities }) => entities.includes('Eling'));
  const uncited = mill?.summary.find(({ chunk_id }) => chunk_id !== mill.description?.sentences[0]?.chunk_ids[0]);
  assert.ok(uncited, 'the model was shown a passage that it does not cite');
  await runJob(client, 'DELETE', `datasets/${id}/documents/${uncited.document_id}`);
  const now = await communities(id);
  const others = now.filter(({ community_id }) => community_id !== mill?.community_id);
  assert.ok(others.length > 0 && others.every(({ description }) => description !== null));
  const left = now.find(({ community_id }) => community_id === mill?.community_id);
  assert.equal(left?.description ?? null, null);
});

test('without a model nothing is asked, and limits end it where the next call does not fit', async () => {
  const id = await cognified('limits');
  const byRules = await memify('limits', { extractor: 'rules' });
  assert.deepEqual([byRules.descriptions, asked.length], [null, 0]);
  assert.ok((await communities(id)).every(({ description, summary }) => description === null && summary.length > 0));
  const { descriptions } = await memify('limits', { max_cost_usd: 0.000001 });
  assert.deepEqual([descriptions?.stopped_by, descriptions?.described, asked.length], ['max_cost_usd', 0, 0]);
  assert.ok((descriptions?.communities_left ?? 0) >= 2);
});

test('broken output costs a community its description, and the next job asks anew', async () => {
  const id = await cognified('broken');
  answer = () => ({ text: 'no JSON' });
  const { descriptions } = await memify('broken');
  assert.equal(descriptions?.described, 0);
  assert.ok((descriptions.skipped['json'] ?? 0) >= 2);
  assert.ok((await communities(id)).every(({ description, summary }) => description === null && summary.length > 0));
  answer = describe;
  assert.equal((await memify('broken')).descriptions?.described, descriptions.skipped['json']);
});

const OVERVIEW = { query_text: 'What are the documents about?', search_type: 'GLOBAL' };
const ask = (dataset_key: string, more: object = {}): Promise<SearchResponse> =>
  search(client, dataset_key, OVERVIEW.query_text, { ...OVERVIEW, ...more });

test('GLOBAL asks about each community, answers from the points that help, and shows their passages', async () => {
  await cognified('overview');
  await memify('overview', { extractor: 'rules' });
  answer = overview;
  const found = await ask('overview');
  const names = asked.map(({ body }) => body.response_format?.json_schema.name);
  assert.deepEqual(names, ['points', 'points', 'answer']);
  assert.deepEqual(
    [found.answer?.method, found.answer?.text, found.answer?.sentences_dropped],
    ['model', 'The documents are about mills. [1]', 0],
  );
  assert.deepEqual(
    [found.results.length, found.communities.length, found.results[0]?.chunk_id],
    [1, 1, found.answer?.citations[0]?.chunk_id],
  );
  assert.ok(found.communities[0]?.entities.includes('Eling'));
  const last = asked.at(-1)?.body.messages?.at(-1)?.content ?? '';
  assert.match(last, /^<point passages="1" rating="80">\nMills and yards work for each other\.\n<\/point>\n<question>/);
  assert.deepEqual(found.answer?.usage.find(({ unit }) => unit === 'calls')?.amount, 3);

  const response = await client.stream(
    '/v1/knowledge/search',
    { Accept: 'text/event-stream' },
    { ...OVERVIEW, dataset_keys: ['overview'] },
  );
  const types: string[] = [];
  for await (const { type } of readEventStream<SearchResponse>(response)) types.push(type);
  assert.deepEqual(types, ['search.results', 'answer.sentence', 'search.completed']);
});

test('what GLOBAL would take is known before, and limits what it asks', async () => {
  asked.length = 0;
  const dry = await ask('overview', { dry_run: true });
  assert.deepEqual([dry.estimate?.calls, dry.results, dry.answer, asked.length], [3, [], null, 0]);
  const usd = dry.estimate?.usd ?? 0;
  assert.deepEqual((await ask('overview', { max_cost_usd: usd })).warnings, []);
  assert.equal(asked.length, 3);

  asked.length = 0;
  const cut = await ask('overview', { max_cost_usd: 0.9 * usd });
  assert.deepEqual([cut.warnings[0]?.code, asked.length < 3], ['communities_left_out', true]);
  asked.length = 0;
  const refused = await ask('overview', { max_cost_usd: 0 });
  assert.deepEqual(
    [refused.warnings[0]?.code, refused.answer?.method, asked.length],
    ['max_cost_usd_too_low', 'extractive', 0],
  );
  assert.equal((await ask('overview', { dry_run: true, only_context: true })).estimate, null);
  const stranger = await api.client({ tenant: 'nothing-to-search' });
  const { estimate: none } = await stranger.expect<SearchResponse>(200, 'POST', '/v1/knowledge/search', {
    body: { ...OVERVIEW, dry_run: true },
  });
  assert.equal(none, null);
  const unsearched = [
    { search_type: 'CHUNKS' },
    { time: { order: 'first' } },
    { query_text: 'the' },
    { max_cost_usd: 1 },
  ];
  for (const more of unsearched) {
    const body = { ...OVERVIEW, ...more, dry_run: true };
    const { status } = await client.send('POST', '/v1/knowledge/search', { body });
    assert.equal(status, 422, JSON.stringify(more));
  }
});

test('GLOBAL shows the model what mentions a community beyond its summary, and what is in none', async () => {
  await cognified('beyond');
  await memify('beyond', { extractor: 'rules' });
  // Added after the communities were found.
  await addTexts(client, 'beyond', [
    { label: 'Norwich market', text: 'On the market of Norwich, Martin Crane sells herrings.' },
    { label: 'Lamps', text: 'The lamps are trimmed at dusk.' },
  ]);
  await runKnowledge(client, 'cognify', { dataset_key: 'beyond', extractor: 'rules' });
  answer = overview;
  asked.length = 0;
  const { estimate } = await ask('beyond', { dry_run: true });
  const found = await ask('beyond', { max_cost_usd: estimate?.usd ?? 0 });
  assert.deepEqual([estimate?.calls, asked.length, found.warnings], [4, 4, []]);
  const told = asked.map(({ body }) => body.messages?.at(-1)?.content ?? '');
  assert.deepEqual(told.map((one) => one.includes('Fenn Society')).filter(Boolean).length, 1);
  assert.match(told.find((one) => one.includes('Fenn Society')) ?? '', /sells herrings/);
  assert.match(told.find((one) => one.includes('at dusk')) ?? '', /^<passage number="1">[^<]*<\/passage>\n<question>/);
  answer = describe;
});

test('without points GLOBAL says that nothing answers; without the model it quotes', async () => {
  answer = () => jsonReply({ points: [] });
  const nothing = await ask('overview');
  assert.deepEqual([nothing.answer?.method, nothing.answer?.holds_answer], ['model', false]);
  answer = () => ({ status: 400 });
  const failed = await ask('overview');
  assert.deepEqual([failed.answer?.method, failed.answer?.warning?.code], ['extractive', 'model_refused']);
  const leftOut = ({ warnings }: SearchResponse): string =>
    warnings.find(({ code }) => code === 'communities_left_out')?.message ?? '';
  assert.equal(leftOut(failed), `The answer is from 0 of 2 communities: ${failed.answer?.warning?.message}`);
  answer = () => ({ text: '[]' });
  const broken = await ask('overview');
  assert.equal(broken.answer?.warning?.code, 'model_output_invalid');
  assert.equal(leftOut(broken), `The answer is from 0 of 2 communities: ${broken.answer.warning.message}`);
  asked.length = 0;
  await ask('overview', { only_context: true });
  assert.equal(asked.length, 0);
  answer = describe;
});

test('GLOBAL shows the model no passage that the filters leave out', async () => {
  answer = overview;
  asked.length = 0;
  await ask('overview', { filters: { metadata: { none: 'such' } } });
  assert.equal(asked.length, 0);
  answer = describe;
});
