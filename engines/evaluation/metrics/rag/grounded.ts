/** Metrics that compare the claims of an answer with the contexts. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Case } from '../../cases/case.ts';
import { judgeFaithfulness } from '../../judges/built-in/faithfulness.ts';
import type { Faithfulness } from '../../judges/built-in/faithfulness.ts';
import type { Agreement, Measured } from '../metric.ts';

/** The fields that they read. */
export const GROUNDED = ['actual_output', 'retrieval_contexts'] as const;

/** Measured on halves of the sets that the weights were not fitted on. */
export const FAITHFULNESS_AGREEMENT: readonly Agreement[] = [
  { dataset: 'BEGIN Wizard of Wikipedia', statistic: 'AUC', value: 0.886, lengthBaseline: 0.567, grade: 'good' },
  { dataset: 'BEGIN CMU-DoG', statistic: 'AUC', value: 0.939, lengthBaseline: 0.531, grade: 'good' },
  { dataset: 'BEGIN TopicalChat', statistic: 'AUC', value: 0.89, lengthBaseline: 0.636, grade: 'good' },
  { dataset: 'QAGS CNN/DM', statistic: 'AUC', value: 0.762, lengthBaseline: 0.623, grade: 'moderate' },
  {
    dataset: 'HaluEval-QA, with accept_weak_judge',
    statistic: 'AUC',
    value: 0.965,
    lengthBaseline: 0.934,
    grade: 'good',
  },
  {
    dataset: 'HaluEval-QA, another name of the context, with accept_weak_judge',
    statistic: 'AUC',
    value: 0.393,
    lengthBaseline: 0.547,
    grade: 'useless',
  },
  {
    dataset: 'QAGS XSum, with accept_weak_judge',
    statistic: 'AUC',
    value: 0.62,
    lengthBaseline: 0.594,
    grade: 'useless',
  },
  {
    dataset: 'SummEdits, with accept_weak_judge',
    statistic: 'AUC',
    value: 0.49,
    lengthBaseline: 0.518,
    grade: 'useless',
  },
];

export const GROUNDED_PARAMETERS = Type.Object({
  accept_weak_judge: Type.Boolean({
    default: false,
    description:
      'Whether the built-in judge also scores what it is known to judge poorly: a few words of a context as an ' +
      'answer, and summaries in other words.',
  }),
});

/** What the built-in judge says; `score` chooses the figure. */
export function judgeGrounded(
  { user_input: question = '', actual_output: answer = '', retrieval_contexts: contexts = [] }: Case,
  { accept_weak_judge }: Static<typeof GROUNDED_PARAMETERS>,
  score: (judged: Faithfulness) => number,
): Measured {
  if (answer.trim() === '') return { unmeasured: 'empty_answer' };
  const judged = judgeFaithfulness(question, answer, contexts);
  if (typeof judged === 'string') return { unmeasured: judged };
  const { claims, limit } = judged;
  if (limit !== null && !accept_weak_judge) return { unmeasured: limit };
  return { score: score(judged), evidence: { claims, limit } };
}
