/** What knowledge jobs would wait for. */
import { KNOWLEDGE_TASK_QUEUE } from '../../../domain/manifests/knowledge.ts';
import { queueWarnings } from '../../jobs/submit/readiness.ts';
import type { JobWarning } from '../../jobs/schemas.ts';
import type { Services } from '../../services.ts';

export const knowledgeWarnings = (services: Services): Promise<JobWarning[]> =>
  queueWarnings(services, KNOWLEDGE_TASK_QUEUE);
