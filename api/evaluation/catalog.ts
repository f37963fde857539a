/** Engines and metrics of evaluation in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { EVALUATION_TASK_QUEUE, TASK_QUEUE_OF_ENGINE } from '../../domain/manifests/evaluation.ts';
import { availabilityOf } from '../../engines/availability.ts';
import { DESCRIBED_FIGURES, DESCRIBED_METRICS, EVAL_ENGINES, engineFor } from '../../engines/evaluation/catalog.ts';
import type { DescribedMetric } from '../../engines/evaluation/catalog.ts';
import { BUILT_IN, EVAL_TYPES } from '../../engines/evaluation/options.ts';
import type { Services } from '../services.ts';
import { allJudges, defaultJudge, fittingJudges, judgesOf } from './judges.ts';
import { AnyObject, Decimal, List, Named, Nullable, Text, Word } from '../contract/schema.ts';
import { EngineAvailability } from '../jobs/availability.ts';

const EvalType = Text('Kind of an evaluation.', 'rag');

export const EvalEngineList = Named('EvalEngineList', 'The engines of evaluation.', {
  items: List(
    Named('EvalEngine', 'An engine.', {
      engine_id: Text('The engine.', 'quality_evaluator'),
      description: Text('What it does.', 'Judges answers, conversations and tool calls, case by case.'),
      eval_types: List(EvalType, 'What it evaluates.'),
      modes: List(Text('`sync` or `job`.', 'job'), 'How it runs.'),
      task_queue: Text('Temporal task queue of its workers.', EVALUATION_TASK_QUEUE),
      availability: EngineAvailability,
    }),
    'The engines.',
  ),
});

export async function listEngines({ probes }: Pick<Services, 'probes'>): Promise<Static<typeof EvalEngineList>> {
  const items = EVAL_ENGINES.map(async ({ engineId, description, evalTypes }) => {
    const task_queue = TASK_QUEUE_OF_ENGINE[engineId];
    return {
      engine_id: engineId,
      description,
      eval_types: [...evalTypes],
      modes: ['sync', 'job'],
      task_queue,
      availability: { ...(await availabilityOf({ secret: null, task_queue }, probes)) },
    };
  });
  return { items: await Promise.all(items) };
}

export const MetricQuery = Type.Object(
  {
    evalType: Type.Optional(Word([...EVAL_TYPES], 'Only metrics for this kind of evaluation.')),
    engineId: Type.Optional(Text('Only metrics of this engine.', 'quality_evaluator', { maxLength: 100 })),
  },
  { additionalProperties: false },
);

const MetricAgreement = Named('EvalMetricAgreement', 'Agreement with the labels of people on a public dataset.', {
  judge: Nullable(Text('Whose agreement it is: `built_in`; `null`: that of the computation.', BUILT_IN)),
  dataset: Text('The dataset.', 'HaluEval-QA'),
  statistic: Text('The statistic.', 'AUC'),
  value: Decimal('Its value.', 0.965),
  length_baseline: Nullable(
    Type.Number({
      description: 'The same for the length of the answer alone; `null` where it does not apply.',
      examples: [0.932],
    }),
  ),
  grade: Text('`good`, `moderate` or `useless`.', 'good'),
});

export const EvalMetricCatalog = Named('EvalMetricCatalog', 'The metrics, and who can judge them here.', {
  judges: List(
    Text('`built_in`, or the name of a model.', 'built_in'),
    'The judges of this installation: values of `judges` in a request.',
  ),
  default_judge: Text('The judge of requests that name none.', 'built_in'),
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
      any_of: List(
        Text('Member of a case.', 'tool_calls'),
        'Of these, it must have at least one; empty: no such rule.',
      ),
      direction: Text('`higher` or `lower`: which end of the range is good.', 'higher'),
      range: List(Nullable(Decimal('An end; `null`: it has none.', 0)), 'Lowest and highest score.'),
      threshold: Nullable(Decimal('Default threshold; `null`: none.', 0.5)),
      judges: List(
        Text('`built_in` or `model`.', 'built_in'),
        '`built_in`, `model` or both; empty if the score is computed.',
      ),
      available_judges: List(
        Text('A value of `judges` in a request.', 'built_in'),
        'Who can judge it here; empty for a metric without a judge.',
      ),
      unavailable: Nullable(
        Text(
          'Why it cannot be measured here, with what to do; `null` when it can.',
          'quality.criteria needs a language model.',
        ),
      ),
      parameters: AnyObject('JSON Schema of `params`.', { type: 'object' }),
      source: Text('The definition that it follows.', 'Lin 2004'),
      agreement: List(
        MetricAgreement,
        'How well it agrees with people; empty when that was not measured. A language model is not measured ' +
          'here: `npm run judge:audit` does that.',
      ),
    }),
    'The metrics.',
  ),
});

export function listMetrics(
  { models }: Pick<Services, 'models'>,
  { evalType, engineId = 'auto' }: Static<typeof MetricQuery>,
): Static<typeof EvalMetricCatalog> {
  const fitting = [...DESCRIBED_METRICS, ...DESCRIBED_FIGURES].filter(({ evalTypes }) =>
    evalTypes.some((type) => (evalType === undefined || type === evalType) && engineFor(type, engineId) !== null),
  );
  return {
    judges: [...allJudges(models)],
    default_judge: defaultJudge(models),
    items: fitting.map((metric) => describe(models, metric)),
  };
}

function describe(
  models: Services['models'],
  metric: DescribedMetric,
): Static<typeof EvalMetricCatalog>['items'][number] {
  const { key, title, formula, evalTypes, fields, anyOf = [], direction, range, threshold } = metric;
  const { judges, parameters, source } = metric;
  const chosen = judgesOf(models, metric);
  return {
    metric_key: key,
    title,
    formula,
    eval_types: [...evalTypes],
    engine_id: evalTypes.flatMap((type) => engineFor(type, 'auto')?.engineId ?? [])[0] ?? '',
    fields: [...fields],
    any_of: [...anyOf],
    direction,
    range: [...range],
    threshold,
    judges: [...judges],
    available_judges: [...fittingJudges(metric, allJudges(models))],
    unavailable: 'lack' in chosen ? chosen.lack : null,
    parameters: { ...parameters },
    source,
    agreement: metric.agreement.map(({ lengthBaseline, ...found }) => ({
      judge: judges.includes(BUILT_IN) ? BUILT_IN : null,
      ...found,
      length_baseline: lengthBaseline,
    })),
  };
}
