/** What requests for knowledge jobs have in common. */
import { Type } from 'typebox';
import { Whole } from '../../../contract/schema.ts';
import { Priority } from '../../../jobs/schemas.ts';
import { WebhookRequest } from '../../../webhook/schemas.ts';
import { datasetSelector } from '../../datasets/schemas.ts';

/** Members of every request for a knowledge job. */
export const common = {
  ...datasetSelector,
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
};

export const EXTRACTORS = ['auto', 'rules'] as const;

/** What a job may spend on a language model. */
export const modelLimits = {
  max_cost_usd: Type.Optional(
    Type.Number({
      description: 'Maximum model cost of the job, in US dollars. Default no limit.',
      minimum: 0,
      examples: [2.5],
    }),
  ),
  max_tokens: Type.Optional(
    Whole('Maximum tokens of the language model, input and output together. Default no limit.', 500_000),
  ),
};
