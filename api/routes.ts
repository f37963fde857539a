/** The whole contract: every operation of the service. */
import type { AuthMode } from '../platform/config/auth.ts';
import type { Route } from './contract/route.ts';
import { healthRoutes } from './health/routes.ts';
import { devRoutes } from './identity/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import { parseRoutes } from './parse/routes.ts';
import { storageRoutes } from './storage/routes.ts';

export const routes: readonly Route[] = [
  ...healthRoutes,
  ...devRoutes,
  ...jobsRoutes,
  ...parseRoutes,
  ...storageRoutes,
];

/** What a process serves: outside development mode nothing gives tokens away. */
export function servedRoutes(mode: AuthMode): readonly Route[] {
  return mode === 'dev' ? routes : routes.filter((route) => !devRoutes.includes(route));
}
