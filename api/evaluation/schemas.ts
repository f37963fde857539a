/** Evaluations in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  EVAL_TYPES,
  LONGEST_TEXT,
  MOST_CALLS,
  MOST_COST_USD,
  MOST_LATENCY_MS,
  TURN_ROLES,
  UNMEASURED,
} from '../../engines/evaluation/options.ts';
import {
  AnyObject,
  Decimal,
  Flag,
  Id,
  KeptObject,
  List,
  Named,
  Nullable,
  Text,
  Whole,
  Word,
} from '../contract/schema.ts';
import { Priority } from '../jobs/schemas.ts';
import { WebhookRequest } from '../webhook/schemas.ts';
import { EvalAgreement, judgingMembers } from './judging-schemas.ts';
import { EvalPerformanceResult } from './level-schemas.ts';
import { EvalEngineOptions, promptTokens } from './load-schemas.ts';
import { EvalReports } from './reports.ts';
import { EvalTarget } from './targets/schemas.ts';

const MOST_CASES = 5000;
/** Of a case. */
const MOST_TOKENS = 1e9;
const MOST_METRICS = 30;

const long = { maxLength: LONGEST_TEXT };

const ToolCall = Named('EvalToolCall', 'A call of a tool.', {
  name: Text('The tool.', 'get_weather', { minLength: 1, maxLength: 255 }),
  arguments: KeptObject('Its arguments. Of an expected call: `{"one_of": [...]}` lists values that are all right.', {
    city: 'Lyon',
  }),
});

const Tool = Named('EvalTool', 'A tool that a target may call.', {
  name: Text('Its name.', 'get_weather', { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
  description: Type.Optional(Text('What it does.', 'Weather of a city, by day.', { maxLength: 5000 })),
  parameters: Type.Optional(
    KeptObject('JSON Schema of its arguments.', { type: 'object', properties: { city: { type: 'string' } } }),
  ),
});

export const EvalCase = Named('EvalCase', 'A case: what is judged. A metric names the members that it reads.', {
  user_input: Type.Optional(Text('The question.', 'Who approves travel expenses?', long)),
  actual_output: Type.Optional(Text('The answer.', 'The finance board.', long)),
  expected_output: Type.Optional(Text('The right answer.', 'The finance board', long)),
  accepted_outputs: Type.Optional(
    List(Text('A right answer.', 'The board', long), 'Other right answers: each is as good as `expected_output`.', {
      maxItems: 50,
    }),
  ),
  retrieval_contexts: Type.Optional(
    List(Text('A passage.', 'Expenses are approved by the finance board.', long), 'What the answer was made from.', {
      maxItems: 100,
    }),
  ),
  conversation_turns: Type.Optional(
    List(
      Named('EvalTurn', 'A turn of a conversation.', {
        role: Word([...TURN_ROLES], 'Who speaks.'),
        content: Text('What is said.', 'Hello.', long),
      }),
      'A conversation.',
      { maxItems: 500 },
    ),
  ),
  tools: Type.Optional(List(Tool, 'Tools that the target may call.', { maxItems: MOST_CALLS })),
  tool_calls: Type.Optional(List(ToolCall, 'Calls that the agent made.', { maxItems: MOST_CALLS })),
  expected_tool_calls: Type.Optional(List(ToolCall, 'Calls that it should have made.', { maxItems: MOST_CALLS })),
  group: Type.Optional(
    Text('Document or conversation of the case: intervals treat cases of a group as one.', 'handbook', {
      maxLength: 255,
    }),
  ),
  latency_ms: Type.Optional(
    Type.Number({
      description: 'Milliseconds that the answer took.',
      minimum: 0,
      maximum: MOST_LATENCY_MS,
      examples: [812],
    }),
  ),
  usage: Type.Optional(
    Named('EvalCaseUsage', 'Tokens of the answer.', {
      input_tokens: Whole('Tokens of the question, with its instructions.', 412, { minimum: 0, maximum: MOST_TOKENS }),
      output_tokens: Whole('Tokens of the answer.', 57, { minimum: 0, maximum: MOST_TOKENS }),
    }),
  ),
  cost_usd: Type.Optional(
    Type.Number({
      description: 'US dollars that the answer cost.',
      minimum: 0,
      maximum: MOST_COST_USD,
      examples: [0.0021],
    }),
  ),
  metadata: Type.Optional(KeptObject('Your metadata.', { language: 'en' })),
});

const column = Type.Optional(Text('A column.', 'question', { title: 'EvalColumn', minLength: 1, maxLength: 255 }));
const FieldMapping = Named(
  'EvalFieldMapping',
  'Of a dataset: the column of a field. A field that is not named takes the column of its own name, if there is one.',
  {
    user_input: column,
    actual_output: column,
    expected_output: column,
    accepted_outputs: column,
    retrieval_contexts: column,
    conversation_turns: column,
    tools: column,
    tool_calls: column,
    expected_tool_calls: column,
    group: column,
    latency_ms: column,
    usage: column,
    cost_usd: column,
    metadata: column,
  },
);

const EvalInput = Named('EvalInput', 'What is judged, or what a performance run sends.', {
  type: Word(
    ['inline_test_cases', 'dataset', 'builtin_dataset', 'synthetic_prompts'],
    'Where the cases are: in the request, in an evaluation dataset, or in one that comes with the product. A ' +
      'performance run sends their questions in turn, or `synthetic_prompts`.',
  ),
  test_cases: Type.Optional(List(EvalCase, '`inline_test_cases`: the cases.', { minItems: 1, maxItems: MOST_CASES })),
  dataset_id: Type.Optional(
    Text('`dataset`: the evaluation dataset.', 'evds_01k9zt6v3c8wq4m2n7r5x0ybhd', { maxLength: 255 }),
  ),
  builtin_dataset_key: Type.Optional(
    Text('`builtin_dataset`: its key, see `GET /v1/eval/builtin-datasets`.', 'short_answers', { maxLength: 255 }),
  ),
  version: Type.Optional(Whole('`dataset`: its version. Default the latest, as of now.', 3, { minimum: 1 })),
  field_mapping: Type.Optional(FieldMapping),
  limit: Type.Optional(Whole('Of a dataset: the most rows to take. Default all.', 500, { minimum: 1 })),
  seed: Type.Optional(
    Whole('Of a dataset: with `limit`, a random sample that the seed decides, instead of the first rows.', 1, {
      minimum: 0,
      maximum: 2 ** 31 - 1,
    }),
  ),
  prompt_tokens: promptTokens,
});

const EvalMetricRequest = Named('EvalMetricRequest', 'A metric to measure.', {
  metric_key: Text('Key of the metric, see `GET /v1/eval/metrics`.', 'rag.faithfulness', {
    minLength: 1,
    maxLength: 100,
  }),
  threshold: Type.Optional(
    Type.Number({
      description:
        'What the mean, or each level of a performance run, must reach for `passed`: a value in the range of ' +
        'the metric. Default that of the metric.',
      examples: [0.7],
    }),
  ),
  params: Type.Optional(
    KeptObject('Parameters of the metric, see the catalog. A metric can be listed again with other ones.', {}),
  ),
});

const request = {
  name: Type.Optional(Text('Your name of the run.', 'nightly', { maxLength: 255 })),
  eval_type: Word([...EVAL_TYPES], 'Kind of the evaluation.'),
  engine_id: Type.Optional(
    Text('`auto` (default) or an engine of `GET /v1/eval/engines`.', 'auto', { maxLength: 100 }),
  ),
  input: EvalInput,
  target: Type.Optional(EvalTarget),
  engine_options: Type.Optional(EvalEngineOptions),
  metrics: Type.Optional(
    List(EvalMetricRequest, 'What is measured. A performance run measures everything, and decides on these.', {
      maxItems: MOST_METRICS,
    }),
  ),
  ...judgingMembers,
};
export const EvalRequest = Named('EvalRequest', 'An evaluation.', request);
export type EvalRequest = Static<typeof EvalRequest>;
export const EvalJobRequest = Named('EvalJobRequest', 'An evaluation as a job.', {
  ...request,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type EvalJobRequest = Static<typeof EvalJobRequest>;

export const EvalInterval = Named('EvalInterval', 'A 95 % confidence interval.', {
  low: Decimal('Lower end.', 0.81),
  high: Decimal('Upper end.', 0.94),
});

const EvalMetricResult = Named('EvalMetricResult', 'What a metric found in all cases.', {
  metric_key: Text('The metric.', 'rag.faithfulness'),
  judge: Nullable(
    Text('Who judged: `built_in` or the name of a model; `null` for a metric without a judge.', 'built_in'),
  ),
  repeats: Whole('How often each case was measured.', 1),
  threshold: Nullable(Decimal('What the mean must reach; `null`: nothing.', 0.5)),
  measured: Whole('Cases with a score.', 48),
  unmeasured: AnyObject('Cases without a score, by reason. They are part of no mean.', { empty_answer: 2 }),
  mean: Nullable(Decimal('Mean of the measured cases; `null` without any.', 0.88)),
  interval: Nullable(EvalInterval),
  spread: Nullable(
    Decimal('Standard deviation over the repeats of a case, pooled over the cases; `null` without repeats.', 0.08),
  ),
  pass_rate: Nullable(Decimal('Share of the measured cases that meet the threshold.', 0.92)),
  passed: Nullable(Flag('Whether the mean meets the threshold; `null` without a threshold or a measured case.', true)),
});

const EvalScore = Named('EvalScore', 'What a metric found in a case.', {
  metric_key: Text('The metric.', 'rag.faithfulness'),
  judge: Nullable(Text('Who judged, as in `metrics`.', 'built_in')),
  score: Nullable(Decimal('The score, the mean over the repeats; `null` when the case was not measured.', 0.91)),
  spread: Nullable(Decimal('Standard deviation over the repeats; `null` for fewer than two scores.', 0.05)),
  unmeasured: Nullable(Text(`Why not: ${Object.keys(UNMEASURED).join(', ')}.`, 'empty_answer')),
  evidence: AnyObject('What the score rests on; that of the first repeat with a score.', { claims: [] }),
});

const EvalOutput = Named('EvalOutput', 'What the target gave for a case.', {
  actual_output: Nullable(
    Text('The first 2,000 characters of its answer; `null` if there is none.', 'The finance board.'),
  ),
  tool_calls: Whole('Calls of tools that it made.', 0),
  retrieval_contexts: Whole('Passages that it retrieved.', 0),
  latency_ms: Nullable(Decimal('Milliseconds that the answer took.', 812)),
  input_tokens: Nullable(Whole('Tokens of the question; `null` if they were not counted.', 412)),
  output_tokens: Nullable(Whole('Tokens of the answer; `null` if they were not counted.', 57)),
  cost_usd: Nullable(Decimal('US dollars that the answer cost; `null` without a price.', 0.0021)),
  failure: Nullable(Text('Why there is no output; `null` if there is one.', 'It did not answer within 60 s.')),
});

const EvalCaseResult = Named('EvalCaseResult', 'A case with its scores.', {
  index: Whole('Its place among the cases, from 0.', 0),
  output: Nullable(EvalOutput, 'What the target gave; `null` if it was not asked. The reports have it whole.'),
  scores: List(EvalScore, 'One for each metric and judge, in the order of `metrics`.'),
});

export const EvalQualityResult = Named('EvalQualityResult', 'The result of a quality evaluation.', {
  job_id: Id('job', 'The job.'),
  engine_id: Word(['quality_evaluator'], 'The engine.'),
  name: Nullable(Text('Your name of the run.', 'nightly')),
  cases: Whole('Number of cases.', 50),
  passed: Nullable(Flag('Whether every metric with a threshold passed; `null` if none could be decided.', true)),
  metrics: List(EvalMetricResult, 'One for each metric and judge, in the order of the request.'),
  agreement: List(EvalAgreement, 'One for each pair of judges of a metric.'),
  stopped_by: Nullable(
    Text(
      'The limit that stopped the target or the judges: `max_cost_usd` or `max_tokens`; `null` if none did.',
      'max_tokens',
    ),
  ),
  outputs: Nullable(
    Named('EvalOutputs', 'What came of asking the target.', {
      produced: Whole('Cases that have an output of it.', 48),
      failed: Whole('Cases that it gave none for.', 2),
    }),
    '`null` without a target.',
  ),
  reports: EvalReports,
  case_results: List(
    EvalCaseResult,
    'The first 1,000 cases, fewer if they have more than 16 MB. `cases.jsonl` of the reports has all of them.',
  ),
});
export type EvalQualityResult = Static<typeof EvalQualityResult>;

export const EvalRunResult = Type.Union([EvalQualityResult, EvalPerformanceResult], {
  title: 'EvalRunResult',
  description: 'The result of an evaluation; `engine_id` says which of the two.',
});
export type EvalRunResult = Static<typeof EvalRunResult>;
