import { Type } from 'typebox';
import { asData } from '../../../prompt-data.ts';
import { answeringPart } from '../../judges/built-in/relevance.ts';
import { fits, hasWords, numbered } from '../../judges/model/question.ts';
import { askAboutSentences, relevantShare } from '../../judges/model/relevance.ts';
import { sentencesOf } from '../../judges/model/sentences.ts';
import { SCALE_TEXTS, similarityBy } from '../../judges/built-in/vectors.ts';
import { defineMetric } from '../metric.ts';

export const answerRelevance = defineMetric({
  key: 'rag.answer_relevance',
  title: 'Answer relevance',
  formula:
    'Similarity of the vectors of the question and of what in the answer does not evade it: 0 as unrelated ' +
    'texts, 1 as a question and its answer. An answer that evades or only repeats the question is 0. By a ' +
    'model: share of the sentences that answer the question or support one that does; 0 if none answers.',
  evalTypes: ['rag', 'custom'],
  fields: ['user_input', 'actual_output'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'Similarity on the scale of the embedding model: docs/evaluation-metrics.md',
  agreement: [
    {
      dataset: 'EVOUNA, answers of other questions',
      statistic: 'AUC',
      value: 0.996,
      lengthBaseline: 0.512,
      grade: 'good',
    },
    {
      dataset: 'EVOUNA, answers of the nearest other question',
      statistic: 'AUC',
      value: 0.979,
      lengthBaseline: 0.505,
      grade: 'good',
    },
    {
      dataset: 'EVOUNA, the question repeated',
      statistic: 'share caught',
      value: 1,
      lengthBaseline: null,
      grade: 'good',
    },
    { dataset: 'EVOUNA, evasions', statistic: 'share caught', value: 1, lengthBaseline: null, grade: 'good' },
  ],
  parameters: Type.Object({
    accept_weak_judge: Type.Boolean({
      default: false,
      description: 'Whether answers of fewer than six words are scored, whose vectors say little.',
    }),
  }),
  embeds: ({ user_input: question = '', actual_output: answer = '' }) => {
    const part = answeringPart(question, answer);
    return question.trim() === '' || part === null || part.text === '' ? [] : [question, part.text, ...SCALE_TEXTS];
  },
  builtIn: ({ user_input: question = '', actual_output: answer = '' }, { accept_weak_judge }, { vectors }) => {
    if (question.trim() === '') return { unmeasured: 'field_missing', about: 'user_input' };
    const part = answeringPart(question, answer);
    if (part === null) return { unmeasured: 'empty_answer' };
    const { text, failure, isShort } = part;
    if (failure !== null) return { score: 0, evidence: { failure, compared: text } };
    if (isShort && !accept_weak_judge) return { unmeasured: 'short_answer' };
    const [asked = [], answered = [], ...scale] = vectors;
    const similarity = similarityBy(scale)(asked, answered);
    return { score: Math.min(Math.max(similarity, 0), 1), evidence: { failure, compared: text, similarity } };
  },
  byModel: async ({ user_input: question = '', actual_output: answer = '' }, _parameters, judge) => {
    if (!hasWords(question)) return { unmeasured: 'field_missing', about: 'user_input' };
    const part = answeringPart(question, answer);
    if (part === null) return { unmeasured: 'empty_answer' };
    // What is certain without a judge is not left to one.
    if (part.failure !== null) return { score: 0, evidence: { failure: part.failure, sentences: [] } };
    const shown = sentencesOf(answer);
    const data = [asData('question', question), ...numbered('sentence', shown)].join('\n');
    if (!fits(judge, data)) return { unmeasured: 'too_long' };
    const judged = await askAboutSentences(judge, shown, data);
    const sentences = judged.map(([sentence, verdict]) => ({ ...sentence, ...verdict }));
    return { score: relevantShare(sentences.map(({ role }) => role)), evidence: { failure: null, sentences } };
  },
});
