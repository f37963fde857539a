/** Metrics of answers and of what was retrieved for them, by a judge that answers as the test says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import { evidenceOf, measureBy, outcome, scriptedJudge, verdicts } from '../../../support/evaluation/scripted-judge.ts';
import { tagged } from '../../../support/tagged.ts';
import type { Asked } from '../../../support/evaluation/scripted-judge.ts';

const CASE: Case = {
  user_input: 'When was the mill restored?',
  actual_output: 'Hello! It was restored between 1975 and 1980. That took five years. The weather is fine.',
  expected_output: 'Between 1975 and 1980.',
  retrieval_contexts: ['The mill was built in 1418.', 'It was restored between 1975 and 1980.', ' '],
};
const changed = (change: Case): Case => ({ ...CASE, ...change });

const roles = (...given: readonly string[]) =>
  scriptedJudge({ answer_relevance: () => verdicts(...given.map((role) => ({ reason: 'So.', role }))) });

test('answer relevance is the share of sentences that answer or support, without courtesies', async () => {
  const judge = roles('courtesy', 'answers', 'supports', 'unrelated');
  const measured = await measureBy(judge, 'rag.answer_relevance', CASE);
  assert.equal(outcome(measured), 2 / 3);
  const { sentences } = evidenceOf(measured);
  assert.ok(Array.isArray(sentences));
  assert.deepEqual(sentences[1], {
    text: 'It was restored between 1975 and 1980.',
    start: 7,
    end: 45,
    reason: 'So.',
    role: 'answers',
  });
  assert.deepEqual(tagged(judge.asked[0]?.data ?? assert.fail(), 'question'), [CASE.user_input]);
});

test('an answer of which no sentence answers is 0, whatever the judge says of the others', async () => {
  for (const given of [
    ['courtesy', 'supports', 'supports', 'supports'],
    ['evades', 'repeats', 'supports', 'courtesy'],
    ['courtesy', 'courtesy', 'courtesy', 'courtesy'],
  ])
    assert.equal(outcome(await measureBy(roles(...given), 'rag.answer_relevance', CASE)), 0);
});

test('an answer that certainly evades or repeats the question is 0 without asking the judge', async () => {
  const judge = scriptedJudge({});
  for (const actual_output of ['When was the mill restored?', 'I am sorry, I do not know.'])
    assert.equal(outcome(await measureBy(judge, 'rag.answer_relevance', changed({ actual_output }))), 0);
  assert.equal(
    outcome(await measureBy(judge, 'rag.answer_relevance', changed({ actual_output: ' ' }))),
    'empty_answer',
  );
  assert.equal(outcome(await measureBy(judge, 'rag.answer_relevance', changed({ user_input: '?' }))), 'field_missing');
});

test('the sentences of a long answer are judged together, at most forty at once', async () => {
  const actual_output = Array.from({ length: 100 }, (_value, index) => `Sentence ${index} is here.`).join(' ');
  const judge = scriptedJudge({
    answer_relevance: (question: Asked) =>
      verdicts(...tagged(question.data, 'sentence').map(() => ({ reason: 'So.', role: 'answers' }))),
  });
  assert.equal(outcome(await measureBy(judge, 'rag.answer_relevance', changed({ actual_output }))), 1);
  const shown = tagged(judge.asked[0]?.data ?? assert.fail(), 'sentence');
  assert.equal(shown.length, 34);
  assert.equal(shown.join(' '), actual_output);
});

const worth = (...given: readonly (readonly [string, string | null])[]) =>
  verdicts(...given.map(([worth, quote]) => ({ quote, reason: 'So.', worth })));

test('context precision counts the rank of the passages of use, each with a quotation', async () => {
  const judge = scriptedJudge({ context_precision: () => worth(['none', null], ['full', 'between 1975 and 1980']) });
  const measured = await measureBy(judge, 'rag.context_precision', CASE);
  assert.equal(outcome(measured), 0.5);
  assert.deepEqual(evidenceOf(measured)['contexts'], [
    { context: 0, worth: 'none', reason: 'So.', quote: null },
    {
      context: 1,
      worth: 'full',
      reason: 'So.',
      quote: { context: 1, start: 16, end: 37, text: 'between 1975 and 1980' },
    },
    { context: 2, worth: 'none', reason: '', quote: null },
  ]);
  const [asked = assert.fail()] = judge.asked;
  assert.deepEqual(tagged(asked.data, 'expected_answer'), [CASE.expected_output]);
});

test('a passage without a quotation of its own is worth nothing', async () => {
  const stolen = () => worth(['full', 'between 1975 and 1980'], ['none', null]);
  const judge = scriptedJudge({ context_precision: stolen, context_relevance: stolen });
  assert.equal(outcome(await measureBy(judge, 'rag.context_precision', CASE)), 0);
  assert.equal(outcome(await measureBy(judge, 'rag.context_relevance', CASE)), 0);
});

test('context relevance is the mean worth of the passages, without the expected answer', async () => {
  const judge = scriptedJudge({ context_relevance: () => worth(['part', 'The mill'], ['full', 'restored']) });
  assert.equal(outcome(await measureBy(judge, 'rag.context_relevance', CASE)), 0.5);
  assert.doesNotMatch(judge.asked[0]?.data ?? '', /expected_answer/);
});

test('the best piece of a long passage counts', async () => {
  const long = `${'word '.repeat(3000)} restored in 1980 ${'word '.repeat(3000)}`;
  const judge = scriptedJudge({
    context_relevance: (question: Asked) =>
      worth(
        ...tagged(question.data, 'passage').map((text): [string, string | null] =>
          text.includes('1980') ? ['full', 'restored in 1980'] : ['none', null],
        ),
      ),
  });
  const measured = await measureBy(judge, 'rag.context_relevance', changed({ retrieval_contexts: [long] }));
  assert.equal(outcome(measured), 1);
  assert.partialDeepStrictEqual(evidenceOf(measured), { contexts: [{ quote: { context: 0, start: 15_001 } }] });
});

test('context recall is the share of claims of the expected answer that the contexts support', async () => {
  const claims = () => ({
    claims: [{ quote: 'Between 1975 and 1980', claim: 'It was restored between 1975 and 1980.' }],
  });
  const support = () => verdicts({ quote: 'restored between 1975 and 1980', reason: 'So.', verdict: 'supported' });
  const judge = scriptedJudge({ claims, support });
  assert.equal(outcome(await measureBy(judge, 'rag.context_recall', CASE)), 1);
  assert.deepEqual(tagged(judge.asked[0]?.data ?? assert.fail(), 'answer'), [CASE.expected_output]);
  const none = scriptedJudge({ claims: () => ({ claims: [] }) });
  assert.equal(outcome(await measureBy(none, 'rag.context_recall', CASE)), 'no_claim');
});

const CITED = changed({
  actual_output: 'The mill was built in 1418 [1]. It was restored by 1980 [2, 1]. It is closed. It burned down [7].',
});
const citing = (verdict: string, ...quotes: readonly (readonly [number, string])[]) => ({
  quotes: quotes.map(([passage, quote]) => ({ passage, quote })),
  reason: 'So.',
  verdict,
});

test('citations count where the passage cited has the quotation', async () => {
  const judge = scriptedJudge({
    citations: () =>
      verdicts(
        citing('supported', [1, 'built in 1418']),
        citing('supported', [2, 'restored between 1975 and 1980'], [1, 'never restored']),
      ),
  });
  const measured = await measureBy(judge, 'rag.citation_support', CITED);
  const [recall, precision] = [2 / 4, 2 / 4];
  assert.partialDeepStrictEqual(evidenceOf(measured), {
    recall,
    precision,
    claims: [
      { verdict: 'supported', idle: [], quotes: [{ context: 0, text: 'built in 1418' }] },
      { verdict: 'supported', idle: [1], quotes: [{ context: 1 }] },
      { verdict: 'uncited', idle: [] },
      { verdict: 'no_such_passage', idle: [7] },
    ],
  });
  assert.equal(outcome(measured), 0.5);
  assert.deepEqual(tagged(judge.asked[0]?.data ?? assert.fail(), 'claim').length, 2);
});

test('a claim whose support is quoted from a passage that it does not cite is not supported', async () => {
  const judge = scriptedJudge({
    citations: () => verdicts(citing('supported', [2, 'It was restored']), citing('supported')),
  });
  const measured = await measureBy(judge, 'rag.citation_support', CITED);
  assert.partialDeepStrictEqual(evidenceOf(measured), {
    recall: 0,
    precision: 0,
    claims: [{ verdict: 'unsupported' }, { verdict: 'unsupported' }, {}, {}],
  });
  const none = scriptedJudge({});
  const uncited = await measureBy(none, 'rag.citation_support', changed({ actual_output: 'It was restored.' }));
  assert.deepEqual([outcome(uncited), none.asked.length], [0, 0]);
});

test('without passages or a question nothing is measured', async () => {
  const judge = scriptedJudge({});
  const blank = changed({ retrieval_contexts: ['', ' \n'] });
  for (const key of ['rag.context_precision', 'rag.context_recall', 'rag.context_relevance', 'rag.citation_support'])
    assert.equal(outcome(await measureBy(judge, key, blank)), 'no_context', key);
  const long = changed({ retrieval_contexts: Array.from({ length: 20 }, () => 'word '.repeat(5000)) });
  for (const key of ['rag.context_precision', 'rag.context_relevance'])
    assert.equal(outcome(await measureBy(judge, key, long)), 'too_long', key);
  assert.equal(judge.asked.length, 0);
});
