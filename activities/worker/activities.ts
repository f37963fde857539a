/** The activities of all domains, as workers register them. */
import type { Domain } from '../../domain/manifests/index.ts';
import { createCredentialActivities } from '../jobs/await-credential.ts';
import { createBatchActivities } from '../jobs/batches.ts';
import { childActivities } from '../jobs/children.ts';
import { createJobActivities } from '../jobs/index.ts';
import { createSlotActivities } from '../jobs/job-slots.ts';
import {
  createEvaluationActivities,
  createEvaluationLocalActivities,
  createPerformanceActivities,
} from '../evaluation/index.ts';
import { createKnowledgeActivities, createKnowledgeLocalActivities } from '../knowledge/index.ts';
import { createParseActivities, createParseLocalActivities } from '../parse/index.ts';
import { createSynthesisActivities, createSynthesisLocalActivities } from '../synthesis/index.ts';
import { createStorageActivities, storageLocalActivities } from '../storage/index.ts';
import { createWebhookActivities } from '../webhook/index.ts';
import type { Parts } from './parts.ts';

/** `local` activities run in the worker of their workflow, `queued` ones on the workers of a task queue. */
interface Activities {
  readonly local: object;
  readonly queued: object;
}

const BY_DOMAIN: Readonly<Record<Domain, (parts: Parts) => Activities>> = {
  jobs: (parts) => ({
    local: {
      ...createJobActivities(parts),
      ...createSlotActivities(parts),
      ...createBatchActivities(parts),
      ...childActivities,
    },
    queued: createCredentialActivities(parts),
  }),
  evaluation: (parts) => ({
    local: createEvaluationLocalActivities(parts),
    queued: { ...createEvaluationActivities(parts), ...createPerformanceActivities(parts) },
  }),
  knowledge: (parts) => ({
    local: createKnowledgeLocalActivities(parts),
    queued: createKnowledgeActivities(parts),
  }),
  // Models are called by the steps of other domains.
  models: () => ({ local: {}, queued: {} }),
  parse: (parts) => ({
    local: createParseLocalActivities(parts),
    queued: createParseActivities(parts),
  }),
  storage: (parts) => ({ local: storageLocalActivities, queued: createStorageActivities(parts) }),
  synthesis: (parts) => ({ local: createSynthesisLocalActivities(parts), queued: createSynthesisActivities(parts) }),
  webhook: (parts) => ({ local: {}, queued: createWebhookActivities(parts) }),
};

export function createActivities(parts: Parts): Activities {
  const all = Object.values(BY_DOMAIN).map((create) => create(parts));
  const [local, queued] = [{}, {}];
  for (const activities of all) {
    Object.assign(local, activities.local);
    Object.assign(queued, activities.queued);
  }
  return { local, queued };
}
