/** A search ranks more passages than it returns, so that what orders them afterwards can bring others to the front. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_TYPES } from '../../../../domain/knowledge/search/query.ts';
import type { SearchType } from '../../../../domain/knowledge/search/query.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';
import { searching } from '../../../support/knowledge/search.ts';

const search = await searching();
const { db } = database;

const CHUNKS = 60;
const MEMBERS = 3;
/** Its vector is close to those of the chunks. */
const QUESTION = 'dunlin';

/** Chunks that have its word; each three birds in their order are a community, with a chunk as its summary. */
const datasetId = await newDataset();
await put(
  datasetId,
  'pond',
  Array.from({ length: CHUNKS }, (_, at) => [`bird${at}`, QUESTION, `bird${(at + 1) % CHUNKS}`]),
);
await readNames(datasetId);
const entities = await db.knowledgeEntity.findMany({ where: { datasetId }, orderBy: { id: 'asc' } });
const chunks = await db.knowledgeChunk.findMany({ where: { datasetId }, orderBy: { ordinal: 'asc' } });
for (let at = 0; at < CHUNKS; at += MEMBERS) {
  const members = entities.slice(at, at + MEMBERS).map(({ id }, rank) => ({ entityId: id, rank, edges: '' }));
  const { id: chunkId = 0n } = chunks[at] ?? {};
  await db.knowledgeCommunity.create({
    data: {
      datasetId,
      level: 0,
      weight: 1,
      digest: String(at),
      summarizedDigest: String(at),
      members: { create: members },
      sentences: { create: [{ ordinal: 0, chunkId, start: 0, end: 5 }] },
    },
  });
}

const find = (type: SearchType, take: number) =>
  search(datasetId, {
    text: QUESTION,
    type,
    take,
    hops: 1,
    onlyContext: true,
    explains: true,
    ...(type === 'TEMPORAL' && { time: { from: 0, to: 10, order: null } }),
  });

/** The best facts decide on the passages of `TRIPLETS`. */
for (const type of SEARCH_TYPES.filter((one) => one !== 'TRIPLETS')) {
  test(`${type} ranks passages beyond those that it returns, and a rating brings one of them to the front`, async (t) => {
    t.after(() => db.knowledgeFeedback.deleteMany({ where: { tenantId: OWNER.tenantId } }));
    const { results, why } = await find(type, 5);
    assert.equal(results.length, 5);
    assert.ok((why?.candidates ?? 0) > 5, String(why?.candidates));
    const chunk = (await find(type, 6)).results[5]?.passage.chunk ?? assert.fail('six passages are found');
    await db.knowledgeFeedback.create({
      data: {
        tenantId: OWNER.tenantId,
        ownerSubject: type,
        chunkId: BigInt(chunk),
        rating: 1,
        question: QUESTION,
        questionSha256: type,
      },
    });
    const { results: rated, communities } = await find(type, 5);
    assert.ok(rated.some(({ passage }) => passage.chunk === chunk));
    // What is shown of communities is what the passages state: their summaries, or something of their members.
    const shown = new Set(rated.map(({ passage }) => passage.chunk));
    const words = new Set(rated.flatMap(({ passage }) => passage.body.split(' ')));
    const isAmongThem = type === 'SUMMARIES' || type === 'GLOBAL';
    assert.equal(communities.length, isAmongThem ? 5 : 0);
    for (const { community } of communities) {
      assert.ok(
        type === 'SUMMARIES'
          ? community.sentences.every((one) => shown.has(one.chunk))
          : community.labels.some((label) => words.has(label)),
      );
    }
  });
}
