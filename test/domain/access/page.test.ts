/** Pages of datasets, of evaluation and of knowledge: newest first, without what the caller may not read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import * as evaluation from '../../../domain/evaluation/datasets/datasets.ts';
import * as knowledge from '../../../domain/knowledge/datasets/datasets.ts';
import { OWNER, database } from '../../support/knowledge/datasets.ts';

const PRIVATE = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' as const };
const OTHER = { ...OWNER, subject: 'bob' };
const MODEL = { embeddingModel: 'test', embeddingDimensions: 3 };

async function addBoth(datasetKey: string, accessPolicy = DEFAULT_ACCESS_POLICY): Promise<void> {
  const described = { displayName: datasetKey, description: null, retentionClass: 'standard' as const, accessPolicy };
  await evaluation.createDataset(database, OWNER, { datasetKey, ...described }, 7);
  const attributes = { display_name: datasetKey, access_policy: accessPolicy };
  await knowledge.createDataset(database, OWNER, datasetKey, attributes, MODEL, 7);
}

for (const key of ['first', 'second', 'third']) await addBoth(key);
await addBoth('hidden', PRIVATE);
await addBoth('deleted');
await database.db.evaluationDataset.deleteMany({ where: { datasetKey: 'deleted' } });
await database.db.knowledgeDataset.updateMany({ where: { datasetKey: 'deleted' }, data: { deletedAt: new Date() } });

for (const [name, { listDatasets }] of Object.entries({ evaluation, knowledge })) {
  test(`${name}: a page continues below the one before`, async () => {
    const keysOf = async (caller: typeof OWNER, take: number, after?: { createdAt: string; id: string }) =>
      (await listDatasets(database, caller, after, take)).map(({ datasetKey }) => datasetKey);
    assert.deepEqual(await keysOf(OWNER, 9), ['hidden', 'third', 'second', 'first']);
    assert.deepEqual(await keysOf(OTHER, 2), ['third', 'second']);
    assert.deepEqual(await keysOf({ ...OTHER, tenantId: 't2' }, 9), []);
    const last = (await listDatasets(database, OTHER, undefined, 2)).at(-1) ?? assert.fail();
    assert.deepEqual(await keysOf(OTHER, 2, { createdAt: last.createdAt.toISOString(), id: last.id }), ['first']);
  });
}
