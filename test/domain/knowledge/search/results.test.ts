import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatasetRow } from '../../../../domain/knowledge/datasets/datasets.ts';
import type { Passage } from '../../../../domain/knowledge/search/passages.ts';
import { resultsOf } from '../../../../domain/knowledge/search/results.ts';
import { citationsOf } from '../../../../domain/knowledge/search/sessions/exchanges.ts';
import { hitOf } from '../../../../engines/knowledge/retrieval/hits.ts';

const TEXT = 'The mill is old.';

function passageOf(chunk: string, score: number): Passage {
  return {
    chunk,
    hash: chunk,
    heading: '',
    body: TEXT,
    ordinal: 0,
    start: 0,
    end: TEXT.length,
    pageFrom: null,
    pageTo: null,
    recordType: null,
    recordRow: null,
    datasetId: 'dset_1',
    documentId: 'doc_1',
    label: null,
    title: null,
    uri: null,
    objectId: null,
    language: 'en',
    hit: hitOf(chunk, { similarity: score }),
    highlight: { start: 4, end: 8, marks: [] },
  };
}

type Found = Parameters<typeof resultsOf>[0];
type Sentence = NonNullable<Found['extracted']>['sentences'][number];

const sentence: Sentence = {
  passage: 1,
  text: TEXT,
  words: TEXT,
  start: 0,
  end: TEXT.length,
  covers: null,
  similarity: 1,
  score: 1,
  standing: 1,
  isQuoted: true,
  date: null,
};

const dataset: DatasetRow = {
  id: 'dset_1',
  tenantId: 'tenant',
  ownerSubject: 'ada',
  datasetKey: 'mills',
  displayName: 'Mills',
  description: null,
  tags: [],
  retentionClass: 'standard',
  expiresAt: null,
  metadata: {},
  accessPolicy: {},
  embeddingModel: 'small',
  embeddingDimensions: 3,
  deletedAt: null,
  updatedBySubject: 'ada',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  titlesVersion: 0n,
  layersVersion: 0n,
};

const found: Found = {
  datasets: [dataset],
  passages: [passageOf('11', 0.4), passageOf('12', 0.9), passageOf('13', 0.2)],
  facts: [],
  communities: [],
  warnings: [],
  extracted: { sentences: [sentence], holdsAnswer: true, confidence: 0.7 },
  asked: null,
  time: null,
  dates: new Map(),
  conflicts: [],
  why: null,
  isPartial: false,
};

const unavailable = { code: 'model_unavailable', message: 'It is away.' } as const;

test('a passage ahead of a higher score has that score', () => {
  const { results } = resultsOf(found);
  assert.deepEqual(
    results.map(({ rank, score, passage }) => [rank, score, passage.chunk]),
    [
      [1, 0.9, '11'],
      [2, 0.9, '12'],
      [3, 0.2, '13'],
    ],
  );
});

test('without a model, sentences of the passages answer', () => {
  const { answer } = resultsOf(found);
  assert.deepEqual([answer?.method, answer?.text, answer?.confidence], ['extractive', `${TEXT} [2]`, 0.7]);
  assert.deepEqual(answer?.citations, [{ rank: 2, chunk: '12', text: TEXT, start: 0, end: TEXT.length }]);
});

test('the answer of a model comes first, and one that failed leaves its reason and usage', () => {
  const usage = [{ source: 'main', unit: 'calls', amount: 1 }] as const;
  const citations = [{ rank: 1, chunk: '11', text: TEXT, start: 0, end: TEXT.length }];
  const written = { sentences: [{ text: 'It is old.', citations }], dropped: 1 };
  const asked = { model: 'main', usage, answer: written, failure: null };
  const byModel = resultsOf({ ...found, asked }).answer;
  assert.deepEqual([byModel?.method, byModel?.text, byModel?.sentencesDropped], ['model', 'It is old. [1]', 1]);
  const { answer } = resultsOf({ ...found, asked: { ...asked, answer: null, failure: unavailable } });
  assert.deepEqual([answer?.method, answer?.failure, answer?.usage], ['extractive', unavailable, usage]);
});

test('a session keeps the sentences that answer, or else what matches best in each passage', () => {
  const kept = { rank: 2, chunk: '12', start: 0, end: TEXT.length, isQuoted: true };
  assert.deepEqual(citationsOf(resultsOf(found)), [kept]);
  const unanswered = citationsOf(resultsOf({ ...found, extracted: null }));
  assert.deepEqual(
    unanswered.map(({ rank, start, isQuoted }) => [rank, start, isQuoted]),
    [
      [1, 4, false],
      [2, 4, false],
      [3, 4, false],
    ],
  );
});

test('the date of a passage is that of the sentence that answers, if one is in it', () => {
  const counted = { chunk: '12', place: 'document', start: null, end: null, from: 9, to: 9 } as const;
  const own = { chunk: '12', place: 'text', start: 0, end: 4, from: 8, to: 8 } as const;
  const dateOf = (change: Partial<Sentence>) => {
    const extracted = { sentences: [{ ...sentence, ...change }], holdsAnswer: true, confidence: 0.7 };
    return resultsOf({ ...found, extracted, dates: new Map([['12', counted]]) }).results[1]?.date;
  };
  assert.deepEqual(dateOf({ date: own }), own);
  for (const change of [{ date: null }, { date: counted }, { date: own, isQuoted: false }])
    assert.deepEqual(dateOf(change), counted);
});
