/** A language model as metrics ask it. */
import { outputLimit } from '../../../../domain/models/output-limit.ts';
import type { ChatCaller } from '../../../../domain/models/callers.ts';
import type { Models } from '../../../../domain/models/index.ts';
import { WHOLE_TOKENS } from '../../../../engines/evaluation/judges/index.ts';
import type { Judge } from '../../../../engines/evaluation/judges/index.ts';
import type { ModelConfig } from '../../../../platform/config/models.ts';
import { questionRequest } from '../../../models/question-request.ts';

/** The model of this name. */
export function judgeBy(models: Pick<Models, 'named' | 'extract' | 'weigh'>, name: string, caller: ChatCaller): Judge {
  const model = models.named(name);
  return {
    room: roomOf(model),
    ask: (question) => models.extract({ model: name }, questionRequest(model, question), caller),
    weigh: (question) => models.weigh({ model: name }, questionRequest(model, question), caller),
  };
}

/** Tokens of the instructions of a question, its schema and its tags. */
const INSTRUCTION_TOKENS = 800;
/** Numbers of tokens are estimated before a call. */
const ESTIMATE = 0.8;

/** See {@link Judge.room}: what the context holds beside the longest output. */
function roomOf(model: ModelConfig): number {
  if (model.contextTokens === null) return WHOLE_TOKENS;
  const input = model.contextTokens - outputLimit(model, Infinity);
  return Math.min(WHOLE_TOKENS, Math.floor(input * ESTIMATE) - INSTRUCTION_TOKENS);
}
