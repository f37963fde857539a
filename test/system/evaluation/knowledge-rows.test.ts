/** Rows of evaluation datasets from datasets of knowledge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { EvalDatasetRowList, EvalDatasetVersion } from '../../../api/evaluation/datasets/schemas.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import type { Client } from '../../support/service/client.ts';
import { createEvalDataset, submitImport } from '../../support/evaluation/client.ts';
import { cognifiedTexts } from '../../support/knowledge/client.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'handbook', subject: 'ann' });

const SENTENCES = Array.from({ length: 200 }, (_, at) => `The finance board approves travel expenses of ${at} euros.`);
const TRAVEL = { label: 'Travel', text: `# Travel\n\n${SENTENCES.join(' ')}` };
const VACATION = { label: 'Vacation', text: '# Vacation\n\nEmployees have 28 days of vacation a year.' };
const dataset_key = 'handbook';
const knowledge = await cognifiedTexts(client, dataset_key, [TRAVEL, VACATION]);
const database = sharedDatabase();

async function imported(reader: Client, body: object): Promise<Record<string, unknown>[]> {
  const { dataset_id } = await createEvalDataset(reader);
  const jobId = await submitImport(reader, dataset_id, { type: 'knowledge_dataset', dataset_id: knowledge, ...body });
  await reader.waitFor(jobId, 'succeeded');
  const { version } = await reader.expect<EvalDatasetVersion>(200, 'GET', `/v1/eval/imports/${jobId}/result`);
  const path = `/v1/eval/datasets/${dataset_id}/rows?version=${version}`;
  const { items } = await reader.expect<Static<typeof EvalDatasetRowList>>(200, 'GET', path);
  return items.map(({ values }) => values);
}

test('each chunk, or each document, becomes a row', async () => {
  const chunks = await imported(client, {});
  const ofTravel = chunks.filter(({ title }) => title === 'Travel');
  assert.ok(ofTravel.length > 1);
  for (const [index, { retrieval_contexts, ordinal }] of ofTravel.entries()) {
    assert.equal(ordinal, index);
    assert.ok(Array.isArray(retrieval_contexts) && TRAVEL.text.includes(String(retrieval_contexts[0])));
  }
  assert.deepEqual(
    chunks.slice(ofTravel.length).map(({ retrieval_contexts }) => retrieval_contexts),
    [[VACATION.text]],
  );
  const documents = await imported(client, { unit: 'documents' });
  assert.deepEqual(
    documents.map(({ retrieval_contexts, title }) => ({ retrieval_contexts, title })),
    [TRAVEL, VACATION].map(({ label, text }) => ({ retrieval_contexts: [text], title: label })),
  );
  assert.deepEqual(new Set(documents.map(({ group }) => group)), new Set(chunks.map(({ group }) => group)));
});

test('documents that the submitter may not read are left out', async () => {
  const where = { datasetId: knowledge, title: 'Travel' };
  await database.db.knowledgeDocument.updateMany({ where, data: { accessPolicy: { access_level: 'private' } } });
  const colleague = await api.client({ tenant: 'handbook', subject: 'bob' });
  for (const unit of ['chunks', 'documents']) {
    const rows = await imported(colleague, { unit });
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Vacation'],
      unit,
    );
  }
});

test('a document that is larger than a row is named, and imported as chunks', async () => {
  const where = { datasetId: knowledge, title: 'Vacation' };
  await database.db.knowledgeDocument.updateMany({ where, data: { bytes: 2 ** 20 + 1 } });
  const { dataset_id } = await createEvalDataset(client);
  const body = { type: 'knowledge_dataset', dataset_id: knowledge, unit: 'documents' };
  const { error } = await client.waitFor(await submitImport(client, dataset_id, body), 'failed');
  assert.deepEqual([error?.code, error?.details], ['rows_invalid', { reason: 'row_too_large', line: 2 }]);
  assert.ok((await imported(client, { unit: 'chunks' })).length > 2);
});
