/** The routes of the domain. */
import type { Route } from '../contract/route.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { searchRoutes } from './search/routes.ts';

export const knowledgeRoutes: readonly Route[] = [
  ...datasetRoutes,
  ...documentRoutes,
  ...entityRoutes,
  ...jobRoutes,
  ...searchRoutes,
  ...feedbackRoutes,
];
