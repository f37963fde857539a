/** What a token may do. */
import { ofAllDomains } from '../manifests/index.ts';

export const SCOPES = {
  'health:read': 'readiness',
  ...ofAllDomains('scopes'),
} satisfies Readonly<Record<string, string>>;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES: readonly string[] = Object.keys(SCOPES);
