/** Chunks, names and facts of a dataset: what is derived is a function of the documents, however they came and went. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { commitChunks, missingChunks } from '../../../domain/knowledge/chunks.ts';
import type { CutChunk, NewChunk } from '../../../domain/knowledge/chunks.ts';
import { createDataset } from '../../../domain/knowledge/datasets.ts';
import type { NewDocument } from '../../../domain/knowledge/documents.ts';
import { documentsBetween, keepDocument, removeDocument } from '../../../domain/knowledge/documents.ts';
import { commitNames, knownTitles, unreadChunks } from '../../../domain/knowledge/names.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { applyMigrations } from '../../../platform/database/migrate.ts';
import { startPglite } from '../../../platform/database/pglite.ts';
import { derivedRows } from '../../support/derived-rows.ts';

const server = await startPglite('memory://', 0, (error) => {
  throw error;
});
await applyMigrations(server.url);
const database = openDatabase(server.url);
const { db } = database;
after(async () => {
  await database.close();
  await server.stop();
});

const OWNER = { tenantId: 't1', subject: 'ann', roles: [], purpose: null };
const MODEL = { embeddingModel: 'test', embeddingDimensions: 3 };
let datasets = 0;

async function newDataset(): Promise<string> {
  const key = `dataset-${++datasets}`;
  const { id } = await createDataset(database, OWNER, key, { display_name: key }, MODEL, 7);
  return id;
}

/** Texts are words; the first word of a chunk is its title. A chunk mentions the words that are titles of the dataset. */
type Text = readonly (readonly string[])[];

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

function cut(text: Text): CutChunk[] {
  const seen = new Map<string, number>();
  return text.map((words, ordinal) => {
    const body = words.join(' ');
    const hash = sha(body);
    const occurrence = seen.get(hash) ?? 0;
    seen.set(hash, occurrence + 1);
    const start = 100 * ordinal;
    return {
      ...{ hash, occurrence, ordinal, start, end: start + body.length, pageFrom: null, pageTo: ordinal },
      ...{ heading: words[0] ?? '', body, tokens: words.length },
    };
  });
}

function added(chunk: CutChunk): NewChunk {
  const words = chunk.body.split(' ');
  const positions = Map.groupBy(
    words.map((word, at) => ({ word, at: at + 1 })),
    ({ word }) => word,
  );
  return {
    ...chunk,
    terms: [...positions].map(([word, at]) => `'${word}':${at.map((one) => one.at).join(',')}`).join(' '),
    words: words.length,
    vector: Float32Array.of(1, 0, words.length),
    titleMentions: [{ name: chunk.heading, label: chunk.heading, role: 2, type: null, spans: [] }],
    titleLexemes: [chunk.heading],
  };
}

async function put(datasetId: string, name: string, text: Text): Promise<void> {
  const documentId = `doc_${name}`;
  const document: NewDocument = {
    ...{ tenantId: 't1', datasetId, documentId, ownerSubject: 'ann', inputType: 'text', uri: null, objectId: null },
    ...{ label: name, title: null, nodeSets: [], metadata: {}, accessPolicy: DEFAULT_ACCESS_POLICY },
    ...{ mediaType: 'text/markdown', contentHash: sha(JSON.stringify(text)), markdownKey: `knowledge/${name}` },
    ...{ sourceKey: null, bytes: 1, language: null, pageSpans: [{ page: 1, start: 0, end: 1 }] },
  };
  await db.$transaction((statements) => keepDocument(statements, document, { incremental: true }));
  const documentPk = await pkOf(datasetId, name);
  const chunks = cut(text);
  const missing = await missingChunks(database, documentPk, 'test', chunks);
  const { contentHash } = document;
  const made = { model: 'test', chunkedHash: 'x', cut: chunks, added: missing.map(added) };
  const cutOf = { documentPk, datasetId, contentHash, ...made };
  await commitChunks(database, datasetId, [cutOf]);
}

async function pkOf(datasetId: string, name: string): Promise<bigint> {
  const where = { datasetId_documentId: { datasetId, documentId: `doc_${name}` } };
  const { id } = await db.knowledgeDocument.findUniqueOrThrow({ where });
  return id;
}

/** Reads the names of all unread chunks. How many there were. */
async function readNames(datasetId: string): Promise<number> {
  const unread = await unreadChunks(database, datasetId, { first: '0', last: String(2 ** 50) });
  const words = [...new Set(unread.flatMap(({ body }) => body.split(' ')))];
  const titles = await knownTitles(database, datasetId, words);
  const read = unread.map(({ id, title, body }) => {
    const names = [...new Set(body.split(' '))].filter((word) => titles.has(word) && word !== title);
    const mentions = names.map((name) => ({
      name,
      label: name,
      role: 0 as const,
      type: null,
      spans: [0, name.length],
    }));
    const [object] = names;
    const facts = object ? [{ subject: title, predicate: 'names', object, start: 0, end: 1, extractor: 'rules' }] : [];
    return { chunkId: id, mentions, facts };
  });
  await commitNames(database, datasetId, read);
  return unread.length;
}

const word = fc.constantFrom('ada', 'babbage', 'engine', 'london', 'loom');
const text = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
const change = fc.record({ name: fc.constantFrom('a', 'b', 'c'), text: fc.option(text), reads: fc.boolean() });

test('after any changes the dataset equals one that had the last state of each document from the start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const changed = await newDataset();
      const last = new Map<string, Text>();
      for (const { name, text, reads } of changes) {
        if (text) {
          await put(changed, name, text);
          last.set(name, text);
        } else if (last.delete(name)) {
          const id = await pkOf(changed, name);
          await db.$transaction((statements) => removeDocument(statements, { id, datasetId: changed }));
        }
        if (reads) await readNames(changed);
      }
      await readNames(changed);
      const fresh = await newDataset();
      for (const [name, text] of [...last].toSorted(([a], [b]) => (a < b ? 1 : -1))) await put(fresh, name, text);
      await readNames(fresh);
      assert.deepEqual(await derivedRows(database, changed), await derivedRows(database, fresh));
    }),
    { numRuns: 60 },
  );
});

test('an edit touches only its own chunks, and those that name what it brought or took away', async () => {
  const id = await newDataset();
  await put(id, 'a', [['ada', 'engine'], ['loom']]);
  await put(id, 'b', [['babbage', 'london']]);
  assert.equal(await readNames(id), 3);
  await put(id, 'a', [
    ['ada', 'engine'],
    ['london', 'loom'],
  ]);
  // The new chunk, and the one of the other document that names its title.
  assert.equal(await readNames(id), 2);
  await put(id, 'a', [
    ['london', 'loom'],
    ['ada', 'engine'],
  ]);
  assert.equal(await readNames(id), 0);
  const pk = String(await pkOf(id, 'a'));
  const [row] = await documentsBetween(database, id, { first: pk, last: pk });
  assert.deepEqual(row?.pageSpans, [{ page: 1, start: 0, end: 1 }]);
});
