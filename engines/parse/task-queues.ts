/**
 * The task queues of the parse engines.
 * @deterministic
 */

/** Of the engines that need only CPU, and of fetching. */
export const PARSE_TASK_QUEUE = 'parse';
/** Of the engine that recognizes text in images. */
export const DOCUMENT_AI_TASK_QUEUE = 'document-ai';
/** Of the engines that wait for a provider. */
export const CLOUD_TASK_QUEUE = 'cloud';
/** Of crawls, which spend most of their time waiting for external servers. */
export const CRAWL_TASK_QUEUE = 'crawl';

export type EngineTaskQueue =
  | typeof PARSE_TASK_QUEUE
  | typeof DOCUMENT_AI_TASK_QUEUE
  | typeof CLOUD_TASK_QUEUE
  | typeof CRAWL_TASK_QUEUE;
