import { Type } from 'typebox';
import { judgeFaithfulness } from '../../judge/faithfulness.ts';
import { defineMetric } from '../metric.ts';
import { FAITHFULNESS_AGREEMENT, GROUNDED } from './grounded.ts';

export const faithfulness = defineMetric({
  key: 'rag.faithfulness',
  title: 'Faithfulness',
  formula: 'Mean over the claims of the answer of the probability that the contexts support the claim.',
  evalTypes: ['rag', 'custom'],
  fields: GROUNDED,
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted features of claims against contexts: docs/evaluation.md',
  agreement: FAITHFULNESS_AGREEMENT,
  parameters: Type.Object({}),
  builtIn: ({ user_input: question = '', actual_output: answer = '', retrieval_contexts: contexts = [] }) => {
    if (answer.trim() === '') return { unmeasured: 'empty_answer' };
    const judged = judgeFaithfulness(question, answer, contexts);
    if (typeof judged === 'string') return { unmeasured: judged };
    return { score: judged.score, evidence: { claims: judged.claims } };
  },
});
