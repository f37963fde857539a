/**
 * Deletes datasets and documents: their readers no longer see them when the request is answered, and a job removes what
 * they hold.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../domain/identity/identity.ts';
import { findDataset } from '../../domain/knowledge/datasets/index.ts';
import type { DatasetRow } from '../../domain/knowledge/datasets/index.ts';
import { findDocument } from '../../domain/knowledge/documents/index.ts';
import {
  hideDataset,
  findRemoval,
  hideDocuments,
  recordDatasetRemoval,
} from '../../domain/knowledge/maintenance/index.ts';
import type { DocumentSelection } from '../../domain/knowledge/maintenance/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { Id, Text } from '../contract/schema.ts';
import { notExactlyOne } from '../contract/validation.ts';
import { createdAtOf, findJob } from '../jobs/job-lookup.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import type { SubmittedJob } from '../jobs/submit/job-route.ts';
import { acceptedJob } from '../jobs/submit/start.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { knowledgeWarnings } from './shared/readiness.ts';

/** Deletes a dataset. `not_found` unless it exists, or the job that deleted it is still kept. */
export async function submitDatasetDeletion(
  services: Services,
  datasetId: string,
  origin: Origin,
  { force }: { readonly force: boolean },
): Promise<SubmittedJob> {
  const { database } = services;
  const { identity } = origin;
  return unlessDeleted(services, identity, datasetId, null, async () => {
    const dataset = await findDataset(database, identity, { dataset_id: datasetId });
    if (dataset.retentionClass === 'permanent' && !force) {
      throw new ServiceError('dataset_permanent', `The dataset ${dataset.datasetKey} is permanent.`);
    }
    const order = {
      workflow: 'deleteDatasetJob' as const,
      source: dataset.datasetKey,
      summary: `delete · ${dataset.datasetKey}`,
      input: { dataset_id: dataset.id },
      warnings: await knowledgeWarnings(services),
      prepare: (jobId: string) => recordDatasetRemoval(database, identity, { jobId, datasetId: dataset.id }),
    };
    // The request has no body: what it asks for is in its address.
    const body = { dataset_id: dataset.id, force };
    const started = await submitOne(services, 'knowledge.delete', origin, { request: {}, body, order });
    if (!started.replayed) await hideDataset(database, dataset.id);
    return started;
  });
}

/** Deletes a document. `not_found` unless the caller may read it, or the job that deleted it is still kept. */
export async function submitDocumentDeletion(
  services: Services,
  datasetId: string,
  document_id: string,
  origin: Origin,
): Promise<SubmittedJob> {
  const { database } = services;
  const { identity } = origin;
  const dataset = await findDataset(database, identity, { dataset_id: datasetId });
  return unlessDeleted(services, identity, dataset.id, document_id, async () => {
    await findDocument(database, identity, dataset.id, document_id);
    return submitSelection(services, dataset, { document_id }, origin);
  });
}

export const DocumentSelectionQuery = Type.Object(
  {
    object_id: Type.Optional(
      Id('obj', 'Documents that were made from this stored object, whether it still exists or not.'),
    ),
    node_set: Type.Optional(Text('Documents of this node set.', 'contracts', { minLength: 1, maxLength: 255 })),
  },
  { additionalProperties: false },
);

/** Deletes the documents of a selection that the caller may read; there may be none. */
export async function submitSetDeletion(
  services: Services,
  datasetId: string,
  { object_id, node_set }: Static<typeof DocumentSelectionQuery>,
  origin: Origin,
): Promise<SubmittedJob> {
  const dataset = await findDataset(services.database, origin.identity, { dataset_id: datasetId });
  if (object_id !== undefined && node_set === undefined) {
    return submitSelection(services, dataset, { object_id }, origin);
  }
  if (node_set !== undefined && object_id === undefined) {
    return submitSelection(services, dataset, { node_set }, origin);
  }
  const has = object_id === undefined ? 'neither' : 'both';
  throw notExactlyOne(['query'], ['object_id', 'node_set'], has, 'document_selection');
}

async function submitSelection(
  services: Services,
  dataset: DatasetRow,
  selection: DocumentSelection,
  origin: Origin,
): Promise<SubmittedJob> {
  const { database } = services;
  const order = {
    workflow: 'deleteDocumentsJob' as const,
    source: dataset.datasetKey,
    summary: `delete documents · ${dataset.datasetKey}`,
    input: { dataset_id: dataset.id },
    warnings: await knowledgeWarnings(services),
    prepare: (jobId: string) => hideDocuments(database, origin.identity, { jobId, datasetId: dataset.id }, selection),
  };
  const body = { dataset_id: dataset.id, ...selection };
  return submitOne(services, 'knowledge.delete', origin, { request: {}, body, order });
}

/** The deletion, or the job of an earlier one of the same dataset or document. */
async function unlessDeleted(
  services: Services,
  caller: Caller,
  datasetId: string,
  documentId: string | null,
  deletion: () => Promise<SubmittedJob>,
): Promise<SubmittedJob> {
  try {
    return await deletion();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    const jobId = await findRemoval(services.database, caller, datasetId, documentId);
    if (jobId === null) throw error;
    const job = await findJob(services, caller, jobId);
    const accepted = acceptedJob(services, { ...job, createdAt: createdAtOf(job), warnings: [] });
    return { job: accepted, replayed: true };
  }
}
