/** The step that chunks documents, with real text processes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { chunkDocuments, planChunks } from '../../../../activities/knowledge/cognify/chunk-documents.ts';
import { openTexts } from '../../../../activities/knowledge/processes/pool.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { readCounts } from '../../../../domain/jobs/counts.ts';
import { keepDocuments } from '../../../../domain/knowledge/documents/documents.ts';
import type { NewDocument } from '../../../../domain/knowledge/documents/documents.ts';
import { readSkips } from '../../../../domain/knowledge/cognify/skips.ts';
import { endTurn, requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { FairTurns } from '../../../../platform/fair-turns.ts';
import { JOB, database, newDataset } from '../../../support/knowledge/datasets.ts';
import { envelopeOf, stepOf } from '../../../support/knowledge/steps.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';

/** Needs more memory than a text process has: a block for every third character. */
const HUGE = 'a\n\n'.repeat(12_000_000);

const server = await serveModel(({ body }) => embeddingsReply([body.input ?? []].flat(), 3));
const models = openModels(readSettings(modelSettings('test', server, { DIMENSIONS: '3' }), readModels), {
  database,
  secrets: { read: async () => [] },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const texts = openTexts({ parse: { converters: 1 } }, { watchPool: () => undefined });
after(() => texts.close());

const stored = new Map<string, string>();
const dependencies = {
  database,
  models,
  texts,
  knowledgeTurns: new FairTurns(1, 0),
  objects: {
    getStream: async (key: string) => {
      const markdown = stored.get(key);
      if (markdown === undefined) throw new ServiceError('not_found', key);
      return Readable.from([Buffer.from(markdown)]);
    },
  },
};

async function keep(datasetId: string, name: string, markdown: string): Promise<void> {
  const contentHash = createHash('sha256').update(markdown).digest('hex');
  const [documentId, markdownKey] = [`doc_${name}`, `knowledge/${datasetId}/${contentHash}`];
  stored.set(markdownKey, markdown);
  const document: NewDocument = {
    tenantId: 't1',
    datasetId,
    documentId,
    ownerSubject: 'ann',
    inputType: 'text',
    uri: null,
    objectId: null,
    label: name,
    title: null,
    nodeSets: [],
    metadata: {},
    accessPolicy: DEFAULT_ACCESS_POLICY,
    contentHash,
    mediaType: 'text/markdown',
    markdownKey,
    sourceKey: null,
    bytes: markdown.length,
    language: 'en',
    pageSpans: [],
    structured: false,
  };
  await database.db.$transaction((statements) => keepDocuments(statements, [document], { incremental: true }));
}

/** Chunks all documents of the dataset. What the job has counted and skipped. */
async function chunk(datasetId: string, jobId: string, incremental = true) {
  const { generation } = await requestTurn(database, datasetId, jobId);
  const input = {
    envelope: envelopeOf('knowledge.cognify'),
    dataset_id: datasetId,
    generation: String(generation),
    rules: { chunking: DEFAULT_CHUNK_RULES, incremental },
  };
  let cuts = 0;
  const counting = { ...texts, cut: (...request: Parameters<typeof texts.cut>) => (cuts++, texts.cut(...request)) };
  for (const { first, last } of await planChunks(dependencies, { ...input, after: '0' })) {
    const rows = { first, last };
    const end = await chunkDocuments({ ...dependencies, texts: counting }, { ...input, rows }, stepOf(jobId));
    assert.ok(end.is_done);
  }
  await endTurn(database, datasetId, jobId);
  const { documents = 0, documents_skipped = 0 } = await readCounts(database, jobId);
  return { documents, documents_skipped, cuts, skips: await readSkips(database, jobId) };
}

const bodies = async (datasetId: string) =>
  (await database.db.knowledgeChunk.findMany({ where: { datasetId }, orderBy: { body: 'asc' } })).map(
    ({ body }) => body,
  );

test(
  'a document that exceeds what may be spent on one is skipped, and keeps its earlier chunks until its content ' +
    'changes',
  async () => {
    const id = await newDataset();
    await endTurn(database, id, JOB);
    for (let note = 0; note < 10; note++) await keep(id, `note-${note}`, `Words of note ${note}.`);
    assert.deepEqual(await chunk(id, 'job_before'), { documents: 10, documents_skipped: 0, cuts: 10, skips: [] });
    const before = await bodies(id);
    await keep(id, 'note-3', HUGE);
    await keep(id, 'note-4', 'Other words.');
    const skips = [{ documentId: 'doc_note-3', code: 'too_large', unreadChunks: 0 }];
    assert.deepEqual(await chunk(id, 'job_huge'), { documents: 1, documents_skipped: 1, cuts: 2, skips });
    assert.deepEqual(await bodies(id), before.with(4, 'Other words.').toSorted());
    assert.deepEqual(await chunk(id, 'job_idle'), { documents: 0, documents_skipped: 0, cuts: 0, skips: [] });
    await keep(id, 'note-3', 'Few words.');
    assert.deepEqual(await chunk(id, 'job_after'), { documents: 1, documents_skipped: 0, cuts: 1, skips: [] });
    assert.ok((await bodies(id)).includes('Few words.'));
  },
);
