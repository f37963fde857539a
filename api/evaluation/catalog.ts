/** Engines and metrics of evaluation in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DESCRIBED_FIGURES, DESCRIBED_METRICS, EVAL_ENGINES, engineFor } from '../../engines/evaluation/catalog.ts';
import { EVAL_TYPES } from '../../engines/evaluation/options.ts';
import { AnyObject, List, Named, Nullable, Text, Word } from '../contract/schema.ts';

const EvalType = Text('Kind of an evaluation.', 'rag');

export const EvalEngineList = Named('EvalEngineList', 'The engines of evaluation.', {
  items: List(
    Named('EvalEngine', 'An engine.', {
      engine_id: Text('The engine.', 'quality_evaluator'),
      description: Text('What it does.', 'Judges answers, conversations and tool calls, case by case.'),
      eval_types: List(EvalType, 'What it evaluates.'),
      modes: List(Text('`sync` or `job`.', 'job'), 'How it runs.'),
    }),
    'The engines.',
  ),
});

export const listEngines = (): Static<typeof EvalEngineList> => ({
  items: EVAL_ENGINES.map(({ engineId, description, evalTypes }) => ({
    engine_id: engineId,
    ...{ description, eval_types: [...evalTypes], modes: ['sync', 'job'] },
  })),
});

export const MetricQuery = Type.Object(
  {
    evalType: Type.Optional(Word([...EVAL_TYPES], 'Only metrics for this kind of evaluation.')),
    engineId: Type.Optional(Text('Only metrics of this engine.', 'quality_evaluator', { maxLength: 100 })),
  },
  { additionalProperties: false },
);

const MetricAgreement = Named('EvalMetricAgreement', 'Agreement with the labels of people on a public dataset.', {
  dataset: Text('The dataset.', 'HaluEval-QA'),
  statistic: Text('The statistic.', 'AUC'),
  value: Type.Number({ description: 'Its value.', examples: [0.965] }),
  length_baseline: Nullable(
    Type.Number({
      description: 'The same for the length of the answer alone; `null` where it does not apply.',
      examples: [0.932],
    }),
  ),
  grade: Text('`good`, `moderate` or `useless`.', 'good'),
});

export const EvalMetricCatalog = Named('EvalMetricCatalog', 'The metrics.', {
  items: List(
    Named('EvalMetric', 'A metric.', {
      metric_key: Text('Its key.', 'rag.faithfulness'),
      title: Text('Its name.', 'Faithfulness'),
      formula: Text(
        'How it is computed.',
        'Mean over the claims of the answer of the probability that the contexts support the claim.',
      ),
      eval_types: List(EvalType, 'The kinds of evaluations that it fits.'),
      engine_id: Text('The engine that measures it.', 'quality_evaluator'),
      fields: List(Text('Member of a case.', 'actual_output'), 'What a case must have to be measured.'),
      direction: Text('`higher` or `lower`: which end of the range is good.', 'higher'),
      range: List(
        Nullable(Type.Number({ description: 'An end; `null`: it has none.', examples: [0] })),
        'Lowest and highest score.',
      ),
      threshold: Nullable(Type.Number({ description: 'Default threshold; `null`: none.', examples: [0.5] })),
      judges: List(Text('`built_in` or `model`.', 'built_in'), 'Who can judge; empty for a metric without a judge.'),
      parameters: AnyObject('JSON Schema of `params`.', { type: 'object' }),
      source: Text('The definition that it follows.', 'Lin 2004'),
      agreement: List(MetricAgreement, 'How well it agrees with people; empty when that was not measured.'),
    }),
    'The metrics.',
  ),
});

export function listMetrics({
  evalType,
  engineId = 'auto',
}: Static<typeof MetricQuery>): Static<typeof EvalMetricCatalog> {
  const fitting = [...DESCRIBED_METRICS, ...DESCRIBED_FIGURES].filter(({ evalTypes }) =>
    evalTypes.some((type) => (evalType === undefined || type === evalType) && engineFor(type, engineId) !== null),
  );
  return {
    items: fitting.map(({ key, evalTypes, range, judges, fields, agreement, parameters, ...metric }) => ({
      metric_key: key,
      title: metric.title,
      formula: metric.formula,
      eval_types: [...evalTypes],
      engine_id: evalTypes.flatMap((type) => engineFor(type, 'auto')?.engineId ?? [])[0] ?? '',
      fields: [...fields],
      direction: metric.direction,
      range: [...range],
      threshold: metric.threshold,
      judges: [...judges],
      parameters: { ...parameters },
      source: metric.source,
      agreement: agreement.map(({ lengthBaseline, ...found }) => ({ ...found, length_baseline: lengthBaseline })),
    })),
  };
}
