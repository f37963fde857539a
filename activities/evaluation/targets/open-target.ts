import type { Models } from '../../../domain/models/index.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { Step } from '../../step/step.ts';
import type { AskTarget } from './ask.ts';
import { askEndpoint } from './ask-endpoint.ts';
import type { EndpointDependencies } from './ask-endpoint.ts';
import { askKnowledge } from './ask-knowledge.ts';
import type { KnowledgeDependencies } from './ask-knowledge.ts';
import { askModel } from './ask-model.ts';
import type { Target } from './target.ts';

export type TargetDependencies = EndpointDependencies & KnowledgeDependencies & { readonly models: Models };

/** A target that a step asks. Throws `credential_missing` and `model_not_configured`. */
export async function openTarget(
  dependencies: TargetDependencies,
  target: Target,
  envelope: JobEnvelope,
  step: Step,
): Promise<AskTarget> {
  switch (target.type) {
    case 'api':
      return askEndpoint(dependencies, target, step);
    case 'model':
      return askModel(dependencies.models, target, envelope.tenant_id, step);
    case 'knowledge':
      return askKnowledge(dependencies, target, envelope, step);
  }
}
