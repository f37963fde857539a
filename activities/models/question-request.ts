import type { TSchema } from 'typebox';
import { outputLimit } from '../../domain/models/output-limit.ts';
import type { ModelQuestion } from '../../engines/model-question.ts';
import type { ModelConfig } from '../../platform/config/models.ts';

/** The request that asks a model a question. */
export const questionRequest = <S extends TSchema>(
  model: ModelConfig,
  { name, instructions, data, schema, maxTokens }: ModelQuestion<S>,
) => ({
  messages: [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content: data },
  ],
  schema: { name, schema },
  maxTokens: outputLimit(model, maxTokens),
});
