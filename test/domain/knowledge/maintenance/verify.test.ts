/** Each fault that a dataset can have is found, and a dataset without faults is whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { CHECKS } from '../../../../domain/knowledge/maintenance/verify/checks/index.ts';
import { addFactVectors } from '../../../../domain/knowledge/memify/fact-vectors.ts';
import { keepExchange } from '../../../../domain/knowledge/search/sessions/exchanges.ts';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { TABLES } from '../../../../domain/manifests/index.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { JOB, OWNER, database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';

const { db } = database;
const [id, other] = [await newDataset(), await newDataset()];
for (const dataset of [id, other]) {
  await put(dataset, 'a', [['ada', 'engine'], ['loom']]);
  await put(dataset, 'b', [['engine', 'london']]);
  await put(dataset, 'c', [['engine', 'lyon']], {
    accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' },
  });
  await readNames(dataset);
  const facts = await db.knowledgeFact.findMany({ where: { datasetId: dataset } });
  const vectors = facts.map((fact) => ({ id: fact.id, vector: Float32Array.of(1, 0, 0) }));
  await addFactVectors(database, await requestTurn(database, dataset, JOB), 'test', vectors);
  const { id: chunk } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId: dataset } });
  await db.knowledgeRule.create({
    data: { chunkId: chunk, datasetId: dataset, kind: 'do', start: 0, end: 3, extractor: 'rules' },
  });
  await db.knowledgeCorrection.create({
    data: {
      datasetId: dataset,
      kind: 'merge',
      names: ['ada', 'loom'],
      source: 'consolidation',
      subject: 'ann',
      decidedBy: JOB,
      score: 1,
      reasons: [],
      chunks: { create: [{ chunkId: chunk }] },
    },
  });
  await divide(dataset);
  const citations = [{ rank: 1, chunk: String(chunk), start: 0, end: 3, isQuoted: true }];
  const exchange = { question: 'who?', searchType: 'CHUNKS', answer: null, citations };
  await keepExchange(database, OWNER, 'questions', exchange);
}

/** A community with all entities of a dataset, and a part of it. */
async function divide(datasetId: string): Promise<void> {
  const community = { datasetId, audienceId: null, weight: 1, digest: 'x' };
  const { id: parentId } = await db.knowledgeCommunity.create({ data: { ...community, level: 0 } });
  const { id: communityId } = await db.knowledgeCommunity.create({ data: { ...community, level: 1, parentId } });
  const entities = await db.knowledgeEntity.findMany({ where: { datasetId } });
  const members = entities.map(({ id: entityId }, rank) => ({ communityId, entityId, rank, edges: 'x' }));
  await db.knowledgeCommunityMember.createMany({ data: members });
  const audience = await db.knowledgeAudience.findFirstOrThrow();
  const outsiders = entities.map(({ id: entityId }) => ({ datasetId, audienceId: audience.id, entityId, edges: 'x' }));
  await db.knowledgeCommunityOutsider.createMany({ data: outsiders });
  const { id: chunkId } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId } });
  await db.knowledgeCommunitySentence.create({ data: { communityId, ordinal: 0, chunkId, start: 0, end: 3 } });
  await db.knowledgeCommunityDescription.create({
    data: {
      communityId,
      digest: 'x',
      writer: 'main x',
      model: 'main',
      title: null,
      sentences: ['Ada wrote.'],
      sources: { create: [{ chunkId, sentences: [0] }] },
    },
  });
}

/** Statements that bring about each fault, without the triggers and references that prevent it. */
const CORRUPTIONS: Readonly<Record<string, string>> = {
  'a dataset whose deletion began a day ago and has not ended': `UPDATE knowledge_dataset SET deleted_at = now() - interval '2 days'`,
  'documents whose deletion began a day ago and has not ended': `UPDATE knowledge_document SET deleted_at = now() - interval '2 days'`,
  'documents of another tenant than their dataset': `UPDATE knowledge_document SET tenant_id = 't2'`,
  'chunks without a document of their dataset': `DELETE FROM knowledge_document`,
  'documents whose chunks are not numbered from 0 without a gap': `UPDATE knowledge_document SET chunked_hash = content_hash || ' x';
    UPDATE knowledge_chunk SET ordinal = ordinal + 1`,
  'vectors without a chunk of their dataset and document': `UPDATE knowledge_vector SET document_pk = 0`,
  'chunks for which their dataset’s model was not asked': `DELETE FROM knowledge_vector`,
  'vectors of another model than their dataset’s': `UPDATE knowledge_vector SET model = 'other'`,
  'words whose count of chunks is wrong': `UPDATE knowledge_term SET chunks = chunks + 1`,
  'a dataset whose count of chunks, words or tokens is wrong': `UPDATE knowledge_size SET tokens = tokens + 1`,
  'documents whose audience is not what their policy and that of their object ask': `UPDATE knowledge_document SET audience_id = NULL`,
  'audiences whose count of chunks or words is wrong': `UPDATE knowledge_restricted_size SET words = words + 1`,
  'words whose count of chunks for an audience is wrong': `DELETE FROM knowledge_restricted_term`,
  'entities whose count of chunks or titles for an audience is wrong': `UPDATE knowledge_restricted_entity SET titles = titles + 1`,
  'entities without a mention': `DELETE FROM knowledge_mention`,
  'entities whose count of chunks or titles is wrong': `UPDATE knowledge_entity SET titles = titles + 1`,
  'chunks that a language model has read and skipped, or neither': `INSERT INTO knowledge_extraction
    SELECT id, 'job', 'rules', 'main', NULL, NULL, 0, 0 FROM knowledge_chunk`,
  'chunks without the facts that a language model found in them': `INSERT INTO knowledge_extraction
    SELECT id, 'job', 'rules', 'main', '{"names": [], "facts": [{}]}', NULL, 0, 0 FROM knowledge_chunk`,
  'mentions of an entity by a chunk of another dataset, or that do not exist': `DELETE FROM knowledge_chunk`,
  'mentions that end after their chunk': `UPDATE knowledge_mention SET spans = '{0,999}'`,
  'aliases that are not within a chunk of their dataset, or that it does not mention': `UPDATE knowledge_alias SET alias = 'other'`,
  'corrections of consolidation that rest on no chunk': `DELETE FROM knowledge_correction_chunk`,
  'corrections that rest on a chunk of another dataset, or that does not exist': `DELETE FROM knowledge_chunk`,
  'traits that are not within their chunk': `INSERT INTO knowledge_trait
    SELECT id, 'ada', 'birth', '1961', 0, 999 FROM knowledge_chunk`,
  'dates that are not within their chunk, or end before they begin': `UPDATE knowledge_date SET to_day = -1`,
  'facts without evidence': `DELETE FROM knowledge_evidence`,
  'facts between entities of another dataset, or that do not exist': `DELETE FROM knowledge_entity`,
  'evidence of a fact in a chunk of another dataset, or that does not exist': `DELETE FROM knowledge_fact`,
  'vectors without a fact of their dataset': `DELETE FROM knowledge_fact`,
  'vectors of facts by another model than their dataset’s': `UPDATE knowledge_fact_vector SET model = 'other'`,
  'rules that are not within a chunk of their dataset': `UPDATE knowledge_rule SET "end" = 999`,
  'citations that are not within their chunk': `UPDATE knowledge_citation SET "end" = 999`,
  'evidence whose date is not within its chunk': `UPDATE knowledge_evidence SET date_start = 0, date_end = 999`,
  'ratings by another tenant than that of their dataset': `INSERT INTO knowledge_feedback (tenant_id, owner_subject, chunk_id, rating,
    question, question_sha256) SELECT 'other', 'ann', id, 1, 'Why?', 'x' FROM knowledge_chunk`,
  'evidence that is not within its chunk': `UPDATE knowledge_evidence SET "end" = 999`,
  'communities that are parts of one of another dataset, audience or level than the one above': `UPDATE knowledge_community SET level = 2
    WHERE level = 1`,
  'members of a community that are entities of another dataset': `UPDATE knowledge_entity SET dataset_id = 'other-' || id`,
  'entities outside communities that are of another dataset, or in one': `UPDATE knowledge_community_outsider SET audience_id = NULL`,
  'descriptions of communities with a sentence that cites no passage': `UPDATE knowledge_community_source SET sentences = '{}'`,
  'descriptions of communities from chunks of another dataset': `UPDATE knowledge_chunk SET dataset_id = 'other'`,
  'sentences of summaries that reach beyond the text of their chunk': `UPDATE knowledge_community_sentence SET "end" = 999`,
};
const WITHOUT_DATASET = / whose dataset does not exist$/;

/** What is found after these statements, which are undone. */
async function faultsAfter(sql: string): Promise<string[]> {
  const undo = new Error('undone');
  let found: string[] = [];
  const attempt = db.$transaction(async (statements) => {
    await statements.$executeRaw`SET LOCAL session_replication_role = replica`;
    for (const statement of sql.split(';')) await statements.$executeRaw`${Prisma.raw(statement)}`;
    found = (await verifyRows(statements, id)).map(({ what }) => what);
    throw undo;
  });
  await assert.rejects(attempt, undo);
  return found;
}

test('verification of a sound dataset finds nothing', async () => {
  assert.deepEqual(await verifyRows(db, id), []);
});

test('every table of knowledge is covered', () => {
  const tables = Object.keys(TABLES).filter((table) => table.startsWith('knowledge_'));
  assert.deepEqual(Object.keys(CHECKS).sort(), tables.sort());
});

for (const { finds } of Object.values(CHECKS).flat()) {
  test(finds, async () => {
    const sql = WITHOUT_DATASET.test(finds) ? 'DELETE FROM knowledge_dataset' : CORRUPTIONS[finds];
    assert.ok(sql, 'this test has to corrupt the dataset');
    const found = await faultsAfter(sql);
    assert.ok(found.includes(finds), found.join('\n'));
  });
}
