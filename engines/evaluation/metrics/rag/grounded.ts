/** Metrics that compare the claims of an answer with the contexts. */
import type { Agreement } from '../metric.ts';

/** The fields that they read. */
export const GROUNDED = ['actual_output', 'retrieval_contexts'] as const;

/** Measured on halves of the sets that the weights were not fitted on. */
export const FAITHFULNESS_AGREEMENT: readonly Agreement[] = [
  { dataset: 'HaluEval-QA', statistic: 'AUC', value: 0.965, lengthBaseline: 0.932, grade: 'good' },
  { dataset: 'BEGIN Wizard of Wikipedia', statistic: 'AUC', value: 0.886, lengthBaseline: 0.68, grade: 'good' },
  { dataset: 'QAGS CNN/DM', statistic: 'AUC', value: 0.805, lengthBaseline: 0.384, grade: 'moderate' },
  { dataset: 'QAGS XSum', statistic: 'AUC', value: 0.668, lengthBaseline: 0.494, grade: 'useless' },
];
