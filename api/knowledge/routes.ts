/** The routes of the domain. */
import type { Route } from '../contract/route.ts';
import { listCommunitiesRoute } from './communities.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { graphRoutes } from './graph/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

export const knowledgeRoutes: readonly Route[] = [
  ...datasetRoutes,
  ...graphRoutes,
  listCommunitiesRoute,
  ...documentRoutes,
  ...entityRoutes,
  ...jobRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...feedbackRoutes,
];
