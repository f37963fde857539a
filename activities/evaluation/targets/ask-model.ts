/** Asks a chat model of the settings. */
import { outputLimit } from '../../../domain/models/output-limit.ts';
import type { Models } from '../../../domain/models/index.ts';
import { skipReason } from '../../../domain/models/skips.ts';
import type { Produced } from '../../../engines/evaluation/cases/index.ts';
import { messagesOf, argumentsOf, withSystem } from '../../../engines/evaluation/cases/index.ts';
import type { Step } from '../../step/step.ts';
import { withoutOutput } from './ask.ts';
import type { AskTarget } from './ask.ts';
import { spendingOf } from './spending.ts';
import type { ModelTarget } from './target.ts';

/** Tokens of an answer whose length the target does not limit. */
export const DEFAULT_ANSWER_TOKENS = 1000;

/** Throws `model_not_configured`. Outputs are kept as rows, so finished calls are not. */
export function askModel(
  models: Pick<Models, 'named' | 'chat'>,
  { name, system_prompt, temperature, max_tokens }: ModelTarget,
  tenantId: string,
  step: Pick<Step, 'signal' | 'spend'>,
): AskTarget {
  const maxTokens = outputLimit(models.named(name), max_tokens ?? DEFAULT_ANSWER_TOKENS);
  return async ({ subject }): Promise<Produced> => {
    const { spend, spent } = spendingOf(step);
    let began = performance.now();
    try {
      const { text, calls = [] } = await models.chat(
        { model: name },
        {
          messages: withSystem(system_prompt, messagesOf(subject)),
          maxTokens,
          ...(temperature !== null && { temperature }),
          ...(subject.tools && { tools: subject.tools }),
        },
        { tenantId, signal: step.signal, spend, about: null, onTurn: () => (began = performance.now()) },
      );
      const tool_calls = calls.map((call) => ({ name: call.name, arguments: argumentsOf(call.arguments) }));
      return {
        output: {
          actual_output: text,
          latency_ms: performance.now() - began,
          ...spent(),
          ...(tool_calls.length > 0 && { tool_calls }),
        },
      };
    } catch (error) {
      const reason = skipReason(error);
      if (reason === 'empty')
        return { output: { actual_output: '', latency_ms: performance.now() - began, ...spent() } };
      if (reason !== null) return withoutOutput('The model declined to answer.');
      throw error;
    }
  };
}
