/** The whole contract: every operation of the service. */
import type { Route } from './contract/route.ts';
import { healthRoutes } from './health/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import { parseRoutes } from './parse/routes.ts';
import { storageRoutes } from './storage/routes.ts';

export const routes: readonly Route[] = [
  ...healthRoutes,
  ...identityRoutes,
  ...jobsRoutes,
  ...parseRoutes,
  ...storageRoutes,
];
