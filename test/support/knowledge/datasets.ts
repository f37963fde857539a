/**
 * Datasets of made-up documents, straight in the database: texts are words, and the first word of a chunk is its title.
 */
import { createHash } from 'node:crypto';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { commitChunks, missingChunks } from '../../../domain/knowledge/cognify/chunks.ts';
import type { CutChunk, NewChunk } from '../../../domain/knowledge/cognify/chunks.ts';
import { chunkedHash } from '../../../domain/knowledge/cognify/progress.ts';
import { createDataset } from '../../../domain/knowledge/datasets/datasets.ts';
import type { NewDocument } from '../../../domain/knowledge/documents/documents.ts';
import { keepDocuments } from '../../../domain/knowledge/documents/documents.ts';
import { commitNames, knownTitles, titlesVersion, unreadChunks } from '../../../domain/knowledge/cognify/names.ts';
import { isTitle } from '../../../domain/knowledge/cognify/titles.ts';
import { requestTurn } from '../../../domain/knowledge/datasets/turns.ts';
import { ownDatabase } from '../servers/own-database.ts';

export const { database } = await ownDatabase();
const { db } = database;

export const OWNER = { tenantId: 't1', subject: 'ann', roles: [], purpose: null };
const MODEL = { embeddingModel: 'test', embeddingDimensions: 3 };
export const JOB = 'job_1';
const RULES = { model: 'test', incremental: true };
let datasets = 0;
let steps = 0;

/** The `id` of another step. */
export const newStep = (): string => `run/${++steps}`;

export async function newDataset(): Promise<string> {
  const key = `dataset-${++datasets}`;
  const { id } = await createDataset(database, OWNER, key, { display_name: key }, MODEL, 7);
  await requestTurn(database, id, JOB);
  return id;
}

/**
 * Texts are words; the first word of a chunk is its title. A chunk mentions the words that are titles of the dataset.
 */
export type Text = readonly (readonly string[])[];

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
      hash,
      occurrence,
      ordinal,
      start,
      end: start + body.length,
      pageFrom: null,
      pageTo: ordinal,
      heading: words[0] ?? '',
      body,
      tokens: words.length,
      record: null,
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
    titleLexemes: [[chunk.heading]],
  };
}

export async function put(datasetId: string, name: string, text: Text, more: Partial<NewDocument> = {}): Promise<void> {
  const documentId = `doc_${name}`;
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
    mediaType: 'text/markdown',
    contentHash: sha(JSON.stringify(text)),
    markdownKey: `knowledge/${name}`,
    sourceKey: null,
    bytes: 1,
    language: null,
    pageSpans: [{ page: 1, start: 0, end: 1 }],
    structured: false,
    ...more,
  };
  await db.$transaction((statements) => keepDocuments(statements, [document], { incremental: true }));
  const documentPk = await pkOf(datasetId, name);
  const chunks = cut(text);
  const turn = await requestTurn(database, datasetId, JOB);
  const missing = await missingChunks(database, turn, documentPk, RULES, chunks);
  const { contentHash } = document;
  const made = {
    model: 'test',
    chunkedHash: chunkedHash(document, 'rules'),
    truncated: false,
    cut: chunks,
    added: missing.map(added),
  };
  await commitChunks(database, turn, [{ documentPk, documentId, contentHash, ...made }]);
}

export async function pkOf(datasetId: string, name: string): Promise<bigint> {
  const where = { datasetId, documentId: `doc_${name}`, deletedAt: null };
  const { id } = await db.knowledgeDocument.findFirstOrThrow({ where });
  return id;
}

/**
 * Reads the names of all unread chunks: the first one that a chunk mentions is an alias of its title, and "mill=1961"
 * says when it was born. How many chunks there were.
 */
export async function readNames(datasetId: string): Promise<number> {
  const version = await titlesVersion(database, datasetId);
  const unread = await unreadChunks(database, datasetId, { first: '0', last: String(2 ** 50) });
  const words = [...new Set(unread.flatMap(({ body }) => body.split(' ')))];
  const titles = await knownTitles(database, datasetId, words);
  const read = unread.map(({ id, title, body, audience }) => {
    const names = [...new Set(body.split(' '))].filter((word) => isTitle(titles, word, audience) && word !== title);
    const mentions = names.map((name) => ({
      name,
      label: name,
      role: 0 as const,
      type: null,
      spans: [0, name.length],
    }));
    const [object] = names;
    const facts = object ? [{ subject: title, predicate: 'names', object, start: 0, end: 1, extractor: 'rules' }] : [];
    const aliases = object
      ? [{ alias: object, name: title, rule: 'abbreviation' as const, start: 0, end: body.length }]
      : [];
    const dates = [{ place: 'text' as const, start: 0, end: 1, fromDay: 0, toDay: null }];
    const traits = Array.from(
      body.matchAll(/(\w+)=(\w+)/g),
      ({ 1: name = '', 2: value = '', 0: { length }, index }) => ({
        name,
        value,
        kind: 'birth' as const,
        span: { start: index, end: index + length },
      }),
    );
    return { chunkId: id, mentions, facts, aliases, dates, traits };
  });
  if (!(await commitNames(database, await requestTurn(database, datasetId, JOB), version, read)))
    throw new Error('no title has changed');
  return unread.length;
}
