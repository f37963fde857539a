/** Metrics of the built-in judge and metrics without a judge, as the catalog has them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import { SCALE_TEXTS } from '../../../../engines/evaluation/judges/built-in/vectors.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import type { Measured } from '../../../../engines/evaluation/metrics/metric.ts';
import { assertLinear } from '../../../support/linear.ts';

const MILL = 'The tide mill at Eling was built in 1418 and is owned by the district council.';
const RESTORED = 'It was restored between 1975 and 1980 after thirty years of disuse.';
const CASE: Case = {
  user_input: 'When was the mill restored?',
  actual_output: 'The mill was restored between 1975 and 1980.',
  expected_output: 'Between 1975 and 1980',
  retrieval_contexts: [MILL, RESTORED],
};

/**
 * Vectors of the angle that each text has with the first axis; the texts of the scale are unrelated at 90° and related
 * at 0°.
 */
function vectorsOf(texts: readonly string[], angles: Readonly<Record<string, number>>): number[][] {
  return texts.map((text) => {
    const at = SCALE_TEXTS.indexOf(text);
    if (at >= 0) return Array.from({ length: 10 }, (_value, axis) => Number(axis === 2 + Math.floor(at / 2)));
    const angle = ((angles[text] ?? 0) * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle), ...Array.from({ length: 8 }, () => 0)];
  });
}

function measure(
  key: string,
  subject: Case,
  { params = {}, angles = {} }: { readonly params?: object; readonly angles?: Readonly<Record<string, number>> } = {},
): Measured {
  const metric = metricOf(key);
  return metric.measure(subject, params, { vectors: vectorsOf(metric.textsToEmbed(subject, params), angles) });
}

function score(...asked: Parameters<typeof measure>): number {
  const measured = measure(...asked);
  assert.ok('score' in measured, JSON.stringify(measured));
  return measured.score;
}

function unmeasured(...asked: Parameters<typeof measure>): string {
  const measured = measure(...asked);
  assert.ok('unmeasured' in measured, JSON.stringify(measured));
  return measured.unmeasured;
}

const changed = (change: Case): Case => ({ ...CASE, ...change });
const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}`);

test('faithfulness falls with a claim that has no support, and with a changed number', () => {
  const claims = score('rag.faithfulness', CASE);
  assert.ok(claims > 0.8);
  const surplus = changed({ actual_output: `${CASE.actual_output} It is now a famous hotel in Paris.` });
  assert.ok(score('rag.faithfulness', surplus) < claims - 0.2);
  assert.ok(score('rag.hallucination', surplus) > score('rag.hallucination', CASE) + 0.2);
  const other = changed({ actual_output: 'The mill was restored between 1985 and 1990.' });
  assert.ok(score('rag.faithfulness', other) < claims - 0.2);
});

test('what the built-in judge cannot judge is unmeasured unless the caller insists', () => {
  const span = changed({ actual_output: 'between 1975 and 1980' });
  for (const key of ['rag.faithfulness', 'rag.hallucination']) {
    assert.equal(unmeasured(key, span), 'short_span');
    assert.ok(score(key, span, { params: { accept_weak_judge: true } }) >= 0);
  }
  const { user_input: _question, ...summary } = changed({
    actual_output: 'After disuse of thirty years the council restored a mill that Eling built.',
  });
  assert.equal(unmeasured('rag.faithfulness', summary), 'abstractive_summary');
  assert.equal(unmeasured('rag.answer_relevance', changed({ actual_output: '1418' })), 'short_answer');
  near(score('rag.answer_relevance', changed({ actual_output: '1418' }), { params: { accept_weak_judge: true } }), 1);
});

test('an empty answer is unmeasured', () => {
  for (const key of [
    'rag.faithfulness',
    'rag.hallucination',
    'rag.answer_relevance',
    'rag.citation_support',
    'safety.pii',
    'quality.correctness',
    'text.embedding_similarity',
  ])
    assert.equal(unmeasured(key, changed({ actual_output: ' \n' })), 'empty_answer', key);
});

test('answer relevance is the similarity of the question and the answer', () => {
  const { user_input: question = '', actual_output: answer = '' } = CASE;
  near(score('rag.answer_relevance', CASE, { angles: { [question]: 0, [answer]: 60 } }), 0.5);
  near(score('rag.answer_relevance', CASE, { angles: { [question]: 0, [answer]: 0 } }), 1);
  near(score('rag.answer_relevance', CASE, { angles: { [question]: 0, [answer]: 120 } }), 0);
});

test('answers that evade or repeat the question are 0, however similar', () => {
  for (const answer of ['I am sorry, I do not know.', CASE.user_input ?? '', 'You asked when the mill was restored.'])
    assert.equal(score('rag.answer_relevance', changed({ actual_output: answer })), 0, answer);
});

test('context precision counts the rank of the passages that help', () => {
  const question = `${CASE.user_input ?? ''} ${CASE.expected_output ?? ''}`;
  const angles = { [question]: 0, [MILL]: 85, [RESTORED]: 5 };
  near(score('rag.context_precision', CASE, { angles }), 0.5);
  near(score('rag.context_precision', changed({ retrieval_contexts: [RESTORED, MILL] }), { angles }), 1);
  near(score('rag.context_precision', changed({ retrieval_contexts: [MILL] }), { angles }), 0);
  near(score('rag.context_precision', changed({ retrieval_contexts: ['', RESTORED] }), { angles }), 0.5);
});

test('context relevance is the mean over the passages', () => {
  const angles = { [CASE.user_input ?? '']: 0, [MILL]: 85, [RESTORED]: 5 };
  const [one, both] = [
    score('rag.context_relevance', changed({ retrieval_contexts: [RESTORED] }), { angles }),
    score('rag.context_relevance', CASE, { angles }),
  ];
  assert.ok(one > 0.7 && both < one - 0.3, `${one} ${both}`);
});

test('context recall is how much of the expected answer the best passage has, if it helps', () => {
  const question = `${CASE.user_input ?? ''} ${CASE.expected_output ?? ''}`;
  const angles = { [question]: 0, [MILL]: 60, [RESTORED]: 5 };
  assert.ok(score('rag.context_recall', CASE, { angles }) > 0.9);
  assert.ok(score('rag.context_recall', changed({ retrieval_contexts: [MILL] }), { angles }) < 0.1);
  assert.ok(score('rag.context_recall', CASE, { angles: { ...angles, [RESTORED]: 85 } }) < 0.3);
  const two = changed({ expected_output: `${CASE.expected_output ?? ''}. It has a hotel.` });
  const half = score('rag.context_recall', two, { angles });
  assert.ok(half > 0.4 && half < 0.6, `${half}`);
  const accepted = changed({ retrieval_contexts: [MILL], accepted_outputs: ['The district council'] });
  assert.ok(score('rag.context_recall', accepted, { angles }) > 0.5);
});

test('passages without words, and blank questions and answers, are unmeasured', () => {
  for (const key of ['rag.context_precision', 'rag.context_relevance', 'rag.context_recall', 'rag.citation_support'])
    assert.equal(unmeasured(key, changed({ retrieval_contexts: [' ', ''] })), 'no_context', key);
  for (const key of ['rag.context_precision', 'rag.context_relevance', 'rag.context_recall', 'rag.answer_relevance'])
    assert.equal(unmeasured(key, changed({ user_input: ' ' })), 'field_missing', key);
  for (const key of ['rag.context_precision', 'rag.context_recall', 'text.embedding_similarity'])
    assert.equal(unmeasured(key, changed({ expected_output: ' ' })), 'field_missing', key);
});

test('citations without support lower their score', () => {
  const cited = (mark: string): number =>
    score('rag.citation_support', changed({ actual_output: `The tide mill was built in 1418 ${mark}.` }));
  assert.equal(cited('[1]'), 1);
  assert.equal(cited('[2]'), 0);
  assert.equal(cited(''), 0);
});

test('personal data is shown by kind and span, never as text', () => {
  const measured = measure('safety.pii', { actual_output: 'Write to jo@example.org or call +44 20 7946 0958.' });
  assert.deepEqual(measured, {
    score: 0,
    evidence: {
      count: 2,
      found: [
        { kind: 'email_address', start: 9, end: 23 },
        { kind: 'phone_number', start: 32, end: 48 },
      ],
    },
  });
  assert.equal(score('safety.pii', { actual_output: 'Write to jo@example.org.' }, { params: { kinds: ['iban'] } }), 1);
});

test('embedding similarity is the cosine with the closest right answer', () => {
  const subject: Case = { actual_output: 'a', expected_output: 'b', accepted_outputs: ['c', ' '] };
  near(score('text.embedding_similarity', subject, { angles: { a: 0, b: 90, c: 60 } }), 0.5);
});

test('a regular expression matches a part of the answer, or all of it', () => {
  const subject: Case = { actual_output: 'Order\nTM-1418 is ready' };
  assert.deepEqual(measure('text.regex', subject, { params: { pattern: '[A-Z]{2}-\\d+' } }), {
    score: 1,
    evidence: { start: 6, end: 13 },
  });
  assert.equal(score('text.regex', subject, { params: { pattern: 'tm-\\d+' } }), 0);
  assert.equal(score('text.regex', subject, { params: { pattern: 'tm-\\d+', ignore_case: true } }), 1);
  assert.equal(score('text.regex', subject, { params: { pattern: 'TM-\\d+', whole: true } }), 0);
  assert.equal(score('text.regex', subject, { params: { pattern: 'Order.*ready', whole: true } }), 1);
});

test('a regular expression that is none, or would take more than linear time, is refused', () => {
  const { parameters } = metricOf('text.regex');
  const isValid = (pattern: string): boolean => Value.Check(parameters, { pattern, ignore_case: false, whole: false });
  assert.ok(isValid('(a+)+$'));
  for (const pattern of ['(', '', '(a)\\1', '(?=a)b', 'a{2000}', '((a{100}){100}){100}', 'a'.repeat(201)])
    assert.ok(!isValid(pattern), pattern);
});

test('hostile expressions take linear time', async () => {
  for (const pattern of ['^(a+)+$', '(a|aa)+b|c', '[ab]*a[ab]{20}c', '(.*a){10}b|d', 'a.*a.*a.*a.*z|[^a]'])
    await assertLinear(pattern, (repeats) =>
      measure('text.regex', { actual_output: 'ab'.repeat(repeats) }, { params: { pattern } }),
    );
});

test('an answer is checked against a JSON Schema, whose patterns take linear time', async () => {
  const schema = { type: 'object', properties: { id: { type: 'string', pattern: '^(a+)+$' } }, required: ['id'] };
  const judge = (text: string): Measured =>
    measure('text.json_schema', { actual_output: text }, { params: { schema } });
  assert.deepEqual(judge('{"id": "aa"}'), { score: 1, evidence: { errors: [] } });
  assert.deepEqual(judge('{"id": "ab"}'), { score: 0, evidence: { errors: ['/id must match pattern "^(a+)+$"'] } });
  assert.deepEqual(judge('{'), { score: 0, evidence: { errors: ['The answer is not valid JSON.'] } });
  await assertLinear('pattern', (repeats) => judge(JSON.stringify({ id: `${'a'.repeat(repeats)}b` })));
});

test('a JSON Schema takes bounded time and memory, whatever the answer', () => {
  const judge = (schema: object, text: string): Measured =>
    measure('text.json_schema', { actual_output: text }, { params: { schema } });
  const list = (length: number, item: (index: number) => unknown): string =>
    JSON.stringify(Array.from({ length }, (_, at) => item(at)));
  // Of the wrong items, the first one is enough.
  const wrong = judge(
    { items: { type: 'string' } },
    list(40_000, (at) => at),
  );
  assert.deepEqual(wrong, { score: 0, evidence: { errors: ['/0 must be string'] } });
  const objects = list(8000, (id) => ({ id }));
  assert.deepEqual(judge({ uniqueItems: true }, objects), { score: 1, evidence: { errors: [] } });
  const twofold = { properties: { next: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };
  const deep = `${'{"next":'.repeat(60)}{}${'}'.repeat(60)}`;
  assert.deepEqual(judge(twofold, deep), { unmeasured: 'too_complex', about: 'schema' });
});

test('what is no JSON Schema, is too large, or has other patterns, is refused', () => {
  const { parameters } = metricOf('text.json_schema');
  assert.ok(Value.Check(parameters, { schema: { type: 'string', format: 'email' } }));
  for (const schema of [
    { type: 'text' },
    { pattern: '(?=a)b' },
    { $ref: 'https://example.org/other.json' },
    { description: 'x'.repeat(20_000) },
  ])
    assert.ok(!Value.Check(parameters, { schema }), JSON.stringify(schema).slice(0, 60));
});

test('latency and cost are those of the case', () => {
  assert.equal(score('target.latency', { latency_ms: 840 }), 840);
  assert.equal(score('target.cost', { cost_usd: 0.002 }), 0.002);
  assert.equal(unmeasured('target.cost', {}), 'field_missing');
});
