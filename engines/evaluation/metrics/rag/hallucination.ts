import { isSupported } from '../../judges/model/support.ts';
import { defineMetric } from '../metric.ts';
import { checkedClaims } from './checked-claims.ts';
import { FAITHFULNESS_AGREEMENT, GROUNDED, GROUNDED_PARAMETERS, judgeGrounded } from './grounded.ts';

export const hallucination = defineMetric({
  key: 'rag.hallucination',
  title: 'Hallucination',
  formula:
    'One less the probability that the contexts support the weakest claim of the answer. By a model: 0 if the ' +
    'contexts support every claim, otherwise 1.',
  evalTypes: ['rag', 'custom'],
  fields: GROUNDED,
  direction: 'lower',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted features of claims against contexts: docs/evaluation-metrics.md',
  agreement: FAITHFULNESS_AGREEMENT,
  parameters: GROUNDED_PARAMETERS,
  builtIn: (subject, parameters) => judgeGrounded(subject, parameters, ({ hallucination }) => hallucination),
  byModel: async (subject, _parameters, judge) => {
    const claims = await checkedClaims(subject, judge);
    if ('unmeasured' in claims) return claims;
    return { score: claims.every(isSupported) ? 0 : 1, evidence: { claims } };
  },
});
