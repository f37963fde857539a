/** A language model as metrics ask it. */
import type { TSchema } from 'typebox';
import { outputLimit } from '../../../domain/models/index.ts';
import type { ChatCaller, Models } from '../../../domain/models/index.ts';
import type { Judge, JudgeQuestion } from '../../../engines/evaluation/questions/judge.ts';

/** The model of this name. */
export function judgeBy(models: Models, name: string, caller: ChatCaller): Judge {
  const model = models.named(name);
  const requestOf = <S extends TSchema>({
    name: schemaName,
    instructions,
    data,
    schema,
    maxTokens,
  }: JudgeQuestion<S>) => ({
    messages: [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: data },
    ],
    schema: { name: schemaName, schema },
    maxTokens: outputLimit(model, maxTokens),
  });
  return {
    ask: (question) => models.extract('judge', requestOf(question), caller, name),
    weigh: (question) => models.weigh('judge', requestOf(question), caller, name),
  };
}
