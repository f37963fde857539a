/** All workflows, by the names that Temporal knows them by. */
export { watchCapacity } from './job/capacity.ts';
export { crawlJob, parseJob } from './parse.ts';
export { sweepStorage, verifyUpload } from './storage.ts';
export { deliverWebhook } from './webhook.ts';
