/** What a token may do. */
import { ofAllDomains } from '../manifests/index.ts';

export const SCOPES = {
  'health:read': 'readiness',
  ...ofAllDomains('scopes'),
  // Of domains that the service does not have yet: tokens may carry them already.
  'eval:read': 'list evaluation catalogs, read evaluation results',
  'eval:write': 'run evaluations',
  'synthesis:read': 'list synthesis engines, read results',
  'synthesis:write': 'run generation jobs',
} satisfies Readonly<Record<string, string>>;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES: readonly string[] = Object.keys(SCOPES);
