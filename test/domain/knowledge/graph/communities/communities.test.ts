/**
 * Communities rest on the documents of their layer: what one of them alone connected ends with it, and every step
 * counts once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../../../domain/access/policy.ts';
import { readCounts } from '../../../../../domain/jobs/counts.ts';
import { readLayerGraph } from '../../../../../domain/knowledge/graph/communities/layer-graph.ts';
import { listCommunities, readableCommunities } from '../../../../../domain/knowledge/graph/communities/communities.ts';
import { readableDocument } from '../../../../../domain/knowledge/datasets/access.ts';
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { json } from '../../../../../platform/database/json.ts';
import { JOB, OWNER, database, pkOf, put, readNames } from '../../../../support/knowledge/datasets.ts';
import { connected, divide } from '../../../../support/knowledge/connected.ts';

const { db } = database;
const BEN = { ...OWNER, subject: 'ben' };
const PRIVATE: AccessPolicy = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' };

/** The names of the entities of each community that a reader sees. */
async function shown(id: string, after?: bigint): Promise<string[]> {
  const selection = { level: 0, parent: undefined };
  const communities = await listCommunities(database, BEN, id, selection, after?.toString(), 50);
  return communities.map(({ labels }) => labels.join(' '));
}

const rowsOf = (datasetId: string) =>
  Promise.all([
    db.knowledgeCommunity.findMany({ where: { datasetId }, orderBy: { id: 'asc' } }),
    db.knowledgeCommunityOutsider.findMany({ where: { datasetId }, orderBy: { id: 'asc' } }),
  ]);

const close = async (id: string, name: string): Promise<unknown> =>
  db.knowledgeDocument.update({ where: { id: await pkOf(id, name) }, data: { accessPolicy: json(PRIVATE) } });
const hide = async (id: string, name: string): Promise<unknown> =>
  db.knowledgeDocument.update({ where: { id: await pkOf(id, name) }, data: { deletedAt: new Date() } });

for (const [what, leave] of Object.entries({ closed: close, hidden: hide })) {
  test(`a document that is ${what} connects nothing any more`, async () => {
    const id = await connected();
    assert.equal(await divide(id), true);
    assert.deepEqual(await shown(id), ['alder birch cedar']);
    await leave(id, 'more');
    assert.deepEqual(await shown(id), ['alder birch cedar'], 'what it connects is nothing');
    await leave(id, 'link');
    assert.deepEqual(await shown(id), []);
  });

  test(`communities are not committed when a document was ${what} while they were found`, async () => {
    const id = await connected();
    assert.equal(await divide(id, () => leave(id, 'link')), false);
    assert.deepEqual(await shown(id), []);
    assert.equal(await divide(id), true);
    assert.deepEqual(await shown(id), []);
  });
}

test('a text that was replaced connects nothing any more', async () => {
  const id = await connected();
  await divide(id);
  await put(id, 'more', [['alder', 'root']]);
  await put(id, 'link', [['alder', 'leaf']]);
  assert.deepEqual(await shown(id), []);
});

test('what has not changed stays, and the names of a chunk share a weight of 1 for each of them, beside facts', async () => {
  const id = await connected();
  const { edges } = await readLayerGraph(database, { datasetId: id, audienceId: null });
  assert.deepEqual(
    edges.map(([, , weight]) => weight).toSorted((a, b) => a - b),
    [0.5, 0.5, 1.5],
  );
  await divide(id);
  const before = await db.knowledgeCommunity.findMany({ where: { datasetId: id } });
  await divide(id);
  assert.equal(before.length, 1);
  assert.deepEqual(await db.knowledgeCommunity.findMany({ where: { datasetId: id } }), before);
});

test('names outside communities are known again, and forgotten with what they are in', async () => {
  const id = await connected();
  for (const name of ['elder', 'fir', 'ginkgo', 'hazel', 'larch', 'maple', 'oak', 'pine', 'rowan']) {
    await put(id, name, [[name, 'leaf']]);
  }
  await readNames(id);
  await divide(id);
  const [communities, outsiders] = await rowsOf(id);
  assert.deepEqual([communities.length, outsiders.length], [1, 9]);
  const { entities, known } = await readLayerGraph(database, { datasetId: id, audienceId: null });
  assert.deepEqual(
    [...known.edges.keys()].toSorted((a, b) => a - b),
    [...entities.keys()],
  );
  await divide(id);
  assert.deepEqual(await rowsOf(id), [communities, outsiders]);

  await put(id, 'bridge', [['elder', 'fir', 'ginkgo']]);
  await readNames(id);
  await divide(id);
  const [more, fewer] = await rowsOf(id);
  assert.deepEqual([more[0], more.length, fewer.length], [communities[0], 2, 6]);
  const rows = new Set(outsiders.map((row) => row.id));
  assert.ok(fewer.every((row) => rows.has(row.id)));
});

test('communities whose members are the same keep their rows when most of the names have changed', async () => {
  const id = await connected();
  await divide(id);
  const [[before]] = await rowsOf(id);
  for (let number = 0; number < 9; number++) await put(id, `new ${number}`, [[`new ${number}`, 'leaf']]);
  await put(id, 'again', [['alder', 'birch', 'cedar']]);
  await readNames(id);
  await divide(id);
  const [communities] = await rowsOf(id);
  assert.deepEqual(
    communities.map((community) => [community.id, community.weight]),
    [[before?.id, 5]],
  );
  assert.notEqual(communities[0]?.digest, before?.digest);
});

test('what fewer than three names of a community are left of is none', async () => {
  const id = await connected();
  await divide(id);
  const which = Prisma.sql`community.dataset_id = ${id}`;
  const without = async (...names: readonly string[]) => {
    const documents = names.map((name) => `doc_${name}`);
    const matching = Prisma.sql`${readableDocument(BEN)} AND NOT document.document_id = ANY(${documents}::text[])`;
    return (await readableCommunities(database, BEN, { which, matching, take: 9 })).length;
  };
  assert.deepEqual([await without('link'), await without('link', 'cedar')], [1, 0]);
});

test('a step commits and counts once, whichever of its attempts; after a reset it commits what has changed', async () => {
  const id = await connected();
  await db.jobCount.deleteMany({ where: { jobId: JOB } });
  const added = async () => (await readCounts(database, JOB))['communities_added'];
  const rows = () => db.knowledgeCommunity.findMany({ where: { datasetId: id } });
  // An attempt that nobody waits for any more, and has found the same.
  await divide(id, () => divide(id, undefined, null, 'run/late'), null, 'run/late');
  const before = await rows();
  await divide(id, undefined, null, 'run/late');
  assert.equal(await added(), 1);

  await divide(id);
  assert.deepEqual([await rows(), await added()], [before, 1]);
  await hide(id, 'link');
  await divide(id);
  assert.deepEqual([await rows(), await added()], [[], 1]);
  await put(id, 'bridge', [['alder', 'birch', 'cedar']]);
  await readNames(id);
  await divide(id);
  assert.deepEqual([(await rows()).length, await added()], [1, 2]);
});

test('a place in the list tells nothing of communities that the reader may not see', async () => {
  const id = await connected();
  for (const name of ['elder', 'fir', 'ginkgo']) await put(id, name, [[name, 'leaf']], { accessPolicy: PRIVATE });
  for (const name of ['secret', 'hidden'])
    await put(id, name, [['elder', 'fir', 'ginkgo', name]], { accessPolicy: PRIVATE });
  await readNames(id);
  const { audienceId } = await db.knowledgeDocument.findUniqueOrThrow({ where: { id: await pkOf(id, 'secret') } });
  await divide(id);
  await divide(id, undefined, audienceId);
  const other = await connected();
  await divide(other);
  await db.knowledgeCommunity.updateMany({ where: { datasetId: other }, data: { weight: 1000 } });
  const [own, ...others] = await db.knowledgeCommunity.findMany({
    where: { level: 0, datasetId: { in: [id, other] } },
    orderBy: { weight: 'asc' },
  });
  assert.deepEqual(
    others.map(({ datasetId, audienceId: layer }) => datasetId === id && layer !== null),
    [true, false],
  );
  assert.ok(own && own.weight < (others[0]?.weight ?? 0));
  for (const community of others) assert.deepEqual(await shown(id, community.id), []);
  const all = await listCommunities(database, OWNER, id, { level: 0, parent: undefined }, undefined, 50);
  assert.deepEqual(
    all.map((community) => BigInt(community.id)),
    [others[0]?.id, own.id],
    'the most connected members first',
  );
});
