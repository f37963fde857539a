/** Performance runs in the contract: what a request of `eval_type` `perf` says besides what all evaluations share. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Decimal, Flag, List, Named, Word } from '../contract/schema.ts';

const MOST_LEVELS = 32;
const MOST_TOKENS = 100_000;
const LEAST_BURSTINESS = 0.05;
/** Of a search. */
const LEAST_LOAD = 0.1;
const MOST_REPEATS = 9;

const positive = (description: string, example: number) => Decimal(description, example, { exclusiveMinimum: 0 });
const count = (description: string, example: number, minimum = 1) =>
  Type.Integer({ description, examples: [example], minimum });

const EvalObjective = Named(
  'EvalObjective',
  'What an answer must meet to count as goodput, from the intended start of its request.',
  {
    ttft_ms: Type.Optional(positive('Longest time to the first token, in milliseconds.', 500)),
    tpot_ms: Type.Optional(positive('Longest time per output token, in milliseconds.', 50)),
    latency_ms: Type.Optional(positive('Longest time to the last token, in milliseconds.', 5000)),
  },
);

const EvalAutoTune = Named('EvalAutoTune', 'A search for the largest load that meets the objective `slo`.', {
  by: Word(['parallel', 'rate'], 'What is increased: users, or requests a second.'),
  lowest: Decimal('The first load.', 1, { minimum: LEAST_LOAD }),
  highest: positive('No larger load is tried.', 64),
  repeats: Type.Optional(
    Type.Integer({
      description: 'Levels for each load. A load passes when most of its levels meet the objective. Default 1.',
      examples: [3],
      minimum: 1,
      maximum: MOST_REPEATS,
    }),
  ),
  share: Type.Optional(
    Type.Number({
      description: 'Share of the requests that must meet the objective. Default 0.95.',
      examples: [0.95],
      exclusiveMinimum: 0,
      maximum: 1,
    }),
  ),
});

export const EvalEngineOptions = Named(
  'EvalEngineOptions',
  'The load of a performance run: docs/evaluation-performance.md.',
  {
    parallel: Type.Optional(
      List(
        count('Users.', 16),
        'Closed loop: a level for each number of users. With `rate` a single one: requests in flight at most.',
        {
          minItems: 1,
          maxItems: MOST_LEVELS,
        },
      ),
    ),
    number: Type.Optional(
      List(count('Requests.', 100), 'Measured requests of each level: one number for all levels, or one for each.', {
        minItems: 1,
        maxItems: MOST_LEVELS,
      }),
    ),
    rate: Type.Optional(
      List(
        positive('Requests a second.', 20),
        'Open loop: a level for each rate. Requests start whether or not earlier ones have been answered.',
        {
          minItems: 1,
          maxItems: MOST_LEVELS,
        },
      ),
    ),
    arrivals: Type.Optional(
      Word(['poisson', 'constant', 'gamma'], 'How the requests of an open loop arrive. Default `poisson`.'),
    ),
    burstiness: Type.Optional(
      Type.Number({
        description:
          'Shape of the gamma distribution of the gaps: 1 is Poisson, less is burstier. Only with `arrivals` `gamma`.',
        examples: [0.5],
        minimum: LEAST_BURSTINESS,
      }),
    ),
    duration_seconds: Type.Optional(positive('Length of each level: no request starts later.', 60)),
    warmup: Type.Optional(
      count('Requests before the measured ones. Default: one for each user, or as many as arrive in a second.', 16, 0),
    ),
    ramp_seconds: Type.Optional(
      Type.Number({
        description: 'Time over which the users start. Default: the median latency of the warm-up.',
        examples: [2],
        minimum: 0,
      }),
    ),
    stream: Type.Optional(
      Flag('Whether answers are streamed. Default `true`; otherwise the first token comes with the last.', true),
    ),
    max_tokens: Type.Optional(count('Most tokens of an answer. Default: the endpoint decides.', 128)),
    slo: Type.Optional(EvalObjective),
    auto_tune: Type.Optional(EvalAutoTune),
  },
);

/** Member of `input`: the length of prompts that are made up. */
export const promptTokens = Type.Optional(
  Type.Integer({
    description: '`synthetic_prompts`: words of each prompt, most of which are one token. No two prompts are the same.',
    examples: [256],
    minimum: 1,
    maximum: MOST_TOKENS,
  }),
);
export type EvalEngineOptions = Static<typeof EvalEngineOptions>;
