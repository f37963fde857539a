/** The whole contract: every operation of the service. */
import type { Domain } from '../domain/manifests/index.ts';
import type { AuthMode } from '../platform/config/auth.ts';
import type { Route } from './contract/route.ts';
import { evaluationRoutes } from './evaluation/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { devRoutes } from './identity/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import { knowledgeRoutes } from './knowledge/routes.ts';
import { parseRoutes } from './parse/routes.ts';
import { synthesisRoutes } from './synthesis/routes.ts';
import { storageRoutes } from './storage/routes.ts';

/** Deliveries of webhooks are read below their job: /v1/jobs. */
const BY_DOMAIN: Readonly<Record<Domain, readonly Route[]>> = {
  jobs: jobsRoutes,
  webhook: [],
  // Models are called by the operations of other domains.
  models: [],
  parse: parseRoutes,
  storage: storageRoutes,
  knowledge: knowledgeRoutes,
  evaluation: evaluationRoutes,
  synthesis: synthesisRoutes,
};

export const routes: readonly Route[] = [...healthRoutes, ...devRoutes, ...Object.values(BY_DOMAIN).flat()];

/** The routes that a process serves. Tokens are issued only in development mode. */
export function servedRoutes(mode: AuthMode): readonly Route[] {
  return mode === 'dev' ? routes : routes.filter((route) => !devRoutes.includes(route));
}
