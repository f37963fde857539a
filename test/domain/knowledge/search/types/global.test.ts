/**
 * A question about all documents finds what mentions the members of communities and what is in none, and nothing that
 * the asker may not find.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../../domain/access/policy.ts';
import type { SearchFilters } from '../../../../../domain/knowledge/search/scope.ts';
import { OWNER, database, newDataset, pkOf, put, readNames } from '../../../../support/knowledge/datasets.ts';
import { searching } from '../../../../support/knowledge/search.ts';

const search = await searching();
const { db } = database;

const QUESTION = 'dunlin';
const BEN = { ...OWNER, subject: 'ben' };

/** It has no word of the question, and its vector is far from all others: the first hop does not find it. */
const FAR = ['alder', ...Array.from({ length: 90 }, (_, at) => `leaf${at}`)];

/** A community of trees whose summary is of one passage, and many passages about birds in none. */
const id = await newDataset();
await put(id, 'trees', [['alder', 'birch', 'cedar'], ['birch'], ['cedar']]);
await put(id, 'leaves', [FAR]);
await put(id, 'secret', [['alder', QUESTION, 'hidden']], {
  accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' },
});
await put(
  id,
  'birds',
  Array.from({ length: 300 }, (_, at) => [`bird${at}`, QUESTION]),
);
const leaves = await pkOf(id, 'leaves');
await db.$executeRaw`UPDATE knowledge_vector SET embedding = '[-1,-1,-1]' WHERE document_pk = ${leaves}`;
await readNames(id);
const members = await db.knowledgeEntity.findMany({
  where: { datasetId: id, name: { in: ['alder', 'birch', 'cedar'] } },
  orderBy: { name: 'asc' },
});
const [summary] = await db.knowledgeChunk.findMany({
  where: { documentPk: await pkOf(id, 'trees') },
  orderBy: { ordinal: 'asc' },
});
await db.knowledgeCommunity.create({
  data: {
    datasetId: id,
    level: 0,
    weight: 1,
    digest: 'trees',
    summarizedDigest: 'trees',
    members: { create: members.map((member, rank) => ({ entityId: member.id, rank, edges: '' })) },
    sentences: { create: [{ ordinal: 0, chunkId: summary?.id ?? 0n, start: 0, end: 5 }] },
  },
});

async function find(take: number, filters: SearchFilters = {}) {
  const found = await search(id, { text: QUESTION, type: 'GLOBAL', take, hops: 1, filters }, BEN);
  return { ...found, bodies: found.results.map(({ passage }) => passage.body) };
}

test('a passage that mentions a member is found, though it is in no summary and far from the question', async () => {
  const { bodies, communities } = await find(100);
  assert.ok(bodies.includes(FAR.join(' ')));
  assert.ok(bodies.includes('alder birch cedar'), 'the passage of the summary');
  assert.deepEqual(
    communities.map(({ community }) => community.labels),
    [['alder', 'birch', 'cedar']],
  );
});

test('passages of no community are found, and a community of which none is shown is not', async () => {
  const { bodies, communities } = await find(2);
  assert.ok(bodies.length === 2 && bodies.every((body) => body.endsWith(QUESTION)));
  assert.deepEqual(communities, []);
});

test('what the asker may not read, or the filters leave out, is not found', async () => {
  assert.ok((await find(100)).bodies.every((body) => !body.includes('hidden')));
  const { bodies, communities } = await find(100, { document_ids: ['doc_leaves'] });
  assert.deepEqual([bodies, communities], [[FAR.join(' ')], []]);
});

test('an answer without a model is made of more passages than one to a single question', async () => {
  const { answer } = await find(20);
  assert.ok(new Set(answer?.citations.map(({ rank }) => rank)).size > 5);
});
