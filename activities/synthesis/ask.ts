import { outputLimit } from '../../domain/models/index.ts';
import type { ChatCaller, Models } from '../../domain/models/index.ts';
import type { Ask } from '../../engines/synthesis/generation/task.ts';
import type { ModelConfig } from '../../platform/config/models.ts';

/** A model as tasks and checks ask it. */
export function askOf(models: Models, model: ModelConfig, caller: ChatCaller): Ask {
  return ({ name, instructions, data, schema, maxTokens }) =>
    models.extract(
      { model: model.name },
      {
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: data },
        ],
        schema: { name, schema },
        maxTokens: outputLimit(model, maxTokens),
      },
      caller,
    );
}
