/**
 * The same workflows for versioned workers: what is short ends on the release that it began on; what may last moves on to the
 * next, and is patched. Temporal refuses these words from workers that are not versioned.
 */
import { setWorkflowOptions } from '@temporalio/workflow';
import { crawlJob, deliverWebhook, parseJob, sweepStorage, verifyUpload, watchCapacity } from './index.ts';

setWorkflowOptions({ versioningBehavior: 'PINNED' }, parseJob);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, crawlJob);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, deliverWebhook);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, sweepStorage);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, verifyUpload);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, watchCapacity);

export * from './index.ts';
