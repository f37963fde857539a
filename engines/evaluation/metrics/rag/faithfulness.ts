import { defineMetric } from '../metric.ts';
import { FAITHFULNESS_AGREEMENT, GROUNDED, GROUNDED_PARAMETERS, judgeGrounded } from './grounded.ts';

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
  parameters: GROUNDED_PARAMETERS,
  builtIn: (subject, parameters) => judgeGrounded(subject, parameters, ({ score }) => score),
});
