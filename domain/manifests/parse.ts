/**
 * Manifest of parse.
 * @deterministic
 */
import {
  CLOUD_TASK_QUEUE,
  CRAWL_TASK_QUEUE,
  DOCUMENT_AI_TASK_QUEUE,
  PARSE_TASK_QUEUE,
} from '../../engines/parse/task-queues.ts';
import { PARSE_ERRORS } from '../../errors/parse.ts';
import type { Manifest } from './manifest.ts';

/** For those who name a queue by its domain. */
export { CLOUD_TASK_QUEUE, CRAWL_TASK_QUEUE, DOCUMENT_AI_TASK_QUEUE, PARSE_TASK_QUEUE };

export const parse = {
  tag: {
    name: 'Parse',
    description: 'Converts web pages, files and stored objects to Markdown with normalized metadata.',
  },
  scopes: {
    'parse:read': 'list parse engines and profiles, read parse results',
    'parse:write': 'synchronous parse, submit parse jobs',
  },
  kinds: { parse: { result: '/v1/parse/jobs/{jobId}/result', workflows: ['parseJob', 'crawlJob'] } },
  events: ['parse.engine_selected', 'parse.fallback', 'parse.document_kept'],
  idPrefixes: ['doc'],
  errors: PARSE_ERRORS,
  profiles: {
    parse: {
      taskQueue: PARSE_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      // Many more than converter processes: a step that waits for one holds no other resource, and with more slots a
      // worker less often has to hand back a waiting step for the sake of another tenant
      // (activities/step/waiting-room.ts).
      slots: { maxConcurrentActivityTaskExecutions: 40 },
      converters: 'parse',
      memoryMb: 512,
    },
    cloud: {
      taskQueue: CLOUD_TASK_QUEUE,
      runs: 'activities',
      optional: true,
      byDefault: true,
      objects: true,
      // They wait for a provider. Each holds its source only while sending it.
      slots: { maxConcurrentActivityTaskExecutions: 20 },
      memoryMb: 512,
      // Providers reject, or bill, faster requests.
      stepsPerSecond: 10,
    },
    crawl: {
      taskQueue: CRAWL_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      // Crawls wait most of the time and share the converter processes, so they must not take the slots of conversions.
      slots: { maxConcurrentActivityTaskExecutions: 20 },
      converters: 'parse',
      memoryMb: 256,
    },
    'document-ai': {
      taskQueue: DOCUMENT_AI_TASK_QUEUE,
      runs: 'activities',
      optional: true,
      byDefault: false,
      objects: true,
      // One converter process uses all CPUs, and the other steps wait for it. With docling-serve each step holds its
      // source.
      slots: { maxConcurrentActivityTaskExecutions: 4 },
      converters: 'document-ai',
      memoryMb: 512,
    },
  },
  resources: {
    converter: 'The converter processes of its worker are busy',
    fetch: 'Its worker has reached its limit of concurrent fetches',
  },
  workflows: { parseJob: 'PINNED', crawlJob: 'AUTO_UPGRADE' },
  tables: {
    document: { by: 'job', column: 'job_id' },
    crawl_page: { by: 'job', column: 'job_id' },
    crawl_host: { by: 'job', column: 'job_id' },
    fetched_content: { by: 'sweep', step: 'removeOldSources' },
    fetched_source: { by: 'cascade', of: 'fetched_content' },
  },
  objects: { 'sources/': { by: 'row', keys: [{ table: 'fetched_content', column: 'key' }] } },
} as const satisfies Manifest;
