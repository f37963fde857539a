import { Type } from 'typebox';
import { guessLanguage } from '../../../text/language.ts';
import { expectedOutputs } from '../../cases/case.ts';
import { helpsAnswer, stemsOf, wantedWords } from '../../judges/built-in/passages.ts';
import type { Wanted } from '../../judges/built-in/passages.ts';
import { readSentences } from '../../judges/built-in/sentences.ts';
import { mean } from '../../../statistics/bootstrap.ts';
import { claimsOf } from '../../judges/model/claims.ts';
import { fits, hasWords } from '../../judges/model/question.ts';
import { checkClaims, isSupported } from '../../judges/model/support.ts';
import { defineMetric } from '../metric.ts';
import { comparedTexts, questionWithAnswer, similarities, unjudgeable } from './retrieved.ts';

export const contextRecall = defineMetric({
  key: 'rag.context_recall',
  title: 'Context recall',
  formula:
    'Mean over the sentences of the expected answer of how well the best context supports it: the share of its ' +
    'content words that the context has, times the probability that the context helps to give the answer. Of ' +
    'several right answers, the one supported best counts. By a model: share of the claims of ' +
    '`expected_output` that the contexts support, with a quotation.',
  evalTypes: ['rag', 'custom'],
  fields: ['user_input', 'expected_output', 'retrieval_contexts'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Weighted overlap and fitted verdicts: docs/evaluation-metrics.md',
  agreement: [
    {
      dataset: 'XQuAD, with and without the passage of the answer',
      statistic: 'AUC',
      value: 0.99,
      lengthBaseline: 0.665,
      grade: 'good',
    },
    {
      dataset: 'HotpotQA, with and without the passage of the answer',
      statistic: 'AUC',
      value: 0.925,
      lengthBaseline: 0.611,
      grade: 'good',
    },
    {
      dataset: 'MuSiQue, with and without the passage of the answer',
      statistic: 'AUC',
      value: 0.894,
      lengthBaseline: 0.597,
      grade: 'good',
    },
  ],
  parameters: Type.Object({}),
  embeds: (subject) => comparedTexts(questionWithAnswer(subject), subject.retrieval_contexts ?? []),
  builtIn: (subject, _parameters, { vectors }) => {
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    const { retrieval_contexts: texts = [] } = subject;
    const found = similarities(texts, vectors);
    const passages = texts.map((text, context) => ({
      context,
      stems: stemsOf(text),
      similarity: found[context] ?? null,
    }));
    const answers = expectedOutputs(subject)
      .map((expected) => wantedSentences(expected).map((sentence) => bestOf(sentence, passages)))
      .filter((sentences) => sentences.length > 0)
      .map((sentences) => ({ score: mean(sentences.map(({ support }) => support)), sentences }));
    const [first, ...others] = answers;
    if (first === undefined) return { unmeasured: 'field_missing', about: 'expected_output' };
    const { score, sentences } = others.reduce((best, next) => (next.score > best.score ? next : best), first);
    return { score, evidence: { sentences } };
  },
  byModel: async (subject, _parameters, judge) => {
    const unjudged = unjudgeable(subject);
    if (unjudged !== null) return unjudged;
    const { user_input: question = '', expected_output: expected = '', retrieval_contexts: contexts = [] } = subject;
    if (!hasWords(expected)) return { unmeasured: 'field_missing', about: 'expected_output' };
    if (!fits(judge, question + expected)) return { unmeasured: 'too_long' };
    const claims = await claimsOf(judge, question, expected);
    if (claims.length === 0) return { unmeasured: 'no_claim' };
    const checked = await checkClaims(judge, claims, contexts);
    if (checked === null) return { unmeasured: 'too_long' };
    return { score: checked.filter(isSupported).length / checked.length, evidence: { claims: checked } };
  },
});

interface WantedSentence {
  readonly text: string;
  readonly wanted: Wanted;
}

const wantedSentences = (expected: string): WantedSentence[] =>
  readSentences(expected, guessLanguage(expected)).flatMap(({ text }) => {
    const wanted = wantedWords(text);
    return wanted === null ? [] : [{ text, wanted }];
  });

interface Passage {
  readonly context: number;
  readonly stems: ReturnType<typeof stemsOf>;
  readonly similarity: number | null;
}

/** The passage that supports a sentence best, and the words that it lacks. */
function bestOf({ text, wanted }: WantedSentence, passages: readonly Passage[]) {
  let best = { text, support: 0, context: null as number | null, missing: [] as readonly string[] };
  for (const { context, stems, similarity } of passages) {
    const found = wanted.shareIn(stems);
    const support = similarity === null ? 0 : found * helpsAnswer(similarity, found);
    if (support > best.support) best = { text, support, context, missing: wanted.missingIn(stems) };
  }
  return best;
}
