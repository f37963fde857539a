/** The system under test in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SEARCH_TYPES } from '../../../domain/knowledge/search/index.ts';
import { Named, Text, Whole, Word } from '../../contract/schema.ts';

const MOST_ANSWER_TOKENS = 100_000;

/** The history of the job has it once for each step, that is for eight cases. */
const MOST_PROMPT_CHARACTERS = 20_000;

/** US dollars per million tokens. With what an endpoint is believed to take, the cost stays finite. */
const HIGHEST_PRICE = 1e5;

const price = (description: string, example: number) =>
  Type.Number({ description, examples: [example], minimum: 0, maximum: HIGHEST_PRICE });

export const EvalTarget = Named(
  'EvalTarget',
  'The system under test: what a performance run measures, or what answers the cases of a quality run that ' +
    'have no `actual_output`.',
  {
    type: Word(
      ['api', 'model', 'knowledge'],
      'What it is: an endpoint (`api`); for quality runs also a chat model of the settings (`model`), or the ' +
        'search of this service (`knowledge`, with the scope `knowledge:read`).',
    ),
    protocol: Type.Optional(Word(['openai_compatible'], '`api`: how it is called.')),
    endpoint_url: Type.Optional(
      Text(
        '`api`: base address of the API, or address of its chat or completion operation. It must be public, or ' +
          'allowed by the operator in NETWORK_ALLOW.',
        'https://llm.example.com/v1',
        { minLength: 1, maxLength: 2048 },
      ),
    ),
    model: Type.Optional(
      Text('`api`: the model, as the endpoint calls it. Default: the endpoint decides.', 'small-chat', {
        minLength: 1,
        maxLength: 255,
      }),
    ),
    secret_ref: Type.Optional(
      Text(
        '`api`: name of the key that is sent as bearer token. The operator sets it as the secret ' +
          '`target_<name>`, and the origin that may receive it in EVAL_TARGET_ORIGINS.',
        'staging',
        { pattern: '^[a-z][a-z0-9_]{0,50}$' },
      ),
    ),
    timeout_seconds: Type.Optional(
      Type.Integer({
        description: '`api`: time limit of a request, its wait for a socket included. Default 60.',
        examples: [60],
        minimum: 1,
      }),
    ),
    price: Type.Optional(
      Named('EvalTargetPrice', '`api`: what its tokens cost, for `target.cost` and `max_cost_usd`.', {
        input_usd_per_million: price('US dollars per million tokens that it reads.', 0.25),
        output_usd_per_million: price('US dollars per million tokens that it writes.', 2),
      }),
    ),
    name: Type.Optional(Text('`model`: its name in the settings.', 'main', { minLength: 1, maxLength: 100 })),
    dataset_id: Type.Optional(
      Text('`knowledge`: the dataset that is searched; or give `dataset_key`.', 'dset_01k9zt6v3c8wq4m2n7r5x0ybhd', {
        maxLength: 255,
      }),
    ),
    dataset_key: Type.Optional(Text('`knowledge`: key of the dataset.', 'handbook', { minLength: 1, maxLength: 255 })),
    search_type: Type.Optional(
      Word(
        [...SEARCH_TYPES],
        '`knowledge`: how passages are ranked (docs/knowledge.md). Default `GRAPH_COMPLETION`, which answers.',
        {
          examples: ['GRAPH_COMPLETION'],
        },
      ),
    ),
    top_k: Type.Optional(Whole('`knowledge`: most passages. Default 10.', 10, { minimum: 1, maximum: 100 })),
    hops: Type.Optional(Whole('`knowledge`: 1 or 2, as in a search. Default 2.', 2, { minimum: 1, maximum: 2 })),
    system_prompt: Type.Optional(
      Text('`api`, `model`: sent before each question of a quality run.', 'Answer in one sentence.', {
        maxLength: MOST_PROMPT_CHARACTERS,
      }),
    ),
    temperature: Type.Optional(
      Type.Number({
        description: '`api`, `model`: of the answers of a quality run. Default: the endpoint decides.',
        examples: [0],
        minimum: 0,
        maximum: 2,
      }),
    ),
    max_tokens: Type.Optional(
      Type.Integer({
        description:
          '`api`, `model`: most tokens of an answer of a quality run. Default: the endpoint decides; 1,000 for ' +
          '`model`.',
        examples: [500],
        minimum: 1,
        maximum: MOST_ANSWER_TOKENS,
      }),
    ),
  },
);
export type EvalTarget = Static<typeof EvalTarget>;
