import type { ChatCaller } from '../../domain/models/callers.ts';
import type { Models } from '../../domain/models/index.ts';
import type { AskModel } from '../../engines/model-question.ts';
import type { ModelConfig } from '../../platform/config/models.ts';
import { questionRequest } from '../models/question-request.ts';

/** A model as tasks and checks ask it. */
export const askOf =
  (models: Models, model: ModelConfig, caller: ChatCaller): AskModel =>
  (question) =>
    models.extract({ model: model.name }, questionRequest(model, question), caller);
