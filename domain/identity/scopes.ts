/** What a token may do. */
export const SCOPES = {
  'health:read': 'readiness',
  'parse:read': 'list parse engines and profiles, read parse results',
  'parse:write': 'synchronous parse, submit parse jobs',
  'storage:read': 'object metadata, download URL creation',
  'storage:write': 'direct upload, upload sessions, completion',
  'storage:download': 'signed download URLs',
  'knowledge:read': 'read datasets, search',
  'knowledge:write': 'create datasets, submit knowledge jobs',
  'eval:read': 'list evaluation catalogs, read evaluation results',
  'eval:write': 'run evaluations',
  'synthesis:read': 'list synthesis engines, read results',
  'synthesis:write': 'run generation jobs',
  'jobs:read': 'query a job, list its events',
  'jobs:cancel': 'cancel and retry a job',
} as const satisfies Record<string, string>;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES: readonly string[] = Object.keys(SCOPES);
