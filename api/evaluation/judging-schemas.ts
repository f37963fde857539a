/** Members of requests and results about who judges. */
import { Type } from 'typebox';
import { MOST_JUDGES, MOST_REPEATS } from '../../engines/evaluation/options.ts';
import { Decimal, List, Named, Nullable, Text, Whole } from '../contract/schema.ts';

export const judgingMembers = {
  judges: Type.Optional(
    List(
      Text('`built_in`, or the name of a model.', 'built_in', { minLength: 1, maxLength: 100 }),
      'Who judges. Each metric is measured by every one of them that can judge it. Default: the model of the ' +
        'role `judge`, and `built_in` for what it cannot judge or without such a model.',
      { title: 'EvalJudges', minItems: 1, maxItems: MOST_JUDGES, uniqueItems: true },
    ),
  ),
  repeats: Type.Optional(
    Whole('How often a model judges each case. Everything else is measured once. Default 1.', 3, {
      minimum: 1,
      maximum: MOST_REPEATS,
    }),
  ),
  max_cost_usd: Type.Optional(
    Type.Number({
      title: 'EvalMaxCost',
      description:
        'US dollars that the target and the judges may cost; then cases are `over_budget`. Default no limit.',
      minimum: 0,
      examples: [2.5],
    }),
  ),
  max_tokens: Type.Optional(
    Whole('Tokens that the target and the judges may take, input and output together. Default no limit.', 500_000),
  ),
};

export const EvalAgreement = Named('EvalAgreement', 'How far two judges of a metric agree.', {
  metric_key: Text('The metric.', 'rag.faithfulness'),
  judges: List(Text('A judge.', 'built_in'), 'The two judges.'),
  cases: Whole('Cases with a score by both.', 48),
  kappa: Nullable(
    Decimal('Cohen’s kappa of whether a score meets the threshold; `null` without a threshold or a case.', 0.71),
  ),
  spearman: Nullable(
    Decimal(
      'Rank correlation of the scores; `null` when a judge gave all cases the same score, or without a case.',
      0.8,
    ),
  ),
});
