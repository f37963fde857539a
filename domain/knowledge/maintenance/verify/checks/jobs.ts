/** What jobs keep while they run. */
import { withoutDataset } from './check.ts';
import type { Checks } from './check.ts';

export const JOBS = {
  knowledge_turn: [withoutDataset('knowledge_turn')],
  // They belong to jobs, and are removed with them.
  knowledge_input: [],
  knowledge_removal: [],
  knowledge_refusal: [],
  knowledge_skip: [],
} satisfies Partial<Checks>;
