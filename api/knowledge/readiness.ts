/** What knowledge jobs would wait for. */
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { queueLack } from '../jobs/submit/readiness.ts';
import type { JobWarning } from '../jobs/schemas.ts';
import type { Services } from '../services.ts';

export async function knowledgeWarnings(services: Services): Promise<JobWarning[]> {
  const lack = await queueLack(services, { taskQueue: KNOWLEDGE_TASK_QUEUE, runs: 'activities' });
  return lack ? [{ code: lack.code, message: lack.message }] : [];
}
