/** The jobs that delete a dataset, or documents of one, which their readers no longer see. */
import type { KnowledgeActivities } from '../../activities/knowledge/index.ts';
import type { DatasetJobInput } from '../../activities/knowledge/types.ts';
import type { RemovalResult } from '../../domain/knowledge/results.ts';
import { KNOWLEDGE_TASK_QUEUE } from '../../domain/manifests/knowledge.ts';
import { runJob } from '../job/job.ts';
import { steps } from '../job/steps.ts';

type RemovalInput = DatasetJobInput<'knowledge.delete'>;

/** Removes a dataset with everything in it. */
export function deleteDatasetJob(input: RemovalInput): Promise<RemovalResult> {
  return removal(input, 'removeDataset');
}

/** Removes the documents that were hidden for this job, with everything that they alone support. */
export function deleteDocumentsJob(input: RemovalInput): Promise<RemovalResult> {
  return removal(input, 'removeDocuments');
}

function removal(input: RemovalInput, step: 'removeDataset' | 'removeDocuments'): Promise<RemovalResult> {
  return runJob(input, async (job) => {
    const { envelope, dataset_id } = input;
    const knowledge = steps<KnowledgeActivities>(envelope, KNOWLEDGE_TASK_QUEUE, envelope.source);
    const { documents_removed } = await job.step(knowledge, step, { envelope, dataset_id });
    return { dataset_id, documents_removed };
  });
}
