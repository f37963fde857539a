/**
 * Evaluation datasets that a request excludes: who may not read one is refused before anything is made, and learns
 * nothing of it.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { ValidationError } from '../../../api/contract/validation.ts';
import { readExcluded } from '../../../api/synthesis/exclude.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import { newId } from '../../../domain/ids.ts';
import { ERRORS, ServiceError } from '../../../errors/index.ts';
import { addDatasetVersion } from '../../support/evaluation/dataset-versions.ts';
import { OWNER, database } from '../../support/knowledge/datasets.ts';
import { openStore } from '../../support/store.ts';

const objects = openStore(`exclude-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
after(() => objects.close());

const ANN: Caller = { ...OWNER, scopes: new Set(['eval:read']) };
const BEN: Caller = { ...ANN, subject: 'ben' };
const open = await addDatasetVersion({ database, objects }, [{ text: 'Open words.' }]);
const closed = await addDatasetVersion({ database, objects }, [{ text: 'Closed words.' }], {
  ...DEFAULT_ACCESS_POLICY,
  access_level: 'private',
});

type Selectors = Parameters<typeof readExcluded>[2]['exclude_datasets'];
const excluded = (caller: Caller, exclude_datasets?: Selectors) =>
  readExcluded({ database }, caller, exclude_datasets === undefined ? {} : { exclude_datasets });

test('datasets are found by identifier and by key, the latest version unless one is named', async () => {
  const [byId, byKey] = [{ dataset_id: open.datasetId }, { dataset_key: closed.datasetKey, version: 1 }];
  assert.deepEqual(await excluded(ANN, [byId, byKey]), [
    { dataset_id: open.datasetId, version: 1 },
    { dataset_id: closed.datasetId, version: 1 },
  ]);
  assert.deepEqual(await excluded(ANN), []);
});

for (const [what, selector] of [
  ['closed, by identifier', { dataset_id: closed.datasetId }],
  ['closed, by key', { dataset_key: closed.datasetKey }],
  ['absent, by identifier', { dataset_id: newId('evds') }],
  ['absent, by key', { dataset_key: 'nobody-has-it' }],
  ['open, in a version that there is not', { dataset_id: open.datasetId, version: 7 }],
] as const) {
  test(`refused: ${what}`, async () => {
    await assert.rejects(excluded(BEN, [{ dataset_id: open.datasetId }, selector]), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(ERRORS[error.code].status, 404);
      assert.deepEqual(error.details, { member: 'exclude_datasets[1]' });
      const detail =
        'exclude_datasets[1]: there is no such evaluation dataset, or version of it, that the submitter may read.';
      assert.equal(error.message, detail);
      return true;
    });
  });
}

test('refused: a token without the scope, and an entry that names no dataset, or two', async () => {
  const scopes = new Set(['synthesis:write']);
  await assert.rejects(excluded({ ...ANN, scopes }, [{ dataset_id: open.datasetId }]), { code: 'insufficient_scope' });
  const { datasetId: dataset_id, datasetKey: dataset_key } = open;
  for (const selector of [{}, { dataset_id, dataset_key }]) {
    await assert.rejects(excluded(ANN, [selector]), ValidationError);
  }
});

test('refused: more rows than each round can read', async () => {
  const { datasetId, version } = await addDatasetVersion({ database, objects }, [{ text: 'Words.' }]);
  const where = { datasetId_version: { datasetId, version } };
  await database.db.evaluationDatasetVersion.update({ where, data: { bytes: 300 * 1024 ** 2 } });
  await assert.rejects(excluded(ANN, [{ dataset_id: datasetId }]), { code: 'too_large' });
});
