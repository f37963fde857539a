import { isSupported } from '../../judges/model/support.ts';
import { defineMetric } from '../metric.ts';
import { checkedClaims } from './checked-claims.ts';
import { FAITHFULNESS_AGREEMENT, GROUNDED, GROUNDED_PARAMETERS, judgeGrounded } from './grounded.ts';

export const faithfulness = defineMetric({
  key: 'rag.faithfulness',
  title: 'Faithfulness',
  formula:
    'Mean over the claims of the answer of the probability that the contexts support the claim. By a model: ' +
    'share of the claims that the contexts support, with a quotation.',
  evalTypes: ['rag', 'custom'],
  fields: GROUNDED,
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'Fitted features of claims against contexts: docs/evaluation-metrics.md',
  agreement: FAITHFULNESS_AGREEMENT,
  parameters: GROUNDED_PARAMETERS,
  builtIn: (subject, parameters) => judgeGrounded(subject, parameters, ({ score }) => score),
  byModel: async (subject, _parameters, judge) => {
    const claims = await checkedClaims(subject, judge);
    if ('unmeasured' in claims) return claims;
    return { score: claims.filter(isSupported).length / claims.length, evidence: { claims } };
  },
});
