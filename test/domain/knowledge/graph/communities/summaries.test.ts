/** Summaries and descriptions are of a community as it is, from what its layer shows, and are counted once. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { readCounts } from '../../../../../domain/jobs/counts.ts';
import { requestTurn } from '../../../../../domain/knowledge/datasets/turns.ts';
import {
  commitDescriptions,
  communitiesToDescribe,
  countDescriptions,
  undescribed,
} from '../../../../../domain/knowledge/graph/communities/descriptions.ts';
import { listCommunities } from '../../../../../domain/knowledge/graph/communities/communities.ts';
import {
  commitSummaries,
  communitiesToSummarize,
  unsummarized,
} from '../../../../../domain/knowledge/graph/communities/summaries.ts';
import { JOB, OWNER, database, pkOf } from '../../../../support/knowledge/datasets.ts';
import { connected, divide } from '../../../../support/knowledge/connected.ts';

const { db } = database;
const ALL = { first: '0', last: String(2 ** 50) };
const PLAN = { size: 8, ranges: 100 };

beforeEach(async () => {
  await db.jobCount.deleteMany({ where: { jobId: JOB } });
});

async function divided() {
  const id = await connected();
  await divide(id);
  const turn = await requestTurn(database, id, JOB);
  const [community] = await unsummarized(database, id, ALL);
  assert.ok(community);
  const [passage] = community.passages;
  assert.ok(passage);
  return { id, turn, community, sentence: { chunk: passage.chunk, start: 0, end: 5 } };
}

/** One whose summary is the first word of its first passage. */
async function summarized() {
  const { id, turn, community, sentence } = await divided();
  await commitSummaries(database, turn, [{ id: community.id, digest: community.digest, sentences: [sentence] }]);
  const work = { datasetId: id, jobId: JOB, writer: 'model 1' };
  const [asked] = await undescribed(database, work, ALL);
  assert.ok(asked);
  return { id, turn, work, asked };
}

const shown = async (id: string) =>
  (await listCommunities(database, OWNER, id, { level: 0, parent: undefined }, undefined, 50))[0];
const remove = async (id: string, name: string): Promise<unknown> =>
  db.knowledgeDocument.update({ where: { id: await pkOf(id, name) }, data: { deletedAt: new Date() } });

test('a summary is made of passages with most central members first, of documents that are there', async () => {
  const { id, community } = await divided();
  const [first] = community.passages;
  assert.equal(first?.body, 'alder birch cedar');
  await remove(id, 'more');
  const left = (await unsummarized(database, id, ALL))[0]?.passages;
  assert.equal(left?.length, community.passages.length - 1);
  assert.ok(left.every(({ body }) => body !== 'alder root'));
});

test('a summary is of the community as it is, and is counted once', async () => {
  const { id, turn, community, sentence } = await divided();
  const made = { id: community.id, digest: community.digest, sentences: [sentence, { ...sentence, chunk: '0' }] };
  await commitSummaries(database, turn, [{ ...made, digest: 'of before' }]);
  assert.equal((await communitiesToSummarize(database, id, '0', PLAN)).length, 1);
  for (let attempt = 0; attempt < 2; attempt++) {
    await commitSummaries(database, turn, [made]);
    assert.deepEqual(
      (await shown(id))?.sentences.map(({ text }) => text),
      ['alder'],
    );
    assert.equal((await readCounts(database, JOB))['communities_summarized'], 1);
  }
  assert.deepEqual(await communitiesToSummarize(database, id, '0', PLAN), []);
});

test('a community is described once it has a summary, by one attempt of a step, and again by another writer', async () => {
  const { id: bare } = await divided();
  const { id, turn, work, asked } = await summarized();
  assert.deepEqual(await undescribed(database, { ...work, datasetId: bare }, ALL), []);
  assert.deepEqual([asked.names.toSorted(), asked.wasSkipped], [['alder', 'birch', 'cedar'], false]);
  const description = { title: 'Trees', sentences: [{ text: 'Alder it is.', passages: [0] }], dropped: 2 };
  const written = { community: asked, description, skipped: null };
  const by = { writer: work.writer, model: 'main' };
  for (const stale of [
    { ...asked, digest: 'of before' },
    { ...asked, passages: asked.passages.map((passage) => ({ ...passage, chunk: '0' })) },
  ]) {
    await commitDescriptions(database, turn, by, [{ ...written, community: stale }]);
    assert.equal((await shown(id))?.description, null);
  }
  await commitDescriptions(database, turn, by, [written]);
  // An attempt that nobody waits for any more.
  await commitDescriptions(database, turn, by, [{ ...written, description: { ...description, title: 'Late' } }]);
  assert.deepEqual((await shown(id))?.description, {
    model: 'main',
    title: 'Trees',
    sentences: [{ text: 'Alder it is.', chunks: asked.passages.map(({ chunk }) => chunk) }],
  });
  assert.deepEqual(await countDescriptions(database, work), {
    described: 1,
    skipped: {},
    sentences_dropped: 2,
    left: 0,
  });
  assert.deepEqual(await communitiesToDescribe(database, work, '0', PLAN), []);
  assert.equal((await communitiesToDescribe(database, { ...work, writer: 'model 2' }, '0', PLAN)).length, 1);
});

test('a community that a model skipped is left alone by this job, and asked about by the next', async () => {
  const { id, turn, work, asked } = await summarized();
  const by = { writer: work.writer, model: 'main' };
  await commitDescriptions(database, turn, by, [{ community: asked, description: null, skipped: 'json' }]);
  assert.equal((await shown(id))?.description, null);
  const { described, skipped, left } = await countDescriptions(database, work);
  assert.deepEqual([described, skipped, left], [0, { json: 1 }, 0]);
  const next = await undescribed(database, { ...work, jobId: 'job_2' }, ALL);
  assert.deepEqual(
    next.map(({ wasSkipped }) => wasSkipped),
    [true],
  );
});
