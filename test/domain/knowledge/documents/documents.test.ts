/** Which objects a document leaves behind when it is kept, replaced or kept again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import type { NewDocument } from '../../../../domain/knowledge/documents/documents.ts';
import { recordDocuments } from '../../../../domain/knowledge/documents/inputs.ts';
import { JOB, database, newDataset } from '../../../support/knowledge/datasets.ts';

/** A version of a text: its objects are called after it. */
function version(datasetId: string, name: string, contentHash: string, hasSource = true): NewDocument {
  return {
    tenantId: 't1',
    datasetId,
    documentId: 'doc_quay',
    ownerSubject: 'ann',
    inputType: 'text',
    uri: null,
    objectId: null,
    label: 'quay',
    title: null,
    nodeSets: [],
    metadata: {},
    accessPolicy: DEFAULT_ACCESS_POLICY,
    mediaType: 'text/markdown',
    bytes: 1,
    language: null,
    pageSpans: [],
    structured: false,
    contentHash,
    markdownKey: `${name}.md`,
    sourceKey: hasSource ? `${name}.source` : null,
  };
}

let ordinal = 0;

/** Records the versions as inputs of one step; what each became and discards. */
async function record(datasetId: string, versions: readonly NewDocument[], first = ordinal) {
  const inputs = versions.map((document, index) => ({
    row: { jobId: JOB, ordinal: first + index, inputType: 'text' as const, label: 'quay', childJobId: null },
    document,
    records: null,
  }));
  ordinal = Math.max(ordinal, first + versions.length);
  const kept = await recordDocuments(database, { jobId: JOB, datasetId }, inputs, { incremental: true });
  return kept.map(({ outcome, discarded }) => [outcome, ...discarded]);
}

async function keysOf(datasetId: string) {
  const rows = await database.db.knowledgeDocument.findMany({ where: { datasetId } });
  return rows.map(({ markdownKey, sourceKey }) => [markdownKey, sourceKey]);
}

test('the Markdown is replaced with the content, the copy of the source each time', async () => {
  const id = await newDataset();
  assert.deepEqual(await record(id, [version(id, 'a', '1')]), [['added']]);
  assert.deepEqual(await record(id, [version(id, 'b', '1')]), [['unchanged', 'b.md', 'a.source']]);
  assert.deepEqual(await keysOf(id), [['a.md', 'b.source']]);
  assert.deepEqual(await record(id, [version(id, 'c', '2')]), [['updated', 'a.md', 'b.source']]);
  assert.deepEqual(await record(id, [version(id, 'd', '2', false)]), [['unchanged', 'd.md', 'c.source']]);
  assert.deepEqual(await keysOf(id), [['c.md', null]]);
});

test('of two inputs of one step that are the same document, the later one is kept', async () => {
  const id = await newDataset();
  const both = [version(id, 'a', '1'), version(id, 'b', '1'), version(id, 'c', '2')];
  assert.deepEqual(await record(id, both), [
    ['added'],
    ['unchanged', 'b.md', 'a.source'],
    ['updated', 'a.md', 'b.source'],
  ]);
  assert.deepEqual(await keysOf(id), [['c.md', 'c.source']]);
});

test('a repeated step discards what it has stored again', async () => {
  const id = await newDataset();
  const first = ordinal;
  assert.deepEqual(await record(id, [version(id, 'a', '1')], first), [['added']]);
  assert.deepEqual(await record(id, [version(id, 'b', '1')], first), [['added', 'b.md', 'b.source']]);
  assert.deepEqual(await keysOf(id), [['a.md', 'a.source']]);
});
