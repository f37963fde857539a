/**
 * A Memify job `communities` whose workers die while a language model describes them ends as one that nothing disturbs,
 * and repeats no finished call; and a document more among many changes what it touches. The model is scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../support/service/client.ts';
import { addTexts, cognifiedTexts, runKnowledge } from '../../../support/knowledge/client.ts';
import { lastNames } from '../../../support/knowledge/people.ts';
import { openSilentModel } from '../../../support/knowledge/dying-workers.ts';

const SENTENCE = /<passage number="1">\n[^\n]*\n([^<]*?\.)/;

const { api, database, answered, runDying } = await openSilentModel((shown) => {
  const said = SENTENCE.exec(shown)?.[1] ?? '';
  return { title: said, sentences: [{ text: said, passages: [1] }] };
});

/** Guilds that have nothing to do with each other: a community each. */
const TOWNS = lastNames(20);
const TEXTS = TOWNS.flatMap((town) => {
  const [ada, ben, cleo] = [`Ada ${town}`, `Ben ${town}`, `Cleo ${town}`];
  return [
    { label: ada, text: `${ada} learned the trade of wheelwrights from ${ben} and taught it to ${cleo} later.` },
    { label: ben, text: `${ben} wrote many letters about the wheels of mills to ${cleo} and to ${ada}.` },
    { label: cleo, text: `${cleo} founded a school of wheelwrights together with ${ada} and ${ben}.` },
  ];
});

async function filledDataset(client: Client): Promise<string> {
  const id = await cognifiedTexts(client, 'guilds', TEXTS, { extractor: 'rules' });
  answered.length = 0;
  return id;
}

const communities = { pipeline: 'communities' };

/** All communities with their descriptions, without identifiers. */
async function rowsOf(datasetId: string): Promise<unknown> {
  return database.db.$queryRaw`
    SELECT community.level, described.title, described.sentences, names.members, cited.sources
    FROM knowledge_community community
    LEFT JOIN knowledge_community_description described ON described.community_id = community.id
    CROSS JOIN LATERAL (SELECT array_agg(entity.name ORDER BY member.rank) AS members
      FROM knowledge_community_member member
      JOIN knowledge_entity entity ON entity.id = member.entity_id WHERE member.community_id = community.id) names
    CROSS JOIN LATERAL (SELECT array_agg(chunk.hash ORDER BY chunk.hash) AS sources
      FROM knowledge_community_source source
      JOIN knowledge_chunk chunk ON chunk.id = source.chunk_id WHERE source.community_id = community.id) cited
    WHERE community.dataset_id = ${datasetId} ORDER BY names.members, community.level`;
}

/** Less than a step of eight is described before the first death, and more before the second. */
const DEATHS = { times: 2, answers: 5 };
// Each client has a tenant of its own: finished calls of a tenant are found again by all of its jobs.
const [calm, killed] = [await api.client(), await api.client()];

test('killed twice while a model describes communities, it ends with the same rows, and no finished call is repeated', async () => {
  const undisturbed = await filledDataset(calm);
  const expected = await runKnowledge(calm, 'memify', { dataset_id: undisturbed, ...communities });
  const calls = answered.length;
  assert.ok(calls >= TOWNS.length, String(calls));

  const id = await filledDataset(killed);
  const result = await runDying(killed, 'memify', { dataset_id: id, ...communities }, DEATHS);

  assert.deepEqual([answered.length, new Set(answered).size], [calls, calls]);
  assert.deepEqual([result.descriptions, result.counts], [expected.descriptions, expected.counts]);
  assert.deepEqual(await rowsOf(id), await rowsOf(undisturbed));
});

test('a document more changes the communities that it touches, and has only those summarized and described anew', async () => {
  const { items: before } = await calm.expect<{ items: { dataset_id: string }[] }>(
    200,
    'GET',
    '/v1/knowledge/datasets',
  );
  const dataset_id = before[0]?.dataset_id ?? assert.fail();
  const town = TOWNS[3] ?? '';
  await addTexts(calm, 'guilds', [
    { label: `Dora ${town}`, text: `Dora ${town} inherited the school of Cleo ${town} and the tools of Ada ${town}.` },
  ]);
  await runKnowledge(calm, 'cognify', { dataset_id, extractor: 'rules' });
  answered.length = 0;
  const { counts } = await runKnowledge(calm, 'memify', { dataset_id, ...communities });
  const { communities: all = 0, communities_changed: changed = 0, communities_added: added = 0 } = counts;
  assert.ok(all >= TOWNS.length, String(all));
  const redone = changed + added;
  assert.ok(redone >= 1 && redone <= 3, `${redone} of ${all} are redone`);
  assert.deepEqual([counts['communities_summarized'], counts['communities_described']], [redone, redone]);
  assert.equal(answered.length, redone);
  assert.ok(answered.every((shown) => shown.includes(town)));
});
