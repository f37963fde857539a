import { Type } from 'typebox';
import { citationSupport as supportOf, citingClaims, judgeCitations } from '../../judges/built-in/citations.ts';
import { checkCitations } from '../../judges/model/citations.ts';
import { hasWords } from '../../judges/model/question.ts';
import { defineMetric } from '../metric.ts';

export const citationSupport = defineMetric({
  key: 'rag.citation_support',
  title: 'Citation support',
  formula:
    'Harmonic mean of the share of claims that the contexts they cite support, and of the share of citations ' +
    'whose context supports the claim. `[1]` cites the first context; a claim without a citation has no ' +
    'support.',
  evalTypes: ['rag', 'custom'],
  fields: ['actual_output', 'retrieval_contexts'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'ALCE, Gao et al. 2023, by the built-in judge of faithfulness: docs/evaluation-metrics.md',
  agreement: [
    {
      dataset: 'BEGIN Wizard of Wikipedia, own or another passage cited',
      statistic: 'AUC',
      value: 0.894,
      lengthBaseline: 0.5,
      grade: 'good',
    },
    {
      dataset: 'BEGIN Wizard of Wikipedia, own or another passage cited',
      statistic: 'kappa',
      value: 0.787,
      lengthBaseline: null,
      grade: 'good',
    },
  ],
  parameters: Type.Object({}),
  builtIn: ({ user_input: question = '', actual_output: answer = '', retrieval_contexts: passages = [] }) => {
    if (answer.trim() === '') return { unmeasured: 'empty_answer' };
    if (passages.every((passage) => passage.trim() === '')) return { unmeasured: 'no_context' };
    const judged = judgeCitations(question, answer, passages);
    if (judged === null) return { unmeasured: 'no_claim' };
    const { score, ...evidence } = judged;
    return { score, evidence };
  },
  byModel: async ({ actual_output: answer = '', retrieval_contexts: passages = [] }, _parameters, judge) => {
    if (!hasWords(answer)) return { unmeasured: 'empty_answer' };
    if (!passages.some(hasWords)) return { unmeasured: 'no_context' };
    const claims = citingClaims(answer);
    if (claims.length === 0) return { unmeasured: 'no_claim' };
    const checked = await checkCitations(judge, claims, passages);
    if (checked === null) return { unmeasured: 'too_long' };
    const { score, ...evidence } = supportOf(checked);
    return { score, evidence };
  },
});
