/**
 * What must hold for the rows of a dataset, table by table, in groups. A table that is in no group does not compile.
 */
import type { Checks } from './check.ts';
import { COMMUNITIES } from './communities.ts';
import { COUNTS } from './counts.ts';
import { DOCUMENTS } from './documents.ts';
import { ENTITIES } from './entities.ts';
import { FACTS } from './facts.ts';
import { JOBS } from './jobs.ts';
import { PEOPLE } from './people.ts';

export const CHECKS: Checks = {
  ...DOCUMENTS,
  ...COUNTS,
  ...ENTITIES,
  ...FACTS,
  ...COMMUNITIES,
  ...PEOPLE,
  ...JOBS,
};
