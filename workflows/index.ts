/** All workflows. The exported names are the workflow types that Temporal records. */
export { performanceJob } from './evaluation/performance.ts';
export { importJob } from './evaluation/import.ts';
export { qualityJob } from './evaluation/quality.ts';
export { watchBatch } from './batch.ts';
export { watchCapacity } from './job/job-slot.ts';
export { cognifyJob } from './knowledge/cognify.ts';
export { cognifyDryRun } from './knowledge/dry-run.ts';
export { embedDatasetJob } from './knowledge/re-embedding.ts';
export { deleteDatasetJob, deleteDocumentsJob } from './knowledge/removal.ts';
export { addJob } from './knowledge/add.ts';
export { memifyJob } from './knowledge/memify.ts';
export { crawlJob, parseJob } from './parse.ts';
export { sweepStorage, verifyUpload } from './storage.ts';
export { synthesisJob } from './synthesis.ts';
export { deliverWebhook } from './webhook.ts';
